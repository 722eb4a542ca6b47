/**
 * The door to 0x: of the package only what turns a V8 log into its tree. It starts the given Node to read the log, writes files beside the
 * log, and is a process's own affair: see ticks-process.ts.
 */
import ticksToTree, { type Stack } from '0x/lib/ticks-to-tree.js';
import v8LogToTicks from '0x/lib/v8-log-to-ticks.js';
import type { ZeroXNode } from '../../../shared/profile/ticks/import-zero-x.ts';
import type { Inlined } from './read-inlining.ts';

/** Before the first tick: 0x leaves out the ticks until so long after the first one, that one included, and 0 is such a time. */
const NO_DELAY_S = -1;

/** The tiers as 0x knows them: V8 has renamed one and added one since. */
const KINDS: Readonly<Record<string, string>> = { Sparkplug: 'Baseline', Maglev: 'Opt' };

/** 0x's tree of the stacks, functions apart by tier. */
export async function readTree(log: string, node: string, inlined: Inlined): Promise<ZeroXNode> {
  const ticks = await v8LogToTicks(log, { pathToNodeBinary: node, collectDelay: NO_DELAY_S });
  const mapFrames = (stack: Stack) => stack.map((frame) => ({ ...frame, kind: KINDS[frame.kind ?? ''] ?? frame.kind }));
  return ticksToTree(ticks, { pathToNodeBinary: node, inlined, mapFrames }).unmerged;
}
