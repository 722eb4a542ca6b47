/** Canned classic ticks: the tree of the canned profile, one tick a millisecond, with tiers and some work of V8. */
import type { TickFlameColumns } from '../../shared/model/profile/profile-views.ts';
import type { TickFrame, Ticks, TickType } from '../../shared/model/profile/ticks.ts';
import { computeTickTree, type TickFlameQuery } from '../../shared/profile/ticks/tick-flame.ts';
import { toTickFlameColumns } from '../../shared/profile/ticks/tick-flame-columns.ts';
import { FLAT } from './fake-data.ts';

const TYPES: readonly TickType[] = ['app', 'deps', 'core', 'v8'];
/** Ticks for each unit of weight in the canned tree. */
const PER_SHARE = 160;

function makeFrame({ name, url, line, kind }: (typeof FLAT)[number], index: number): TickFrame {
  const isJs = kind < 3;
  return {
    name,
    url,
    line: line - 1,
    column: isJs ? 9 : -1,
    type: name === '(garbage collector)' ? 'cpp' : TYPES[kind]!,
    tier: isJs ? (index % 3 === 0 ? 'unoptimised' : 'optimised') : 'none',
    inlined: name === 'escapeTextForBrowser' && index % 2 === 0,
    init: name === 'emit',
  };
}

/** `factor`: how many times as many ticks, for a second variant. */
export function makeTicks(factor = 1): Ticks {
  const top = FLAT.map(({ self }) => Math.round(self * PER_SHARE * factor));
  const total = [...top];
  for (let node = FLAT.length - 1; node > 0; node--) total[FLAT[node]!.parent]! += total[node]!;
  const stacks = {
    frames: FLAT.slice(1).map(makeFrame),
    parent: FLAT.map(({ parent }) => parent),
    frame: FLAT.map((_, index) => index - 1),
    top,
    total,
  };
  const all = Math.round(total[0]! * 1.03);
  const of = (share: number) => Math.round(all * share);
  const [javascript, cpp, libraries] = [of(0.71), of(0.08), of(0.17)];
  const percent = (ticks: number, of: number) => (100 * ticks) / of;
  const row = <N extends string>(name: N, ticks: number) => ({
    name,
    ticks,
    totalPercent: percent(ticks, all),
    nonlibPercent: percent(ticks, all - libraries),
  });
  return {
    node: '22.14.0',
    pid: 4_242,
    intervalUs: 1_000,
    outside: 412,
    total: all,
    unaccounted: all - javascript - cpp - libraries,
    summary: [
      row('JavaScript', javascript),
      row('C++', cpp),
      row('GC', of(0.052)),
      { ...row('Shared libraries', libraries), nonlibPercent: null },
    ],
    libraries: [
      { name: '/usr/local/bin/node', ticks: libraries - 31, totalPercent: percent(libraries - 31, all) },
      { name: '/usr/lib/x86_64-linux-gnu/libc.so.6', ticks: 31, totalPercent: percent(31, all) },
    ],
    bottomUp: [
      { name: 'JS: *priceOf /home/ana/shop/routes/price.mjs:12:9', depth: 0, ticks: of(0.14), parentPercent: 14 },
      { name: 'JS: *handleCheckout /home/ana/shop/routes/cart.mjs:41:9', depth: 1, ticks: of(0.12), parentPercent: 85.7 },
      { name: 'JS: ~processTicksAndRejections node:internal/process/task_queues:72:35', depth: 2, ticks: of(0.12), parentPercent: 100 },
      { name: 'JS: ^renderPage /home/ana/shop/server.mjs:28:9', depth: 1, ticks: of(0.02), parentPercent: 14.3 },
      { name: '/usr/local/bin/node', depth: 0, ticks: of(0.11), parentPercent: 11 },
      { name: 'JS: *Cart /home/ana/shop/views/cart.mjs:9:9', depth: 0, ticks: of(0.09), parentPercent: 9 },
      { name: 'JS: *renderPage /home/ana/shop/server.mjs:28:9', depth: 1, ticks: of(0.09), parentPercent: 100 },
    ],
    stacks,
  };
}

export function makeTickFlame({ maxNodes, ...query }: TickFlameQuery & { maxNodes: number }, factor = 1): TickFlameColumns {
  const { stacks } = makeTicks(factor);
  return toTickFlameColumns(computeTickTree(stacks, query), maxNodes);
}
