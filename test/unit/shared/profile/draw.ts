/**
 * Profiles drawn by hand: columns are samples in time, rows the stack from the outside in.
 *
 *     time   0     10    20    30        the last time is the end of the profile
 *            a     a     (idle)
 *            b     .                     `.`: the stack ends above
 *
 * `(gc)` is V8's `(garbage collector)`. A name's ending says whose code it is: `express@dep`, `read@core`, `map@native`; without one it is the user's own.
 * `emit@core:events` is a function of the file `node:events`.
 */
import { CPU_OF_MAIN_THREAD, type Profile } from '../../../../shared/model/profile/profile.ts';
import type { V8CallFrame, V8Profile, V8ProfileNode } from '../../../../shared/profile/import/v8-profile.ts';
import { ProfileMerger } from '../../../../shared/profile/time/merge-slices.ts';

const URLS: Record<string, (name: string) => string> = {
  dep: (name) => `file:///app/node_modules/${name}/index.js`,
  core: (name) => `node:${name}`,
  native: () => '',
};

function toCallFrame(token: string): V8CallFrame {
  const special = token === '(gc)' ? '(garbage collector)' : token;
  if (special.startsWith('(')) return { functionName: special, scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 };
  const [name = '', of] = token.split('@');
  const [kind, file = name] = of?.split(':') ?? [];
  const url = kind === undefined ? 'file:///app/main.js' : URLS[kind]!(file);
  return { functionName: name, scriptId: '1', url, lineNumber: url === '' ? -1 : 0, columnNumber: url === '' ? -1 : 0 };
}

/** A slice as V8 would have written it, `shift` µs later. */
export function drawSlice(drawing: string, shift = 0): V8Profile {
  const rows = drawing
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((row) => row[0] !== '');
  const times = rows[0]!.slice(1).map((time) => Number(time) + shift);
  const stacks = times.slice(0, -1).map((_, column) => rows.slice(1).map((row) => row[column]!));

  const nodes: (V8ProfileNode & { children: number[] })[] = [{ id: 1, callFrame: toCallFrame('(root)'), children: [] }];
  const samples = stacks.map((stack) => {
    let at = nodes[0]!;
    for (const token of stack) {
      if (token === '.' || token === undefined) break;
      const callFrame = toCallFrame(token);
      let child = nodes.find(
        ({ id, callFrame: known }) =>
          at.children.includes(id) && known.functionName === callFrame.functionName && known.url === callFrame.url,
      );
      if (child === undefined) {
        child = { id: nodes.length + 1, callFrame, children: [] };
        nodes.push(child);
        at.children.push(child.id);
      }
      at = child;
    }
    return at.id;
  });
  const timeDeltas = samples.map((_, i) => (i === 0 ? 0 : times[i]! - times[i - 1]!));
  return { nodes, startTime: times[0]!, endTime: times.at(-1)!, samples, timeDeltas };
}

export function drawProfile(drawing: string, pid = 1): Profile {
  const merger = new ProfileMerger({ pid, intervalUs: 10, ...CPU_OF_MAIN_THREAD });
  merger.addSlice(drawSlice(drawing));
  return merger.toProfile(0, {});
}

/** A tree, one line a node: indentation, name, self, total; what a reviewer compares with the drawing. */
export function printTree(tree: {
  readonly parent: Int32Array;
  readonly frame: Int32Array;
  readonly self: Float64Array;
  readonly total: Float64Array;
  readonly frames: readonly { readonly name: string }[];
}): string[] {
  const print = (node: number, depth: number): string[] => [
    `${'  '.repeat(depth)}${tree.frames[tree.frame[node]!]!.name} self ${tree.self[node]} total ${tree.total[node]}`,
    ...Array.from(tree.parent.keys())
      .filter((child) => tree.parent[child] === node)
      .flatMap((child) => print(child, depth + 1)),
  ];
  return print(0, 0);
}

/** A seeded profile of random stacks, for what must hold of all profiles. Names repeat, so stacks recur and merge. */
export function makeRandomProfile(random: () => number, samples: number, pid = 1): Profile {
  const tokens = ['a', 'b', 'c', 'lib@dep', 'http@core', 'map@native', '__proto__', 'constructor'];
  const pick = () => tokens[Math.floor(random() * tokens.length)]!;
  const stacks = Array.from({ length: samples }, () => {
    const special = random();
    if (special < 0.1) return ['(idle)'];
    if (special < 0.15) return ['(gc)'];
    return Array.from({ length: 1 + Math.floor(random() * 6) }, pick);
  });
  let time = 0;
  const times = stacks.map(() => {
    time += Math.floor(random() * 300);
    return time;
  });
  const depth = 6;
  const rows = Array.from({ length: depth }, (_, level) => stacks.map((stack) => stack[level] ?? '.').join(' '));
  return drawProfile([`time ${times.join(' ')} ${time + 50}`, ...rows].join('\n'), pid);
}

/** mulberry32: small, seeded, good enough to draw test data. */
export function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
