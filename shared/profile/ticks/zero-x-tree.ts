/**
 * The tree that 0x makes of ticks ("unmerged"), for files that hold the ticks themselves. 0x also asks the Node at hand which modules are
 * loaded at the start, to mark what ran then (`[INIT]`): whoever opens a file may have another Node, so nothing is marked here.
 */
import { RECORD_LESS, refuse } from '../../foreign/refuse.ts';
import { say } from '../../words/said.ts';
import { MAX_NODES, MAX_STACK_DEPTH } from '../import/read-cpuprofile.ts';
import type { ZeroXNode } from './import-zero-x.ts';

/** A piece of code as V8 describes it: `parse /app/a.js:1:2`, JS, Opt. */
export interface StackCode {
  readonly name: string;
  readonly type: string;
  readonly kind: string | undefined;
}

interface GrowingNode extends ZeroXNode {
  value: number;
  top: number;
  readonly children: GrowingNode[];
}

/** What V8 calls its compilers, as 0x counts them: 1 not optimised, 2 optimised. */
const TIERS: ReadonlyMap<string, number> = new Map([
  ['Unopt', 1],
  ['Baseline', 1],
  ['Sparkplug', 1],
  ['Maglev', 2],
  ['Opt', 2],
]);

export class ZeroXTree {
  readonly root: GrowingNode = { name: 'all stacks', value: 0, top: 0, children: [] };
  private readonly children = new Map<GrowingNode, Map<string, GrowingNode>>();
  private nodes = 0;

  /** `fileName`: for the sentence. */
  constructor(private readonly fileName: string) {}

  /** A tick; outermost function first. */
  add(stack: readonly StackCode[]): void {
    let node = this.root;
    node.value += 1;
    for (const code of stack.slice(0, MAX_STACK_DEPTH)) {
      node = this.child(node, code);
      node.value += 1;
    }
    node.top += 1;
  }

  private child(parent: GrowingNode, code: StackCode): GrowingNode {
    const { fn, S } = nameAs0x(code);
    let children = this.children.get(parent);
    if (children === undefined) {
      children = new Map();
      this.children.set(parent, children);
    }
    const key = `${S} ${fn}`;
    const known = children.get(key);
    if (known !== undefined) return known;
    if (++this.nodes > MAX_NODES) refuse('too-large', say('foreign.nodes', { name: this.fileName, limit: MAX_NODES }), RECORD_LESS);
    const made: GrowingNode = { name: fn, fn, S, value: 0, top: 0, children: [] };
    children.set(key, made);
    parent.children.push(made);
    return made;
  }
}

function nameAs0x({ name, type, kind }: StackCode): { readonly fn: string; readonly S: number } {
  const placed = name.replace(/ (:\d+:\d+)/, ' [eval]$1');
  if (type !== 'JS') return { fn: `${placed} [${type}${kind === undefined ? '' : `:${kind}`}]`, S: 0 };
  const fn = placed.startsWith(' ') ? `(anonymous)${placed}` : placed;
  if (!/:\d+$/.test(fn)) return { fn: `${fn} [WASM${kind === undefined ? '' : `:${kind}`}]`, S: 0 };
  return { fn, S: TIERS.get(kind ?? '') ?? 0 };
}
