/** The processes of the server, and what disturbed the machine. */
import { ownCpuPercent } from '../../analysis/other-threads.ts';
import type { RunReport } from '../../model/report.ts';
import { blockedAtEndOf } from '../../session/blocked-end.ts';
import { computeMachineFigures } from '../../session/machine-figures.ts';
import { computeRestarts, lifeOf } from '../../session/restart-figures.ts';
import { computeMedianCpu, computeServerFigures } from '../../session/server-figures.ts';
import { computeCpuByThread } from '../../session/thread-figures.ts';
import { PROFILE } from './profile.ts';
import type { RunPart, Section } from './section.ts';

export const SERVER: Section<'server', 'server' | 'blockedAtEnd' | 'restarts' | 'serverCpu' | 'machine'> = {
  id: 'server',
  entries: [...PROFILE.entries, 'process'],
  derive(part) {
    const { recording, from, to, isWhole } = part;
    const { originUs, processes, failureTimes, server, machine, header } = recording;
    if (originUs === null) return { server: [], blockedAtEnd: null, restarts: null, serverCpu: null, machine: null };
    return {
      server: serverOf(part),
      blockedAtEnd: isWhole ? blockedAtEndOf(recording) : null,
      restarts: computeRestarts(processes, failureTimes, originUs, from, to),
      serverCpu: computeMedianCpu(server, from, to),
      machine: computeMachineFigures(machine, from, to, header?.environment.cores ?? 1, originUs),
    };
  },
};

function serverOf(part: RunPart): RunReport['server'] {
  const { recording, from, to, isWhole } = part;
  const { server, processes, originUs } = recording;
  const { profile } = part.figures(PROFILE);
  const sampled = profile?.unit === 'microseconds' ? profile.threads : [];
  return computeServerFigures(server, processes, from, to, isWhole, recording.loopWithCalls()).map((figures) => {
    const cpuByThread = computeCpuByThread(recording, figures.pid, from, to, sampled);
    const process = processes.find(({ pid }) => pid === figures.pid);
    const ofThreads = cpuByThread === null ? {} : { cpuByThread, ownCpuPercent: ownCpuPercent({ cpuByThread }) };
    return { ...figures, ...lifeOf(process, originUs ?? 0), ...ofThreads };
  });
}
