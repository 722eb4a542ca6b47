/**
 * Functions of classic ticks: from their stacks, or of a text without any from its bottom-up profile.
 *
 *   1616   82.8%  UNKNOWN             parse: 38 ticks of its own, and at least 1051 with what it called
 *   1013   62.7%    JS: *parse ...    (Node leaves out callers of less than 1 %)
 *     38    1.9%  JS: *parse ...
 */
import { percentOf } from '../../base/percent-of.ts';
import { isMade } from '../../model/profile/frame-kind.ts';
import type { TickCode, TickFunction, TickFunctions, Ticks } from '../../model/profile/ticks.ts';
import type { CallTree } from '../tree/call-tree.ts';
import { filesToTell } from '../tree/files-to-tell.ts';
import { listFunctions } from '../tree/functions.ts';
import { findHotCode } from '../tree/hot-code.ts';
import { walkTree } from '../tree/tree-walk.ts';
import { readPlace } from './import-zero-x.ts';
import { computeTickTree } from './tick-flame.ts';

type Counted = Pick<Ticks, 'total' | 'stacks' | 'bottomUp'>;
type Place = Pick<TickFunction, 'function' | 'url' | 'line'>;

const hasStacks = ({ stacks }: Counted): boolean => stacks.frames.length > 0;

/** Heaviest of its own first. */
export function listTickFunctions(ticks: Counted): TickFunctions {
  const isWhole = hasStacks(ticks);
  return { ticks: ticks.total, isWhole, rows: isWhole ? functionsOfStacks(treeOfTicks(ticks)) : functionsOfBottomUp(ticks) };
}

/** Which code to name: `called` by its ticks with what it calls, which only stacks tell; `itself` by its own. Null: there is none with a file. */
export function findTickCode(ticks: Counted): { readonly called: TickCode | null; readonly itself: TickCode | null } {
  const tree = hasStacks(ticks) ? treeOfTicks(ticks) : null;
  const own = tree && findHotCode(tree).own;
  const rows = tree === null ? functionsOfBottomUp(ticks) : listFunctions(tree);
  const heaviest = rows.find(({ url, self }) => self > 0 && !isMade(url));
  const fileOf = filesToTell(rows.map(({ url }) => ({ url, kind: 'own' as const })));
  const named = (file: string | undefined) => (file === undefined ? {} : { file });
  const shareOf = (count: number) => ({ ticks: count, percent: percentOf(count, ticks.total) });
  return {
    called: own && { function: own.function, url: own.url, line: own.line, ...named(own.file), ...shareOf(own.total) },
    itself: heaviest
      ? { function: heaviest.function, url: heaviest.url, line: heaviest.line, ...named(fileOf(heaviest.url)), ...shareOf(heaviest.self) }
      : null,
  };
}

/** Functions once, whatever their tier, those that were inlined elsewhere or ran at the start included. */
export function treeOfTicks({ stacks }: Counted): CallTree {
  const frames = stacks.frames.map((frame) => ({ ...frame, inlined: false, init: false }));
  return computeTickTree({ ...stacks, frames }, { hide: [], merged: true });
}

function functionsOfStacks(tree: CallTree): TickFunction[] {
  const callers = new Map<number, Map<number, number>>();
  const onStack = new Uint32Array(tree.frames.length);
  walkTree(
    tree,
    (node) => {
      const [frame, parent] = [tree.frame[node]!, tree.parent[node]!];
      if (onStack[frame]!++ > 0 || parent <= 0) return;
      const own = callers.get(frame) ?? new Map<number, number>();
      const caller = tree.frame[parent]!;
      callers.set(frame, own.set(caller, (own.get(caller) ?? 0) + tree.total[node]!));
    },
    (node) => {
      onStack[tree.frame[node]!]!--;
    },
  );
  const placeOf = (frame: number): Place => {
    const { name, url, line } = tree.frames[frame]!;
    return { function: name, url, line: line + 1 };
  };
  return listFunctions(tree).map(({ index, function: name, url, line, self, total }) => ({
    function: name,
    url,
    line,
    self,
    total,
    callers: heaviestFirst([...(callers.get(index) ?? [])].map(([frame, ticks]) => ({ ...placeOf(frame), ticks }))),
  }));
}

function functionsOfBottomUp({ bottomUp }: Counted): TickFunction[] {
  interface Sum extends Place {
    self: number;
    total: number;
    readonly callers: Map<string, Place & { ticks: number }>;
  }
  const sums = new Map<string, Sum>();
  /** Of the line and those it stands below. */
  const path: string[] = [];
  for (const { name, depth, ticks } of bottomUp) {
    const place = placeOfLine(name);
    const key = JSON.stringify(place);
    path.length = depth;
    const called = depth === 0 ? undefined : sums.get(path[depth - 1]!);
    if (called !== undefined && path.indexOf(path[depth - 1]!) === depth - 1 && path[depth - 1] !== key) {
      const caller = called.callers.get(key) ?? { ...place, ticks: 0 };
      called.callers.set(key, { ...caller, ticks: caller.ticks + ticks });
    }
    const sum = sums.get(key) ?? { ...place, self: 0, total: 0, callers: new Map() };
    sums.set(key, sum);
    if (depth === 0) sum.self += ticks;
    if (!path.includes(key)) sum.total += ticks;
    path.push(key);
  }
  return [...sums.values()]
    .map(({ callers, ...sum }) => ({ ...sum, callers: heaviestFirst([...callers.values()]) }))
    .sort((a, b) => b.self - a.self || b.total - a.total);
}

/** What Node puts before the name of JavaScript, and the mark of its tier. */
const SCRIPT = /^(?:(?:JS|LazyCompile|Function|Script|Eval|Callback): )?[*+^~]?(.*)$/s;

function placeOfLine(line: string): Place {
  const marked = SCRIPT.exec(line)![1]!;
  const place = marked === line ? null : readPlace(marked);
  return place === null ? { function: line, url: '', line: 0 } : { function: place.name, url: place.url, line: place.line + 1 };
}

function heaviestFirst<Of extends { readonly ticks: number }>(rows: Of[]): Of[] {
  return rows.sort((a, b) => b.ticks - a.ticks);
}
