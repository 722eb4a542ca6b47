/** The captures that have a half in the target, by name. */
import type { HalvesOfCapture } from './capture-half.ts';
import { ConsoleProfiles } from './console-profiles.ts';
import { CpuProfiler } from './cpu-profiler.ts';

export const HALVES: Readonly<Record<string, HalvesOfCapture>> = {
  cpu: { inWorker: CpuProfiler, inMain: ConsoleProfiles, interruptsWaits: true },
};
