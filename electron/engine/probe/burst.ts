/** One load on a service, in a load process of its own; connections of a closed one send their first request at the same moment. */
import { randomUUID } from 'node:crypto';
import type { Microseconds, Seconds } from '../../../shared/base/units.ts';
import { type Outcome, succeed } from '../../../shared/model/failure.ts';
import { errorKindOf, type LoadCounts, type PackedBatch } from '../../../shared/model/run.ts';
import type { NameValue } from '../../../shared/model/setup/setting.ts';
import { SETTINGS } from '../../../shared/model/setup/settings.ts';
import { DEFAULT_SETUP, defaultOf, type Load, type LoadOf, type LoadPlan } from '../../../shared/model/setup/setup.ts';
import type { Where } from '../load/load-runner.ts';
import type { UsersOrder } from '../load/load-shares.ts';
import { startLoad } from '../load/load-workers.ts';
import { defer } from '../machine/defer.ts';

export interface BurstPlan {
  readonly load: Load;
  readonly headers: readonly NameValue[];
}

export interface Burst {
  readonly batches: readonly PackedBatch[];
  readonly seconds: Seconds;
}

export interface BurstRow {
  /** Since all began. */
  readonly dueUs: Microseconds;
  /** Since all began. */
  readonly endUs: Microseconds;
  readonly latencyUs: Microseconds;
  readonly failed: boolean;
}

export interface RunningBurst {
  readonly result: Promise<Outcome<Burst>>;
  /** Ends it now; the responses so far are the result. */
  stop(): void;
}

/** `signal`: ends it. */
export function startBurst(where: Where, plan: BurstPlan, signal: AbortSignal): Promise<Outcome<RunningBurst>> {
  return startLoadOnce(where, planFor(where, plan), null, signal);
}

/** The same of any requests. `users`: of a request plan; null: there is one request. `onRows`: as they come; `clock`: when their times are 0. */
export async function startLoadOnce(
  where: Where,
  plan: LoadPlan,
  users: UsersOrder | null,
  signal: AbortSignal,
  onRows: (batch: PackedBatch, counts: LoadCounts, clock: Microseconds) => void = () => {},
): Promise<Outcome<RunningBurst>> {
  const batches: PackedBatch[] = [];
  let clock = 0;
  const result = defer<Outcome<Burst>>();
  const started = await startLoad(`probe-${randomUUID()}`, plan, users, {
    onWarm: () => runner.measure(),
    onStarted: (at) => {
      clock = at;
    },
    onRows: (batch, counts) => {
      batches.push(batch);
      onRows(batch, counts, clock);
    },
    onResponses: () => {},
    onResult: () => {},
    onFinished: (at) => result.resolve(succeed({ batches, seconds: at / 1e6 })),
    onFailed: (failure) => result.resolve({ ok: false, failure }),
  });
  if (!started.ok) return started;
  const runner = started.value;
  const stop = (): void => runner.stop();
  signal.addEventListener('abort', stop);
  runner.prepare(where);
  if (signal.aborted) stop();
  return succeed({
    result: result.promise.finally(() => {
      signal.removeEventListener('abort', stop);
      return runner.dispose();
    }),
    stop,
  });
}

/** A closed load with a number of connections, for a number of requests or a time. */
export function closedLoad(
  connections: number,
  end: { readonly by: 'amount'; readonly requests: number } | { readonly by: 'duration'; readonly seconds: Seconds },
  timeoutS: Seconds,
): Load {
  return { ...(DEFAULT_SETUP.load as LoadOf<'closed'>), connections, end, timeoutS } as Load;
}

/** One rate after the other, each held for a while; nothing more is sent until all responses of a rate have come. */
export function rateLoad(rates: readonly number[], holdS: Seconds, timeoutS: Seconds): LoadOf<'sweep'> {
  const sweep = defaultOf({ ...SETTINGS.load, default: 'sweep' }) as LoadOf<'sweep'>;
  return { ...sweep, levels: rates.map((rate) => `${rate}/s`).join(', '), holdS, timeoutS };
}

/** Requests that arrive evenly, at rates that follow a schedule. */
export function scheduledLoad(schedule: string, timeoutS: Seconds): LoadOf<'arrivals'> {
  return { ...(defaultOf({ ...SETTINGS.load, default: 'arrivals' }) as LoadOf<'arrivals'>), schedule, timeoutS };
}

export function rowsOf({ batches }: Burst): BurstRow[] {
  return batches.flatMap((batch) =>
    Array.from(batch.start, (start, row) => ({
      dueUs: batch.intended?.[row] ?? start,
      endUs: start + batch.latency[row]!,
      latencyUs: batch.latency[row]!,
      failed: errorKindOf(batch.status[row]!) !== null,
    })),
  );
}

function planFor({ url }: Where, { load, headers }: BurstPlan): LoadPlan {
  const { requests, client } = DEFAULT_SETUP;
  return { requests: [{ ...requests[0], url, headers: [...headers] }], load, client: client as LoadPlan['client'] };
}
