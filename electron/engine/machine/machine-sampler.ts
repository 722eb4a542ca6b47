/** Samples each second what disturbs a run (clocks that jump, other programs, the host of a virtual machine), and the load process. */
import type { Microseconds, Percent } from '../../../shared/base/units.ts';
import type { GeneratorHealth, MachineSample } from '../../../shared/model/run.ts';
import type { ProcessRow } from '../agent/processes.ts';
import { ClockGapMeter, type Clocks, SYSTEM_CLOCKS } from './clock-gap.ts';
import { type MachineCpu, readMachineCpu, usedBetween } from './cpu-times.ts';

const EVERY_MS = 1_000;
/** CPU is counted in hundredths of a second: over less than this a percentage is too coarse to mean anything. */
const SHORTEST_US: Microseconds = 250_000;

export interface MachineSources {
  readonly clocks: Clocks;
  readonly readCpu: () => MachineCpu | null;
  /** The processes of the target and ours. Null: those of the target are not known. */
  readonly processes: () => readonly ProcessRow[] | null;
}

interface Reading {
  readonly at: Microseconds;
  readonly cpu: MachineCpu | null;
  readonly processes: readonly ProcessRow[] | null;
}

export class MachineSampler {
  private readonly timer: NodeJS.Timeout;
  private readonly gaps: ClockGapMeter;
  private before: Reading;
  private health: GeneratorHealth | null = null;

  constructor(
    private readonly sources: MachineSources,
    private readonly onSample: (sample: MachineSample) => void,
  ) {
    this.gaps = new ClockGapMeter(sources.clocks, EVERY_MS * 1e3);
    this.before = this.read();
    this.timer = setInterval(() => this.sample(), EVERY_MS).unref();
  }

  /** What the load process reports about itself, as it arrives. */
  heard(health: GeneratorHealth): void {
    this.health = health;
  }

  /** Takes the last sample. */
  stop(): void {
    clearInterval(this.timer);
    this.sample();
  }

  /** Public for a test that has its own clocks. */
  sample(): void {
    const { before, health } = this;
    const now = this.read();
    this.before = now;
    this.onSample({
      at: now.at,
      clockGap: this.gaps.takeGap(),
      ...cpuBetween(before, now),
      generatorPercent: health?.cpuPercent ?? Number.NaN,
      generatorLateness: health?.latenessMs ? health.latenessMs.p99 * 1e3 : Number.NaN,
    });
  }

  private read(): Reading {
    const { clocks, readCpu, processes } = this.sources;
    return { at: clocks.monotonicUs(), cpu: readCpu(), processes: processes() };
  }
}

/** The sources of this machine. */
export function systemSources(processes: MachineSources['processes']): MachineSources {
  return { clocks: SYSTEM_CLOCKS, readCpu: readMachineCpu, processes };
}

function cpuBetween(before: Reading, now: Reading): Pick<MachineSample, 'foreignPercent' | 'stealPercent'> {
  const passed = now.at - before.at;
  if (before.cpu === null || now.cpu === null || passed < SHORTEST_US) return { foreignPercent: Number.NaN, stealPercent: Number.NaN };
  const share = (us: Microseconds): Percent => (100 * Math.max(0, us)) / passed;
  return {
    foreignPercent:
      before.processes === null || now.processes === null
        ? Number.NaN
        : share(now.cpu.busyUs - before.cpu.busyUs - usedBetween(before.processes, now.processes)),
    stealPercent: share(now.cpu.stealUs - before.cpu.stealUs),
  };
}
