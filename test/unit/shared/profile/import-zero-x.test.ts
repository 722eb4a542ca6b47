/** 0x's tree as columns: what its names say, and the tree without tiers. */
import { expect, test } from 'vitest';
import type { TickStacks } from '../../../../shared/model/profile/ticks.ts';
import { importZeroX, type ZeroXNode } from '../../../../shared/profile/ticks/import-zero-x.ts';
import { mergeTiers } from '../../../../shared/profile/ticks/tick-flame.ts';

const node = (fn: string, S: number, top: number, children: ZeroXNode[] = []): ZeroXNode => ({
  name: `marked ${fn}`,
  fn,
  S,
  top,
  value: children.reduce((sum, { value }) => sum + value, top),
  children,
});
const root = (children: ZeroXNode[]): ZeroXNode => ({ ...node('all stacks', 0, 0, children), fn: undefined });

/** One line a node: its path of names, ticks on top / on the stack. */
function draw({ frames, parent, frame, top, total }: TickStacks): string[] {
  const paths: string[] = [];
  return Array.from(parent, (above, at) => {
    paths.push(at === 0 ? '' : `${paths[above]}/${frames[frame[at]!]!.name}`);
    return `${paths[at]} ${top[at]}/${total[at]}`;
  });
}

test.each([
  ['parse /app/query.js:10:20', 'parse', '/app/query.js', 9, 19, 'app'],
  ['get size /app/with space/a b.mjs:1:2', 'get size', '/app/with space/a b.mjs', 0, 1, 'app'],
  ['<anonymous> file:///app/node_modules/pug/index.js:3:1', '(anonymous)', 'file:///app/node_modules/pug/index.js', 2, 0, 'deps'],
  ['(anonymous) C:\\app\\server.js:3:1', '(anonymous)', 'C:\\app\\server.js', 2, 0, 'app'],
  ['emit node:events:465:44', 'emit', 'node:events', 464, 43, 'core'],
  ['run evalmachine.<anonymous>:1:5', 'run', 'evalmachine.<anonymous>', 0, 4, 'native'],
  ['(anonymous) [eval]:1:5', '(anonymous)', '[eval]', 0, 4, 'native'],
  ['/a+b:1:2/ [CODE:RegExp]', '/a+b:1:2/ [CODE:RegExp]', '', -1, -1, 'regexp'],
  ['ArrayMap [CODE:Builtin]', 'ArrayMap [CODE:Builtin]', '', -1, -1, 'v8'],
  ['v8::internal::Heap::Scavenge() [CPP]', 'v8::internal::Heap::Scavenge() [CPP]', '', -1, -1, 'v8'],
  ['epoll_pwait [CPP]', 'epoll_pwait [CPP]', '', -1, -1, 'cpp'],
  ['/lib/libc.so.6 [SHARED_LIB]', '/lib/libc.so.6 [SHARED_LIB]', '', -1, -1, 'cpp'],
  ['wasm-function[7] [WASM:Opt]', 'wasm-function[7] [WASM:Opt]', '', -1, -1, 'wasm'],
])('%s', (fn, name, url, line, column, type) => {
  expect(importZeroX(root([node(fn, 0, 1)])).frames).toEqual([
    { name, url, line, column, type, tier: 'none', inlined: false, init: false },
  ]);
});

test('the marks: tiers, functions inlined elsewhere, loading of modules', () => {
  const { frames } = importZeroX(root([0, 1, 2, 3, 4].map((S) => node('f /a.js:1:1', S, 1)).concat(node('f /a.js:1:1 [INIT]', 1, 1))));
  expect(frames.map(({ tier, inlined, init }) => `${tier} ${inlined} ${init}`)).toEqual([
    'none false false',
    'unoptimised false false',
    'optimised false false',
    'unoptimised true false',
    'optimised true false',
    'unoptimised false true',
  ]);
});

/*
 * handle ~ 1/10            merged: handle 3/12
 *   ├─ word (inlined) 2/5            ├─ trim 7/7       3 of them under `word`, which is left out
 *   │    └─ trim * 3/3               └─ ...            and so are the 2 ticks on top of it
 *   └─ trim ~ 4/4
 * handle * 2/2
 */
test('without tiers one function is one frame, and inlined ones are left out', () => {
  const trim = (S: number, top: number) => node('trim /a.js:9:1', S, top);
  const stacks = importZeroX(
    root([node('handle /a.js:1:1', 1, 1, [node('word /a.js:5:1', 3, 2, [trim(2, 3)]), trim(1, 4)]), node('handle /a.js:1:1', 2, 2)]),
  );
  expect(draw(stacks).sort()).toEqual([
    ' 0/12',
    '/handle 1/10',
    '/handle 2/2',
    '/handle/trim 4/4',
    '/handle/word 2/5',
    '/handle/word/trim 3/3',
  ]);
  expect(draw(mergeTiers(stacks)).sort()).toEqual([' 0/12', '/handle 3/12', '/handle/trim 7/7']);
});
