/** Calls in which a thread waits for the system, by the built-in function that is sampled and the function of Node that calls it. */
import { isAgentFrame } from '../../model/profile/frame-kind.ts';
import type { Frame, Profile } from '../../model/profile/profile.ts';

/** Of a sample in a call that blocks, so much is on CPU: 2 to 5 % of the time of `spawnSync` forks, and less of a wait. */
export const LEAST_WORK = 0.02;

/** By node: how its samples are to be read. */
export const RUNS = 0;
/** It waits whenever it is sampled, but for a few percent: that of `spawnSync` forks. */
export const BLOCKS = 1;
/** It works (a file that is in memory) or waits (a pipe, a disk). */
export const MAY_BLOCK = 2;

/** As sampled in Node 18 to 26. An asynchronous `spawn` waits, too, until the other program has begun. */
const CALLS: Readonly<Record<string, { readonly is: number; readonly below: readonly string[] }>> = {
  spawn: { is: BLOCKS, below: ['spawnSync', 'ChildProcess.spawn', 'spawn'] },
  open: { is: MAY_BLOCK, below: ['openSync', 'readFileSync', 'writeFileSync', 'open'] },
  read: { is: MAY_BLOCK, below: ['readSync', 'tryReadSync', 'readFileSync'] },
  readBuffers: { is: MAY_BLOCK, below: ['readvSync'] },
  readFileUtf8: { is: MAY_BLOCK, below: ['readFileSync'] },
  writeBuffer: { is: MAY_BLOCK, below: ['writeSync', 'writeFileSync'] },
  writeString: { is: MAY_BLOCK, below: ['writeSync', 'writeFileSync'] },
  writeBuffers: { is: MAY_BLOCK, below: ['writevSync'] },
  writeFileUtf8: { is: MAY_BLOCK, below: ['writeFileSync', 'appendFileSync'] },
  fsync: { is: MAY_BLOCK, below: ['fsyncSync', 'writeFileSync'] },
  fdatasync: { is: MAY_BLOCK, below: ['fdatasyncSync'] },
  copyFile: { is: MAY_BLOCK, below: ['copyFileSync'] },
};

/** Where `node --cpu-prof` samples a wait for another program: the built-in that it calls is in no stack there. */
const SPAWNS = { name: 'spawnSync', url: /^(?:node:)?internal\/child_process(?:\.js)?$/ };

const CORE = /^(?:node:|internal\/|child_process|fs\.js)/;

/** Of each node of a profile. */
export function readCalls({ frames, frame, parent }: Pick<Profile, 'frames' | 'frame' | 'parent'>): Uint8Array {
  const calls = frames.map(({ name, url, kind }) => (url === '' && kind === 'native' && Object.hasOwn(CALLS, name) ? CALLS[name]! : null));
  const spawns = frames.map(({ name, url }) => name === SPAWNS.name && SPAWNS.url.test(url));
  return Uint8Array.from(frame, (of, node) => {
    if (spawns[of]) return BLOCKS;
    const call = calls[of];
    if (call === null || call === undefined || node === 0) return RUNS;
    const above = callerOf({ frames, frame, parent }, node);
    const caller = frames[frame[above]!]!;
    // Its own files are in memory.
    if (above > 0 && isAgentFrame(frames[frame[parent[above]!]!]!)) return RUNS;
    return CORE.test(caller.url) && call.below.includes(caller.name) ? call.is : RUNS;
  });
}

/** The node of the caller; the agent may stand between a function of Node and the built-in that it calls. */
export function callerOf({ frames, frame, parent }: Pick<Profile, 'frames' | 'frame' | 'parent'>, node: number): number {
  let above = parent[node]!;
  while (above > 0 && isAgentFrame(frames[frame[above]!]!)) above = parent[above]!;
  return above;
}

/** Evaluated code, whose text is not kept: its lines do not show whether it works or waits. */
export function isUnread({ url }: Pick<Frame, 'url'>): boolean {
  return /^(?:\[(?:worker )?eval\d{0,9}\]|\[stdin\]|evalmachine\.<anonymous>)$/.test(url);
}

/** V8's sampler begins each slice in the call that starts it, which is ours. */
export function isSamplerItself({ frames, frame, parent }: Pick<Profile, 'frames' | 'frame' | 'parent'>, node: number): boolean {
  const of = frames[frame[node]!]!;
  if (node === 0) return false;
  const isPost = ({ name, url }: Frame): boolean => name === 'post' && (url === 'node:inspector' || url === 'inspector.js');
  return isPost(of) || (of.url === '' && (of.name === 'dispatch' || of.name === 'post') && isPost(frames[frame[parent[node]!]!]!));
}
