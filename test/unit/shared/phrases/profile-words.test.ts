import { describe, expect, test } from 'vitest';
import { coversText, doubts, laneOfFile } from '../../../../shared/phrases/profile-words.ts';
import { WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { computeProfileFigures } from '../../../../shared/profile/tree/profile-figures.ts';
import { readForeign } from '../../../helpers/read-foreign.ts';

test('CPU time that no sample saw is named from 5 % on, however few samples there are', () => {
  const told = (samples: number, unseenMs: number, lostMs = 0): string =>
    doubts(samples, { by: 'kernel', cpuMs: 100, unseenMs, lostMs, intervalUs: 1_000 }).join(' ').replaceAll('\u00a0', ' ');
  expect(told(17, 77)).toMatch(/^With a sample each 1\.00 ms these are few: .* 77 % of the CPU time passed without a sample/);
  expect(told(17, 4)).not.toContain('passed without a sample');
  expect(told(500, 5)).toMatch(/^5 % of the CPU time passed without a sample/);
  expect(told(500, 4)).toBe('');
  expect(told(500, 20, 18)).toMatch(/^The samples of 20 % of the CPU time are lost, because a thread ended before it handed them over/);
  expect(told(500, 20, 5)).toMatch(/^20 % of the CPU time passed without a sample/);
});

test('a lane of a file is called as in the file, and none is of the main thread', () => {
  const profiles = [{ title: 'DedicatedWorker thread' }, { title: '' }];
  expect([0, 1].map((thread) => laneOfFile(profiles, thread))).toEqual(['DedicatedWorker thread', 'profile 2']);
});

describe('what a profile covers', () => {
  const frame = (functionName: string) => ({ functionName, scriptId: '1', url: '/app/a.js', lineNumber: 0, columnNumber: 0 });
  const file = (first: number) =>
    JSON.stringify({
      nodes: [
        { id: 1, callFrame: { ...frame('(root)'), url: '' }, children: [2, 3] },
        { id: 2, callFrame: frame('work') },
        { id: 3, callFrame: { ...frame('(idle)'), url: '' } },
      ],
      startTime: 0,
      endTime: first + 200_000,
      samples: [2, 3],
      timeDeltas: [first, 50_000],
    });
  const covers = (text: string, window: { readonly fromMs: number; readonly toMs: number } | null = null) =>
    coversText(computeProfileFigures(readForeign(text).profiles, { ...WHOLE_PROFILE, window }, 10)).replaceAll('\u00a0', ' ');

  test('says what passed before the first sample, so that its parts add up', () => {
    expect(covers(file(300_000))).toBe('500 ms; in 150 ms of it samples found no code running, and 300 ms passed before the first sample');
    expect(covers(file(300_000), { fromMs: 200, toMs: 400 })).toBe(
      '200 ms; in 50.0 ms of it samples found no code running, and 100 ms passed before the first sample',
    );
    expect(covers(file(300_000), { fromMs: 300, toMs: 500 })).toBe('200 ms; in 150 ms of it samples found no code running');
  });

  test('does not speak of one interval', () => {
    expect(covers(file(500))).toBe('201 ms; in 150 ms of it samples found no code running');
  });

  test('adds up threads', () => {
    expect(covers(`[${file(300_000)},${file(100_000)}]`)).toMatch(/and 400 ms passed before the first sample of each$/);
  });
});
