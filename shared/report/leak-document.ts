/** A search for a leak in the document of `--json`. */
import { levelOf } from '../analysis/leak/series.ts';
import type { Bytes, Percent, Seconds } from '../base/units.ts';
import type { LeakCounter, LeakReason, LeakReport, LeakRound, LeakWord } from '../model/leak.ts';
import { isLeakCount } from '../phrases/leak.ts';

export interface LeakDocument {
  /** Null: it goes on. */
  readonly verdict: LeakWord | null;
  readonly reason: LeakReason | null;
  /** What decides it; null: nothing could be judged. */
  readonly counter: LeakCounter | null;
  readonly pid: number | null;
  /** 0: the main thread. */
  readonly thread: number | null;
  /** Null: what decides it is no memory, or there is nothing. */
  readonly bytesPerRequest: Bytes | null;
  /** Of a number of handles, as files. */
  readonly countPerRequest: number | null;
  /** 95 %. */
  readonly ci: readonly [low: number, high: number] | null;
  /** Less than this for each request could not be seen. */
  readonly floorBytes: Bytes | null;
  readonly requests: number;
  readonly restSeconds: Seconds | null;
  readonly givenBackPercent: Percent | null;
  readonly rounds: readonly {
    readonly kind: LeakRound['kind'];
    readonly requests: number;
    readonly failed: number;
    readonly seconds: Seconds;
    /** Of all threads together, as the next one. */
    readonly liveBytes: Bytes;
    readonly externalBytes: Bytes;
    readonly processBytes: Bytes | null;
    readonly threads: number | null;
    readonly descriptors: number | null;
    readonly resources: number | null;
    readonly contexts: number | null;
  }[];
}

export function toLeakDocument({ verdict, rounds, warmUp }: LeakReport): LeakDocument {
  const by = verdict?.by ?? null;
  const perRequest = by === null ? null : by.perRequest;
  const isCount = by !== null && isLeakCount(by);
  return {
    verdict: verdict?.word ?? null,
    reason: verdict?.reason ?? null,
    counter: by?.counter ?? null,
    pid: by === null || by.pid === 0 ? null : by.pid,
    thread: by?.thread ?? null,
    bytesPerRequest: isCount ? null : perRequest,
    countPerRequest: isCount ? perRequest : null,
    ci: by?.ci ?? null,
    floorBytes: verdict?.floor ?? null,
    requests: verdict?.requests ?? warmUp.requests + rounds.reduce((sum, { requests }) => sum + requests, 0),
    restSeconds: verdict?.rest?.seconds ?? null,
    givenBackPercent: verdict?.rest?.givenBack ?? null,
    rounds: rounds.map(({ kind, requests, failed, ms, threads, counts, rss }) => ({
      ...{ kind, requests, failed, seconds: ms / 1e3 },
      liveBytes: levelOf(threads, 'heap'),
      externalBytes: levelOf(threads, 'outside'),
      processBytes: rss,
      ...counts,
    })),
  };
}
