/** The process that reads one V8 log. It and the processes that it starts are a group, which ends with the engine. */
import { ticksSchema } from '../../../shared/session/ticks-schema.ts';
import type { LogOrder, LogReply } from './protocol.ts';
import { readLog } from './read-log.ts';

process.once('message', async (order: LogOrder) => {
  process.send!(await readOrdered(order), () => process.disconnect());
});

process.once('disconnect', () => {
  // Without a process group, what it has started ends when its output is no longer read.
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit(0);
  }
});

async function readOrdered(order: LogOrder): Promise<LogReply> {
  try {
    const log = await readLog(order);
    if ('hasBegun' in log) return { type: 'no-ticks', ...log };
    // Otherwise a session would be written that cannot be opened.
    return ticksSchema.safeParse({ ...log, node: '', pid: 0 }).success ? { type: 'read', log } : { type: 'too-many' };
  } catch (error) {
    return { type: 'failed', why: (error as Error).message };
  }
}
