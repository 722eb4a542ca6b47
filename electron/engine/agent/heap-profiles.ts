/** What the threads of a process allocate. */
import { HeapProfiler, type HeapReport } from './heap-profiler.ts';
import type { Inspector } from './inspector-client.ts';
import { ProcessProfiles, type ProfilesContext } from './threads/process-profiles.ts';
import type { ThreadProfiling } from './threads/thread-profiles.ts';

const OF_THREADS: ThreadProfiling<HeapReport> = { make: (context, inspector) => new HeapProfiler(context, inspector) };

export function heapProfiles(context: ProfilesContext<HeapReport>, inspector: Inspector): ProcessProfiles<HeapReport> {
  return new ProcessProfiles(context, inspector, new HeapProfiler(context, inspector), OF_THREADS);
}
