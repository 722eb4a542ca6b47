import type { UserTiming } from '../model/user-timings.ts';
import { threadName } from '../words/profile-words.ts';
import type { RunRecording } from './recording.ts';

/** What a thread is called; in a file of another tool, each profile is a thread. Empty: it has no name, or is the main one. */
export function titleOfThread(
  { threads, imported }: RunRecording,
  { pid, thread }: { readonly pid: number; readonly thread: number },
): string {
  if (imported !== null) return imported.titles[thread] ?? '';
  return threads.find((one) => one.pid === pid && one.thread === thread)?.title ?? '';
}

/** The thread that made a mark or a measure, in words; empty: the main one. */
export function threadOfTiming(recording: RunRecording): (timing: Pick<UserTiming, 'pid' | 'thread'>) => string {
  return ({ pid, thread = 0 }) => (thread === 0 ? '' : threadName({ thread, title: titleOfThread(recording, { pid, thread }) }));
}
