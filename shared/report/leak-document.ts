/** A search for a leak in the document of `--json`. */
import { levelOf } from '../analysis/leak/series.ts';
import type { Bytes, Percent, Ratio, Seconds } from '../base/units.ts';
import type { LeakCounter, LeakGrown, LeakNotFound, LeakReason, LeakReport, LeakRound, LeakSite, LeakWord } from '../model/leak.ts';
import { wordHolder } from '../phrases/heap-names.ts';
import { isLeakCount, keptInAll, placeText } from '../phrases/leak.ts';

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
  /** Of all processes and threads that leak, in their heaps and outside. Null: none does. */
  readonly totalBytesPerRequest: Bytes | null;
  /** Of a number of handles, as files. */
  readonly countPerRequest: number | null;
  /** 95 %. */
  readonly ci: readonly [low: number, high: number] | null;
  /** Less than this for each request could not be seen. */
  readonly floorBytes: Bytes | null;
  /** With those of the warm-up. */
  readonly requests: number;
  /** Between the first and the last judged level: a cache that holds more entries looks the same as a leak. */
  readonly judgedRequests: number | null;
  readonly restSeconds: Seconds | null;
  readonly givenBackPercent: Percent | null;
  /** What grew, by bytes, and why it is not known; null: it was not looked for. */
  readonly grown: readonly GrownDocument[];
  readonly notFound: LeakNotFound['why'] | null;
  readonly sites: readonly SiteDocument[];
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

interface GrownDocument extends Pick<LeakGrown, 'constructor' | 'countPerRequest' | 'bytesPerRequest'> {
  /** `place`: "app.js:12"; null: it is global, inside Node, or not known. */
  readonly heldBy: readonly { readonly name: string; readonly place: string | null; readonly share: Ratio }[];
  readonly functions: readonly SiteDocument[];
}

interface SiteDocument {
  readonly function: string;
  readonly place: string | null;
  readonly share: Ratio;
}

const toSite = ({ name, place, share }: LeakSite): SiteDocument => ({ function: name, place: place && placeText(place), share });

export function toLeakDocument({ verdict, rounds, warmUp, found }: LeakReport): LeakDocument {
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
    totalBytesPerRequest: verdict?.word === 'leak' ? keptInAll(verdict) : null,
    countPerRequest: isCount ? perRequest : null,
    ci: by?.ci ?? null,
    floorBytes: verdict?.floor ?? null,
    requests: verdict?.requests ?? warmUp.requests + rounds.reduce((sum, { requests }) => sum + requests, 0),
    judgedRequests: verdict?.judged ?? null,
    restSeconds: verdict?.rest?.seconds ?? null,
    givenBackPercent: verdict?.rest?.givenBack ?? null,
    grown: (found?.grown ?? []).map(({ constructor: of, countPerRequest, bytesPerRequest, heldBy, functions }) => ({
      ...{ constructor: of, countPerRequest, bytesPerRequest },
      heldBy: heldBy.map((one) => ({ name: wordHolder(one), place: one.place && placeText(one.place), share: one.share })),
      functions: functions.map(toSite),
    })),
    notFound: found?.not?.why ?? null,
    sites: (found?.sites ?? []).map(toSite),
    rounds: rounds.map(({ kind, requests, failed, ms, threads, counts, rss }) => ({
      ...{ kind, requests, failed, seconds: ms / 1e3 },
      liveBytes: levelOf(threads, 'heap'),
      externalBytes: levelOf(threads, 'outside'),
      processBytes: rss,
      ...counts,
    })),
  };
}
