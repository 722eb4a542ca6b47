import { describe, expect, test } from 'vitest';
import { findWaits } from '../../../../shared/profile/lines/wait-lines.ts';

const found = (text: string) => findWaits(text).map(({ line, column, isShared }) => [line, column, isShared]);

describe('calls of Atomics.wait in a text', () => {
  test('are found with their line and column; asynchronous waits are none', () => {
    expect(found('a();\n  Atomics.wait(flag, 0, 0);\nAtomics.waitAsync(flag, 0, 0);\n')).toEqual([[2, 2, false]]);
    expect(found('const r = Atomics . wait (flag, 0,\n 0, ms());')).toEqual([[1, 10, false]]);
  });

  test('share their line with what else is on it and may take time', () => {
    expect(found('while (Atomics.wait(flag, 0, 0, 5) === "timed-out") step();')).toEqual([[1, 7, true]]);
    expect(found('for (let i = 0; i < n; i++) x += i; Atomics.wait(flag, 0, 0, 5);')).toEqual([[1, 36, true]]);
    expect(found('if (ready) Atomics.wait(flag, 0, 0, later(5)); else n = 0;')).toEqual([[1, 11, false]]);
  });

  test('share a line of minified code with whatever else is on it', () => {
    const filler = `n=1;${'x'.repeat(2_000)}=2;`;
    expect(found(`${filler}Atomics.wait(flag, 0, 0);`)).toEqual([[1, filler.length, true]]);
    expect(found(`Atomics.wait(flag, 0, 0);${filler}`)).toEqual([[1, 0, true]]);
    expect(found(`${filler}\nAtomics.wait(flag, 0, 0);\n${filler}`)).toEqual([[2, 0, false]]);
  });

  test('a text without any, however long, has none', () => {
    expect(found('Atomics.add(flag, 0, 1);'.repeat(1_000))).toEqual([]);
    expect(found('(')).toEqual([]);
    expect(found('Atomics.wait('.repeat(10)).length).toBe(10);
  });
});
