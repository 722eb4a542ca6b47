/** One process among those of a run that have a profile. */
import { fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import type { Profile } from '../../../../shared/profile/profile.ts';
import type { RunRecording } from '../../../../shared/session/recording.ts';
import { type Enumeration, say } from '../../../../shared/words/said.ts';

/** The non-empty CPU profiles of the process `pid`, or of all processes (null). Fails if the process has none. */
export function profilesOf(recording: RunRecording, pid: number | null): Outcome<readonly Profile[]> {
  const profiles = recording.profiles('cpu').filter((profile) => profile.sampleNode.length > 0);
  if (pid === null) return succeed(profiles);
  const own = profiles.filter((profile) => profile.pid === pid);
  if (own.length > 0) return succeed(own);
  const hint =
    profiles.length === 0 ? say('session.recordProfile') : say('session.profilesOf', { processes: listProcesses(recording, profiles) });
  return fail('not-found', say('session.noProfileOf', { pid }), hint);
}

/** "101 (main app.js, 1,234 samples), 102 (cluster worker app.js, 30 samples)"; the busiest first. */
export function listProcesses({ processes }: RunRecording, profiles: readonly Profile[]): Enumeration {
  const list = [...profiles]
    .sort((a, b) => b.sampleNode.length - a.sampleNode.length)
    .map(({ pid, sampleNode }) => {
      const known = processes.find((process) => process.pid === pid);
      const told = { pid, samples: { figure: sampleNode.length, as: 'count' } } as const;
      return known ? say('session.processKnown', { ...told, role: known.role, title: known.title }) : say('session.process', told);
    });
  return { list, by: 'comma' };
}
