/**
 * Marks and measures of the worker threads of the user's program. They reach our own thread by a channel of the process, because the main
 * thread may be blocked, and no run needs to take a profile for it.
 */
import { BroadcastChannel, threadId } from 'node:worker_threads';
import type { FromAgent } from '../protocol.ts';
import { observeTimings } from '../user-timings.ts';
import { unrefChannel } from './unref-channel.ts';

const CHANNEL = 'loopscope.agent.timings';

/** In a thread of the user's. The channel is opened for the first of them: most threads make none. The result tells what is left, at the end of the thread. */
export function tellThreadTimings(): () => void {
  let channel: BroadcastChannel | null = null;
  return observeTimings((timings, lost) => {
    if (channel === null) {
      channel = new BroadcastChannel(CHANNEL);
      unrefChannel(channel);
    }
    channel.postMessage({ type: 'timings', timings, lost, thread: threadId } satisfies FromAgent);
  });
}

/** In ours. The engine checks what comes: the user's code could write there, too. */
export function receiveThreadTimings(send: (message: FromAgent) => void): void {
  const channel = new BroadcastChannel(CHANNEL);
  unrefChannel(channel);
  channel.onmessage = (event: unknown) => {
    const { data } = event as { data: FromAgent };
    if (data?.type === 'timings') send(data);
  };
}
