import type { BroadcastChannel } from 'node:worker_threads';

/** It keeps no thread alive. The types of Node know nothing of it. */
export function unrefChannel(channel: BroadcastChannel): void {
  (channel as unknown as { unref(): void }).unref();
}
