/** The process that reads one V8 log. It and the processes that it starts are a group, which ends with the engine. */
import type { LogAnswer, LogOrder } from './protocol.ts';
import { readLog } from './read-log.ts';

process.once('message', async (order: LogOrder) => {
  process.send!(await answer(order), () => process.disconnect());
});

process.once('disconnect', () => {
  // Where it is no group of its own there are no groups: what it has started ends when nobody reads what it writes.
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit(0);
  }
});

async function answer(order: LogOrder): Promise<LogAnswer> {
  try {
    const log = await readLog(order);
    return log === null ? { type: 'no-ticks' } : { type: 'read', log };
  } catch (error) {
    return { type: 'failed', why: (error as Error).message };
  }
}
