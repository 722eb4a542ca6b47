/** How long a comparison takes. */
import type { Milliseconds } from '../../../../shared/base/units.ts';
import { clientNamed } from '../../../../shared/model/clients.ts';
import type { ComparisonSetup } from '../../../../shared/model/comparison/comparison.ts';
import type { Pass } from '../../../../shared/model/comparison/pass.ts';
import { endOf } from '../../../../shared/model/load-models.ts';
import { CAPTURES } from '../../../../shared/model/setup/captures.ts';
import type { Setup } from '../../../../shared/model/setup/setup.ts';

/** Starting a process, finding its port, and stopping it with everything it started. */
const OVERHEAD_MS: Milliseconds = 1_200;
/** Assumed for a number of requests to a server that was never measured. */
const UNKNOWN_AMOUNT_MS: Milliseconds = 10_000;

/** Reading the log of V8 when a cell that records one has ended. */
const READING_MS: Milliseconds = 3_000;

/** Requests per second that a set-up asks for, or reached before; null: not known. */
export type KnownRate = (setup: Setup) => number | null;

/** Duration of one run as planned, including start and stop. */
export function estimatePassMs(setup: Setup, rateOf: KnownRate): Milliseconds {
  const { overrunMs = 0 } = clientNamed(setup.client.kind);
  return OVERHEAD_MS + setup.load.warmupS * 1e3 + loadMs(setup, rateOf) + overrunMs;
}

/** The extra time of a run for what it records: none in a comparison, as its measured runs record nothing. */
export function recordingMs({ grid, variants }: ComparisonSetup, variant: number): Milliseconds {
  return grid?.records && CAPTURES[variants[variant]!.setup.capture.kind].readsAfterExit ? READING_MS : 0;
}

function loadMs(setup: Setup, rateOf: KnownRate): Milliseconds {
  const end = endOf(setup.load);
  if (end.by === 'duration') return end.seconds * 1e3;
  const rate = rateOf(setup);
  return rate === null || rate <= 0 ? UNKNOWN_AMOUNT_MS : (end.requests / rate) * 1e3;
}

/** Expected durations of runs: as measured if the variant was run; otherwise as planned, plus the mean overrun so far. */
export class PassTimes {
  private readonly walls: Milliseconds[][];

  constructor(
    private readonly setup: ComparisonSetup,
    private readonly rateOf: KnownRate,
  ) {
    this.walls = setup.variants.map(() => []);
  }

  add(variant: number, wallMs: Milliseconds): void {
    this.walls[variant]!.push(wallMs);
  }

  expected(variant: number): Milliseconds {
    const known = this.walls[variant]!;
    if (known.length > 0) return meanOf(known);
    const { setup } = this.setup.variants[variant]!;
    const others = this.walls.flat();
    // The durations of other variants are a better estimate than none.
    if (endOf(setup.load).by === 'amount' && this.rateOf(setup) === null && others.length > 0) return meanOf(others);
    return estimatePassMs(setup, this.rateOf) + recordingMs(this.setup, variant) + this.beyondPlan();
  }

  /** With runs of a set time, the overrun is the extra cost of starting and stopping on this machine; a number of requests may take any time. */
  private beyondPlan(): Milliseconds {
    const beyond = this.walls.flatMap((walls, variant) => {
      const { setup } = this.setup.variants[variant]!;
      return endOf(setup.load).by === 'duration'
        ? walls.map((ms) => ms - estimatePassMs(setup, this.rateOf) - recordingMs(this.setup, variant))
        : [];
    });
    return beyond.length === 0 ? 0 : meanOf(beyond);
  }

  /** Time left for these runs, the first of which has been running for `elapsedMs`. */
  left(passes: readonly Pick<Pass, 'variant'>[], elapsedMs: Milliseconds): Milliseconds {
    const [running, ...later] = passes.map(({ variant }) => this.expected(variant));
    return Math.max(0, (running ?? 0) - elapsedMs) + later.reduce((sum, ms) => sum + ms, 0);
  }
}

function meanOf(values: readonly Milliseconds[]): Milliseconds {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
