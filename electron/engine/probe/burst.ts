/** One closed load on a service, in a load process of its own: all connections send their first request at the same moment. */
import { randomUUID } from 'node:crypto';
import { type Outcome, succeed } from '../../../shared/model/failure.ts';
import { errorKindOf } from '../../../shared/model/run.ts';
import type { NameValue } from '../../../shared/model/setting.ts';
import { DEFAULT_SETUP, type LoadPlan } from '../../../shared/model/setup.ts';
import type { Microseconds, Seconds } from '../../../shared/model/units.ts';
import type { Where } from '../load/load-runner.ts';
import { startLoad } from '../load/load-workers.ts';
import { defer } from '../machine/defer.ts';

export interface BurstPlan {
  readonly connections: number;
  /** So many requests, or for so long. */
  readonly end: { readonly by: 'amount'; readonly requests: number } | { readonly by: 'duration'; readonly seconds: Seconds };
  readonly headers: readonly NameValue[];
  readonly timeoutS: Seconds;
}

export interface BurstRow {
  /** Since all began. */
  readonly endUs: Microseconds;
  readonly latencyUs: Microseconds;
  readonly failed: boolean;
}

export interface Burst {
  readonly rows: readonly BurstRow[];
  readonly seconds: Seconds;
}

export interface RunningBurst {
  readonly result: Promise<Outcome<Burst>>;
  /** Ends it now; what came until then is the result. */
  stop(): void;
}

/** `signal`: ends it. */
export async function startBurst(where: Where, plan: BurstPlan, signal: AbortSignal): Promise<Outcome<RunningBurst>> {
  const rows: BurstRow[] = [];
  const result = defer<Outcome<Burst>>();
  const started = await startLoad(`probe-${randomUUID()}`, loadOf(where, plan), null, {
    onWarm: () => runner.measure(),
    onStarted: () => {},
    onRows: (batch) => {
      for (let row = 0; row < batch.start.length; row++) {
        const latency = batch.latency[row]!;
        rows.push({
          endUs: batch.start[row]! + latency,
          latencyUs: latency,
          failed: errorKindOf(batch.status[row]!) !== null,
        });
      }
    },
    onAnswers: () => {},
    onResult: () => {},
    onFinished: (at) => result.resolve(succeed({ rows, seconds: at / 1e6 })),
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

function loadOf({ url }: Where, { connections, end, headers, timeoutS }: BurstPlan): LoadPlan {
  const { requests, load, client } = DEFAULT_SETUP;
  return {
    requests: [{ ...requests[0], url, headers: [...headers] }],
    load: { ...load, connections, end, timeoutS } as LoadPlan['load'],
    client: client as LoadPlan['client'],
  };
}
