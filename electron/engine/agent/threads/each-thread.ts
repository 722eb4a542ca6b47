/** The same work in every worker thread of the user's program, over a session with the main thread. Ours is left alone. */
import type { Inspector } from '../inspector-client.ts';
import { type Announced, identityOf, isOurThread } from './announced-thread.ts';
import { ThreadInspector } from './thread-inspector.ts';

/** Resolves with the results when all have it or ended: of one that ends meanwhile there is none. */
export async function inEachThread<T>(main: Inspector, work: (inspector: Inspector, thread: number) => Promise<T>): Promise<T[]> {
  const threads = new Map<string, ThreadInspector>();
  const results: Promise<T[]>[] = [];
  main.on('NodeWorker.attachedToWorker', (announced) => {
    const { sessionId, workerInfo } = announced as unknown as Announced;
    const identity = identityOf(workerInfo);
    if (isOurThread(workerInfo.url) || identity === null) return;
    const thread = new ThreadInspector(main, sessionId);
    threads.set(sessionId, thread);
    results.push(
      work(thread, identity.thread).then(
        (result) => [result],
        () => [],
      ),
    );
  });
  main.on('NodeWorker.detachedFromWorker', ({ sessionId }) => threads.get(sessionId as string)?.close());
  main.on('NodeWorker.receivedMessageFromWorker', ({ sessionId, message }) => threads.get(sessionId as string)?.receive(message as string));
  // Existing threads are announced before the reply to this.
  await main.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  const all = await Promise.all(results);
  await main.post('NodeWorker.disable');
  return all.flat();
}
