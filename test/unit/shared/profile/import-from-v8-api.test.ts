/** Files of v8-profiler-next, whose lines begin at 1: places are those of the source, and of other files of the same form nothing is moved. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Imported } from '../../../../shared/foreign/importer.ts';
import { wordFailure } from '../../../../shared/format/word-said.ts';
import { importText } from '../../../../shared/session/importers.ts';
import { messageOf } from '../../../helpers/worded.ts';

/** What it wrote of a function `heavy` in line 3, whose work is in line 5. */
const WRITTEN = readFileSync(join(import.meta.dirname, '../../../fixtures/profiles/v8-profiler-next.cpuprofile'), 'utf8');

function read(text: string): Imported {
  const outcome = importText(text, 'x.cpuprofile');
  if (outcome === null) throw new Error('It is in none of the formats');
  if (!outcome.ok) throw new Error(messageOf(outcome.failure));
  return outcome.value;
}

function placesIn({ profiles }: Imported): Record<string, readonly [number, number]> {
  return Object.fromEntries(profiles[0]!.frames.map(({ name, line, column }) => [name, [line, column]]));
}

describe('a CPU profile of v8-profiler-next', () => {
  test('has functions where they are written, and those without a place without one', () => {
    expect(placesIn(read(WRITTEN))).toMatchObject({ heavy: [2, 14], startProfiling: [248, 27], setProfilesCleanupLimit: [-1, -1] });
  });

  test('says on which lines its samples were taken', () => {
    const { places } = read(WRITTEN).profiles[0]!.lines!;
    expect(places.map(({ line }) => line)).toEqual([8, 5]);
  });

  test.each([
    ['without a reason in its frames', WRITTEN.replaceAll('"bailoutReason":"",', '')],
    [
      'with a root that has no place as the inspector says it',
      WRITTEN.replace('"lineNumber":0,"columnNumber":0', '"lineNumber":-1,"columnNumber":-1'),
    ],
    ['with ids as texts', WRITTEN.replaceAll(/"scriptId":(\d+)/g, '"scriptId":"$1"')],
  ])('one of another tool, %s, counts from 0 as the format says', (_, text) => {
    expect(placesIn(read(text))).toMatchObject({ heavy: [3, 15] });
  });

  test('what is broken in it is named as in any other', () => {
    expect(() => read(WRITTEN.replace('"lineNumber":3', '"lineNumber":"3"'))).toThrow(/has the string "3" as lineNumber/);
    expect(() => read(WRITTEN.replace('{"line":5,"hitCount":49}', 'null'))).toThrow(/null/);
  });

  test('in its first form names the call that has the present one written', () => {
    const old = { typeId: 'CPU', uid: '0', title: 'x', head: { functionName: '(root)', hitCount: 0, children: [] } };
    const outcome = importText(JSON.stringify(old), 'x.cpuprofile');
    if (outcome === null || outcome.ok) throw new Error('It was read');
    const { message, hint } = wordFailure(outcome.failure);
    expect([message, hint]).toEqual([
      'x.cpuprofile is a CPU profile in the format used before 2017, which cannot be read.',
      'v8-profiler-next writes the present format after setGenerateType(1).',
    ]);
  });
});

describe('a heap profile', () => {
  const callFrame = (functionName: string, scriptId: number | string, at: number) => ({
    functionName,
    scriptId,
    url: '/app/a.js',
    lineNumber: at,
    columnNumber: at,
  });
  const file = (root: object) =>
    JSON.stringify({ head: { callFrame: root, selfSize: 0, children: [{ callFrame: callFrame('a', 7, 3), selfSize: 5, children: [] }] } });

  test('of v8-profiler-next has functions where they are written', () => {
    expect(placesIn(read(file({ ...callFrame('(root)', 0, 0), url: '' })))).toMatchObject({ a: [2, 2] });
  });

  test('of Node counts from 0', () => {
    expect(placesIn(read(file({ ...callFrame('(root)', '0', -1), url: '' })))).toMatchObject({ a: [3, 3] });
  });
});
