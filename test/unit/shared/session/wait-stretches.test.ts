import { expect, test } from 'vitest';
import { countedStretches, type Stretch } from '../../../../shared/session/wait-stretches.ts';
import { seededRandom } from '../../../helpers/random.ts';

/** Each row is a wait, its letter where it waits: capital in progress, small in line. */
function drawn(...rows: readonly string[]): [progress: Stretch[], line: Stretch[]] {
  const all = rows.map((row) => {
    const letter = row.trim()[0]!;
    return { from: row.indexOf(letter), to: row.lastIndexOf(letter) + 1, of: letter.charCodeAt(0) };
  });
  const isInProgress = ({ of }: Stretch): boolean => of < 'a'.charCodeAt(0);
  return [all.filter(isInProgress), all.filter((one) => !isInProgress(one))];
}

function draw(stretches: readonly Stretch[], length: number): string {
  return Array.from({ length }, (_, at) => {
    const found = stretches.filter(({ from, to }) => from <= at && at < to);
    return found.length === 0 ? ' ' : found.map(({ of }) => String.fromCharCode(of)).join('');
  }).join('');
}

test.each([
  ['one after the other', ['AAA', '   BBB', '       CC'], 'AAABBB CC'],
  ['the one that began first counts until it ends', ['  AAAA', '   BBBBBB', '    CCC'], '  AAAABBB'],
  ['one within another', ['AAAAAA', '  BB', '  CCCCCCC'], 'AAAAAACCC'],
  ['in progress before in line', ['aaaaaaaaaa', '  BBB', '      CC'], 'aaBBBaCCaa'],
  ['in line, the one that began first', ['  bbbbb', 'aaaa'], 'aaaabbb'],
  ['a line that ends within a call in progress', ['aaaaa', '   BBBB'], 'aaaBBBB'],
  ['nothing', [], ''],
])('%s', (_, rows, expected) => {
  expect(draw(countedStretches(...drawn(...rows)), expected.length)).toBe(expected);
});

test('what lasts no time, or ends before it begins, is none', () => {
  expect(countedStretches([{ from: 3, to: 3, of: 1 }], [{ from: 9, to: 4, of: 2 }])).toEqual([]);
});

test('at each moment it is the one that the rule names, of drawn waits', () => {
  const random = seededRandom(42);
  const whole = (below: number): number => Math.floor(random() * below);
  const LENGTH = 60;
  const isAt = (at: number) => (one: Stretch) => one.from <= at && at < one.to;
  for (let round = 0; round < 300; round++) {
    const some = (first: number): Stretch[] =>
      Array.from({ length: whole(9) }, (_, place) => {
        const from = whole(LENGTH);
        return { from, to: Math.min(LENGTH, from + whole(20)), of: first + place };
      });
    const [progress, line] = [some(0), some(100)];
    const counted = countedStretches([...progress], [...line]);
    const wrong = Array.from({ length: LENGTH }, (_, at) => at).filter((at) => {
      const [active, waiting] = [progress.filter(isAt(at)), line.filter(isAt(at))];
      const meant = active.length > 0 ? active : waiting;
      // Those that began at the same moment have the same right.
      const first = meant.filter(({ from }) => from === Math.min(...meant.map((one) => one.from)));
      const found = counted.filter(isAt(at));
      return found.length !== Math.min(1, meant.length) || found.some(({ of }) => !first.some((one) => one.of === of));
    });
    expect(wrong, JSON.stringify({ progress, line })).toEqual([]);
    expect(counted.every(({ from }, i) => i === 0 || from >= counted[i - 1]!.to)).toBe(true);
  }
});
