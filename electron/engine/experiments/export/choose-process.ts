/** One process or thread among those of a run that have a profile. */
import { fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import { isOfThread, MAIN_THREAD, type Profile, WORKER_THREADS } from '../../../../shared/model/profile/profile.ts';
import type { ProfileSelection } from '../../../../shared/model/profile/selection.ts';
import type { RunRecording } from '../../../../shared/session/recording.ts';
import { titleOfThread } from '../../../../shared/session/title-of-thread.ts';
import { type Enumeration, say } from '../../../../shared/words/said.ts';

/** A sentence names no more. */
const MOST_LISTED = 20;

/** The selected profiles that are not empty. Fails if there is none of the process or thread. */
export function profilesOf(recording: RunRecording, selection: ProfileSelection): Outcome<readonly Profile[]> {
  const { process: pid, thread } = selection;
  const profiles = recording.profiles({ ...selection, process: null, thread: null }).filter(({ sampleNode }) => sampleNode.length > 0);
  if (selection.kind !== null && profiles.length === 0)
    return fail('not-found', say('session.noProfileOfKind', { kind: selection.kind }), say('session.recordOfKind'));
  if (pid === null && thread === null) return succeed(profiles);
  const ofProcess = profiles.filter((profile) => pid === null || profile.pid === pid);
  const own = ofProcess.filter((profile) => isOfThread(profile.thread, thread));
  if (own.length > 0) return succeed(own);
  if (ofProcess.length > 0 && thread !== null) {
    const none = thread === WORKER_THREADS ? say('session.noWorkerThreads') : say('session.noProfileOfThread', { thread });
    return fail('not-found', none, say('session.threadsOf', { threads: listThreads(recording, ofProcess) }));
  }
  if (pid === null) return fail('not-found', say('session.noWorkerThreads'), say('session.recordProfile'));
  const hint =
    profiles.length === 0 ? say('session.recordProfile') : say('session.profilesOf', { processes: listProcesses(recording, profiles) });
  return fail('not-found', say('session.noProfileOf', { pid }), hint);
}

/** "0 (main thread, 1,234 samples), 2 (resize.js, 3,000 samples)"; the busiest first. */
export function listThreads(recording: RunRecording, profiles: readonly Profile[]): Enumeration {
  const list = [...profiles]
    .sort((a, b) => b.sampleNode.length - a.sampleNode.length)
    .slice(0, MOST_LISTED)
    .map(({ pid, thread, sampleNode }) => {
      const title = titleOfThread(recording, { pid, thread });
      const told = { thread, samples: { figure: sampleNode.length, as: 'count' } } as const;
      if (thread === MAIN_THREAD && recording.imported === null) return say('session.mainThread', told);
      return title === '' ? say('session.thread', told) : say('session.threadKnown', { ...told, title });
    });
  return { list, by: 'comma' };
}

/** "101 (main app.js, 1,234 samples), 102 (cluster worker app.js, 30 samples)"; the busiest first. */
export function listProcesses({ processes }: RunRecording, profiles: readonly Profile[]): Enumeration {
  const samples = new Map<number, number>();
  for (const { pid, sampleNode } of profiles) samples.set(pid, (samples.get(pid) ?? 0) + sampleNode.length);
  const list = [...samples]
    .sort(([, a], [, b]) => b - a)
    .map(([pid, count]) => {
      const known = processes.find((process) => process.pid === pid);
      const told = { pid, samples: { figure: count, as: 'count' } } as const;
      return known ? say('session.processKnown', { ...told, role: known.role, title: known.title }) : say('session.process', told);
    });
  return { list, by: 'comma' };
}
