/** Classic ticks on their way to the page. */
import type { TickColumns } from '../protocol/contract.ts';
import type { Ticks } from './ticks.ts';

export function toTickColumns({ stacks, ...figures }: Ticks): TickColumns {
  const { frames, parent, frame, top, total } = stacks;
  return {
    meta: { ...figures, frames },
    parent: Int32Array.from(parent),
    frame: Int32Array.from(frame),
    top: Float64Array.from(top),
    total: Float64Array.from(total),
  };
}
