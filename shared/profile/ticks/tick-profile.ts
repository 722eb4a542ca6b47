/** Stacks of classic ticks as a profile that counts them, for formats that have one. */
import { CPU_OF_MAIN_THREAD, type Profile } from '../../model/profile/profile.ts';
import type { Ticks } from '../../model/profile/ticks.ts';
import { ProfileBuilder } from '../import/profile-builder.ts';
import { treeOfTicks } from './tick-functions.ts';

/** Functions once, whatever their tier; a sample for each node with ticks of its own, without a time. Null: it has no stacks. */
export function profileOfTicks(ticks: Pick<Ticks, 'total' | 'stacks' | 'bottomUp' | 'pid'>): Profile | null {
  if (ticks.stacks.frames.length === 0) return null;
  const { frames, frame, parent, self } = treeOfTicks(ticks);
  const builder = new ProfileBuilder('', true);
  const indexes = frames.map((one) => builder.frame(one));
  const nodes = new Int32Array(parent.length);
  for (let node = 0; node < nodes.length; node++) {
    if (node > 0) nodes[node] = builder.child(nodes[parent[node]!]!, indexes[frame[node]!]!);
    if (self[node]! > 0) builder.sample(nodes[node]!, self[node]!);
  }
  const { thread } = CPU_OF_MAIN_THREAD;
  return { ...builder.build({ thread, unit: 'samples' }, 0), pid: ticks.pid };
}
