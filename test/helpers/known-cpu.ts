import type { KnownCpu } from '../../shared/model/profile/known-cpu.ts';

/** As the kernel tells it of a run of ten seconds. */
export const KNOWN_CPU: KnownCpu = { by: 'kernel', cpuMs: 9_400, unseenMs: 0, lostMs: 0, intervalUs: 1_000 };
