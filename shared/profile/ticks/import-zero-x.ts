/**
 * The tree that 0x makes of ticks ("unmerged": functions apart by tier) as columns. What a frame is, 0x writes into its name:
 *
 *   parse /app/query.js:10:20                  JavaScript; `fn` of a node has this, its `name` also the marks below
 *   ~parse /app/query.js:10:20 [INLINABLE]     `~` not optimised, `*` optimised
 *   epoll_pwait [CPP]   /lib/libc.so.6 [SHARED_LIB]   ArrayMap [CODE:Builtin]   /a+b/ [CODE:RegExp]
 *   require node:internal/modules/helpers:170:31 [INIT]
 */
import { MAX_NAME_LENGTH, MAX_URL_LENGTH, shorten } from '../../base/shorten.ts';
import { showHidden } from '../../base/show-hidden.ts';
import { ANONYMOUS_NAME, isAgent } from '../../model/profile/frame-kind.ts';
import type { TickFrame, TickStacks, TickTier, TickType } from '../../model/profile/ticks.ts';

/** As 0x has it: `value` ticks with this frame on the stack, `top` of them with it on top. */
export interface ZeroXNode {
  readonly name: string;
  /** The name without the marks of the tier; the root has none. */
  readonly fn?: string;
  /** 0 nothing known, 1 not optimised, 2 optimised, 3 and 4 the same of functions that were inlined elsewhere. */
  readonly S?: number;
  readonly value: number;
  readonly top: number;
  readonly children?: readonly ZeroXNode[];
}

export function importZeroX(root: ZeroXNode): TickStacks {
  const frames: TickFrame[] = [];
  const frameOf = new Map<string, number>();
  const stacks = { parent: [-1], frame: [-1], top: [0], total: [0] };
  const waiting = [{ node: root, place: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const child of next.node.children ?? []) {
      const key = `${child.S ?? 0} ${child.fn ?? child.name}`;
      let frame = frameOf.get(key);
      if (frame === undefined) {
        frame = frames.push(readFrame(child)) - 1;
        frameOf.set(key, frame);
      }
      const place = stacks.parent.push(next.place) - 1;
      stacks.frame.push(frame);
      stacks.top.push(child.top);
      stacks.total.push(child.value);
      waiting.push({ node: child, place });
      // Of ticks without a stack 0x keeps nothing.
      if (next.place === 0) stacks.total[0]! += child.value;
    }
  }
  return { frames, ...stacks };
}

const TIERS: readonly TickTier[] = ['none', 'unoptimised', 'optimised', 'unoptimised', 'optimised'];
const INIT = / \[INIT\]$/;
const CODE_TYPE = / \[(CPP|SHARED_LIB|CODE|WASM)(?::([^\]]*))?\]$/;
/** Name, address and position. Both the name (`get size`) and the address may have spaces; an address begins like one. */
const PLACED = /^(?:(.*?) )??((?:file:\/\/|https?:\/\/|node:|wasm:|native |internal\/|\[eval\]|\/|\\\\|[A-Za-z]:[\\/]).*):(\d+):(\d+)$/;
/** Other addresses, such as `evalmachine.<anonymous>` and what a program calls its scripts, are one word. */
const PLACED_AT_WORD = /^(?:(.*) )?(\S*):(\d+):(\d+)$/;

function readFrame({ name, fn, S = 0 }: ZeroXNode): TickFrame {
  const marked = fn ?? name;
  const init = INIT.test(marked);
  const text = marked.replace(INIT, '');
  const [suffix, type, kind] = CODE_TYPE.exec(text) ?? [];
  const facts = { tier: TIERS[S] ?? 'none', inlined: S > 2, init };
  if (suffix !== undefined) return { ...unplaced(text), type: typeOfCode(type!, kind, text), ...facts };
  const place = readPlace(text);
  return place === null
    ? { ...unplaced(text), type: 'v8', ...facts }
    : { ...place, url: shorten(showHidden(place.url), MAX_URL_LENGTH), type: typeOfScript(place.url), ...facts };
}

/** Of `parse /app/query.js:10:20`. Null: it has no place. */
export function readPlace(text: string): Pick<TickFrame, 'name' | 'url' | 'line' | 'column'> | null {
  const [, own = '', url, line, column] = PLACED.exec(text) ?? PLACED_AT_WORD.exec(text) ?? [];
  if (url === undefined) return null;
  const name = own === '' || own === '<anonymous>' ? ANONYMOUS_NAME : shorten(showHidden(own), MAX_NAME_LENGTH);
  return { name, url, line: Number(line) - 1, column: Number(column) - 1 };
}

function unplaced(text: string): Pick<TickFrame, 'name' | 'url' | 'line' | 'column'> {
  return { name: shorten(showHidden(text), MAX_NAME_LENGTH), url: '', line: -1, column: -1 };
}

function typeOfCode(type: string, kind: string | undefined, text: string): TickType {
  if (type === 'WASM') return 'wasm';
  if (type === 'CODE') return kind === 'RegExp' ? 'regexp' : 'v8';
  return type === 'CPP' && text.includes('v8::internal::') ? 'v8' : 'cpp';
}

/** 0x looks for `.js` only; there are other extensions. The origin of code from `eval` is not known. */
function typeOfScript(url: string): TickType {
  if (/^(?:node:|internal\/)/.test(url)) return 'core';
  if (url.startsWith('wasm:')) return 'wasm';
  if (url.startsWith('native ') || !/[\\/]/.test(url)) return 'native';
  return /[\\/]node_modules[\\/]/.test(url) || isAgent(url) ? 'deps' : 'app';
}
