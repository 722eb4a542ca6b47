/** The bottom-up profile as `node --prof-process` prints it, of stacks whose log is not at hand. */
import { percentOf } from '../../base/percent-of.ts';
import type { BottomUpRow, TickFrame, TickStacks } from '../../model/profile/ticks.ts';

/** As Node has it: callers of less than 1 % of what they called are left out, and those further away than five steps. */
const LEAST_PERCENT = 1;
const MOST_STEPS = 5;

interface Callee {
  ticks: number;
  readonly callers: Map<number, Callee>;
}

/** `all`: ticks in all, those without a stack included, of which the rows at depth 0 have their shares. */
export function computeBottomUp({ frames, parent, frame, top }: TickStacks, all: number): readonly BottomUpRow[] {
  const innermost = new Map<number, Callee>();
  for (let node = 1; node < parent.length; node++) {
    const ticks = top[node]!;
    if (ticks === 0) continue;
    let level = innermost;
    for (let at = node, step = 0; at > 0 && step <= MOST_STEPS; at = parent[at]!, step++) {
      const callee = level.get(frame[at]!) ?? { ticks: 0, callers: new Map() };
      level.set(frame[at]!, callee);
      callee.ticks += ticks;
      level = callee.callers;
    }
  }
  const names = frames.map(nameOf);
  const rows: BottomUpRow[] = [];
  const print = (level: ReadonlyMap<number, Callee>, whole: number, depth: number): void => {
    for (const [index, { ticks, callers }] of [...level].sort(([, a], [, b]) => b.ticks - a.ticks)) {
      const parentPercent = percentOf(ticks, whole);
      if (parentPercent < LEAST_PERCENT) continue;
      rows.push({ name: names[index]!, depth, ticks, parentPercent });
      print(callers, ticks, depth + 1);
    }
  };
  print(innermost, all, 0);
  return rows;
}

const MARKS = { optimised: '*', unoptimised: '~', none: '' } as const;

function nameOf({ name, url, line, column, tier }: TickFrame): string {
  return url === '' ? name : `${MARKS[tier]}${name} ${url}:${line + 1}:${column + 1}`;
}
