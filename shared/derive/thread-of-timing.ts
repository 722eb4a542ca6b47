import type { UserTiming } from '../model/user-timings.ts';
import { threadName } from '../phrases/profile-words.ts';
import type { RunRecording } from '../session/recording.ts';
import { titleOfThread } from '../session/title-of-thread.ts';

/** The thread that made a mark or a measure, in words; empty: the main one. */
export function threadOfTiming(recording: RunRecording): (timing: Pick<UserTiming, 'pid' | 'thread'>) => string {
  return ({ pid, thread = 0 }) => (thread === 0 ? '' : threadName({ thread, title: titleOfThread(recording, { pid, thread }) }));
}
