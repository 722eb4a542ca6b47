import { expect, test } from 'vitest';
import { chooseTarget, withExtension } from '../../../electron/shell/save-target.ts';

/** A person at the dialogs: what is typed and answered, in order; what was asked is recorded. */
function person({ typed, answers = [], there = [] }: { typed: (string | null)[]; answers?: boolean[]; there?: string[] }) {
  const asked: string[] = [];
  const suggested: string[] = [];
  return {
    asked,
    suggested,
    choose: async (name: string) => {
      suggested.push(name);
      return typed.shift() ?? null;
    },
    mayReplace: async (path: string) => {
      asked.push(path);
      return answers.shift() ?? false;
    },
    exists: (path: string) => there.includes(path),
  };
}

test('adds the extension to a name without it', () => {
  expect(withExtension('/d/baseline')).toBe('/d/baseline.loopscope');
  expect(withExtension('/d/v1.2')).toBe('/d/v1.2.loopscope');
  expect(withExtension('/d/A.LOOPSCOPE')).toBe('/d/A.LOOPSCOPE');
});

test('asks before replacing a file whose name results from adding the extension', async () => {
  const there = ['/d/baseline.loopscope'];
  const careful = person({ typed: ['/d/baseline', null], answers: [false], there });
  expect(await chooseTarget('server.loopscope', careful)).toBeNull();
  expect(careful.asked).toEqual(there);
  // The dialog comes again, with the name that was in the way.
  expect(careful.suggested).toEqual(['server.loopscope', '/d/baseline.loopscope']);

  const other = person({ typed: ['/d/baseline', '/d/other'], answers: [false], there });
  expect(await chooseTarget('server.loopscope', other)).toEqual({ path: '/d/other.loopscope', overwrite: false });

  const sure = person({ typed: ['/d/baseline'], answers: [true], there });
  expect(await chooseTarget('server.loopscope', sure)).toEqual({ path: '/d/baseline.loopscope', overwrite: true });
});

test('does not ask about the typed name, as the dialog has asked already', async () => {
  const one = person({ typed: ['/d/baseline.loopscope'], there: ['/d/baseline.loopscope'] });
  expect(await chooseTarget('x', one)).toEqual({ path: '/d/baseline.loopscope', overwrite: true });
  expect(one.asked).toEqual([]);
});

test('a new file needs no question and may replace nothing', async () => {
  const one = person({ typed: ['/d/new'] });
  expect(await chooseTarget('x', one)).toEqual({ path: '/d/new.loopscope', overwrite: false });
  expect(one.asked).toEqual([]);
});
