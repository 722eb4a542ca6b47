/** The CPU profiles of a process. */
import type { CaptureContext } from './capture-half.ts';
import { finishExpression, installInThreadExpression } from './console-profiles.ts';
import { CpuProfiler, type ThreadReport } from './cpu-profiler.ts';
import type { Inspector } from './inspector-client.ts';
import { ProcessProfiles, type ProfilesContext } from './threads/process-profiles.ts';
import type { ThreadProfiling } from './threads/thread-profiles.ts';

const OF_THREADS: ThreadProfiling<ThreadReport> = {
  make: (context, inspector) => new CpuProfiler({ ...context, requests: null }, inspector),
  expressions: { install: installInThreadExpression, finish: finishExpression },
};

export function cpuProfiles(
  context: ProfilesContext<ThreadReport> & Pick<CaptureContext, 'requests'>,
  inspector: Inspector,
): ProcessProfiles<ThreadReport> {
  return new ProcessProfiles(context, inspector, new CpuProfiler(context, inspector), OF_THREADS);
}
