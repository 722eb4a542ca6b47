import type { NotIdleWorkers } from '../analysis/not-idle-workers.ts';
import type { Milliseconds } from '../base/units.ts';
import { formatMs } from '../format/figures.ts';

/** What sentences about blocked worker threads need. */
export function blockedOf({ threads, call, isLeast }: NotIdleWorkers, blockedMs: Milliseconds) {
  return { threads, blocked: formatMs(blockedMs), call: call ?? 'none', least: isLeast ? 'yes' : 'no' };
}
