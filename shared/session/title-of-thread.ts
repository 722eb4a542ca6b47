import type { RunRecording } from './recording.ts';

/** What a thread is called; in a file of another tool, each profile is a thread. Empty: it has no name, or is the main one. */
export function titleOfThread(
  { threads, imported }: RunRecording,
  { pid, thread }: { readonly pid: number; readonly thread: number },
): string {
  if (imported !== null) return imported.titles[thread] ?? '';
  return threads.find((one) => one.pid === pid && one.thread === thread)?.title ?? '';
}
