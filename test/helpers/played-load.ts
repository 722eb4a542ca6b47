/** The client that makes the load of a run, on a machine whose time is simulated. */
import type { Exchange } from '../../electron/engine/load/connection.ts';
import { buildExchange } from '../../electron/engine/load/exchange.ts';
import { type ClientPlan, LoadClient } from '../../electron/engine/load/load-client.ts';
import { Measurement } from '../../electron/engine/load/measurement.ts';
import { joinSigns } from '../../electron/engine/load/silence-meter.ts';
import type { Source } from '../../electron/engine/load/sources/source.ts';
import { StagedClient } from '../../electron/engine/load/staged-client.ts';
import { LoadAccumulator } from '../../shared/load/load-accumulator.ts';
import { concatRows, rowCount, unpackRows } from '../../shared/load/request-rows.ts';
import type { GeneratorHealth, RequestBatch } from '../../shared/model/run.ts';
import type { Liveness } from '../../shared/model/silence.ts';
import { planOf } from './plans.ts';
import { SimulatedMachine, type SimulatedServer } from './simulated-machine.ts';

export const MS = 1e3;
export const S = 1e6;
export const ON_DEMAND = { opens: 'on demand', connections: 10_000 } as const;

/** A load that a client makes, with what it records. */
export class Played {
  readonly load = new LoadAccumulator();
  readonly batches: RequestBatch[] = [];
  atUs: number | null = null;
  /** From the first request until nothing more came. */
  lasted = 0;
  private began = 0;
  generator: GeneratorHealth | null = null;
  /** When it was told that the measured phase is over and rows follow. */
  phaseEndUs: number | null = null;
  liveness: Liveness | null = null;
  machine: SimulatedMachine;
  private readonly measurement: Measurement;

  constructor(
    source: Source | readonly Partial<ClientPlan>[],
    server: SimulatedServer,
    plan: Partial<ClientPlan> = ON_DEMAND,
    { timeoutS = 10, keepsRows = true }: { timeoutS?: number; keepsRows?: boolean } = {},
  ) {
    this.machine = new SimulatedMachine(server);
    const order = { plan: planOf({ timeoutS }), part: { nth: 0, of: 1 }, firstConnection: 0, url: 'http://127.0.0.1:1/', address: '' };
    const { value: exchange } = buildExchange(order) as { ok: true; value: Exchange };
    const stages = (Array.isArray(source) ? source : [{ source }]).map((own) => ({
      exchange,
      source: own.source,
      connections: 1,
      opens: 'ahead' as const,
      firstConnection: 0,
      duration: Infinity,
      atDeadline: 'cut' as const,
      ...plan,
      ...own,
    }));
    this.measurement = new Measurement(
      (events) =>
        Array.isArray(source)
          ? new StagedClient({ planned: stages.length, make: (phase) => stages[phase % stages.length]! }, events, this.machine)
          : new LoadClient(stages[0]!, events, this.machine),
      { connections: 10, hasSchedule: true },
      {
        onStarted: (clock) => {
          this.began = clock;
        },
        onRows: (batch, counts) => {
          if (keepsRows) this.load.addRows(batch, counts);
          // Its arrays are used again.
          if (keepsRows && rowCount(batch) > 0) this.batches.push(concatRows([unpackRows(batch)]));
        },
        onResponses() {},
        onResult() {},
        onPhaseEnd: (at) => {
          this.phaseEndUs = at;
          this.load.endPhase(at);
        },
        onFinished: (at, counts, generator, signs) => {
          this.atUs = at;
          this.lasted = this.machine.time - this.began;
          this.liveness = joinSigns([signs]);
          this.generator = generator;
          this.load.end(at, counts);
        },
      },
      this.machine,
    );
    this.measurement.openAhead(() => this.measurement.start(this.machine.now()));
  }

  /** To the end, or to so many µs after now. */
  run(us = Number.POSITIVE_INFINITY): this {
    this.machine.run(this.machine.time + us);
    return this;
  }

  stop(): void {
    this.measurement.stop();
  }

  column(name: keyof RequestBatch): number[] {
    return this.batches.flatMap((batch) => [...batch[name]]);
  }
}
