/** Servers with a known limit: c workers, each a fixed time for a request, with noise and stalls (M/D/c), under a search for the highest rate. */
import { judgeLimitLevel } from '../../shared/analysis/limit/judge.ts';
import { concludeLimit, firstRate, nextLevel } from '../../shared/analysis/limit/search.ts';
import type { Random } from '../../shared/base/statistics/random.ts';
import type { PerSecond, Seconds } from '../../shared/base/units.ts';
import { LimitLevelCounter } from '../../shared/load/limit-level.ts';
import { allocateRows } from '../../shared/load/request-rows.ts';
import type { JudgedLevel, LimitVerdict } from '../../shared/model/limit.ts';
import { type LimitQuestion, readQuestion } from '../../shared/model/load/limit-question.ts';
import { neededPerLevel, type SearchPlan } from '../../shared/model/load/search-plan.ts';
import type { RequestBatch } from '../../shared/model/run.ts';

export interface SimulatedServer {
  readonly workers: number;
  readonly workS: Seconds;
  /** Of `workS`, how much it varies at most, up and down. */
  readonly noise: number;
  /** Nobody is served for `stallS`, once in `everyS` on average; 0: never. */
  readonly everyS: Seconds;
  readonly stallS: Seconds;
  readonly isPoisson: boolean;
  /** `work` as it is at a time since the start of the search, and after so many requests. */
  readonly changes?: (work: Seconds, at: Seconds, requests: number) => Seconds;
  /** Status of a request when so many came in the last second. */
  readonly status?: (inSecond: number) => number;
}

export interface Served {
  /** In the order of arrival, since the start of the level. */
  readonly due: Float64Array;
  readonly tookS: Float64Array;
  readonly endS: Seconds;
}

/** What came to an idle server at this rate. `before`: how long the search has taken, and how many requests it has made. */
export function serve(
  server: SimulatedServer,
  rate: PerSecond,
  holdS: Seconds,
  random: Random,
  before: { readonly at: Seconds; readonly requests: number } = { at: 0, requests: 0 },
): Served {
  const { workers, workS, noise, everyS, stallS, isPoisson, changes = (work) => work } = server;
  const due: number[] = [];
  if (isPoisson) for (let at = -Math.log(1 - random()) / rate; at < holdS; at += -Math.log(1 - random()) / rate) due.push(at);
  else for (let nth = 1; nth <= rate * holdS; nth++) due.push(nth / rate);
  const free = new Float64Array(workers);
  const tookS = new Float64Array(due.length);
  const pause = (): Seconds => (everyS === 0 ? Number.POSITIVE_INFINITY : -Math.log(1 - random()) * everyS);
  let stalls = pause();
  let endS = holdS;
  due.forEach((at, nth) => {
    let first = 0;
    for (let worker = 1; worker < workers; worker++) if (free[worker]! < free[first]!) first = worker;
    if (Math.max(at, free[first]!) > stalls) {
      for (let worker = 0; worker < workers; worker++) free[worker] = Math.max(free[worker]!, stalls) + stallS;
      stalls += stallS + pause();
    }
    const begins = Math.max(at, free[first]!);
    const varied = 1 + noise * (2 * random() - 1);
    free[first] = begins + changes(workS, before.at + begins, before.requests + nth) * varied;
    tookS[nth] = free[first]! - at;
    endS = Math.max(endS, free[first]!);
  });
  return { due: Float64Array.from(due), tookS, endS };
}

/** Rows as the load process makes them, of a level that began at `from`. */
function rowsOf({ due, tookS }: Served, phase: number, from: Seconds, status: (nth: number) => number): RequestBatch {
  const batch = allocateRows(due.length);
  const order = Array.from(due, (_, nth) => nth).sort((a, b) => due[a]! + tookS[a]! - due[b]! - tookS[b]!);
  order.forEach((nth, row) => {
    batch.start[row] = (from + due[nth]!) * 1e6;
    batch.intended[row] = batch.start[row]!;
    batch.latency[row] = Math.round(tookS[nth]! * 1e6);
    batch.status[row] = status(nth);
    batch.user[row] = nth % 65_536;
    batch.phase[row] = phase;
  });
  return batch;
}

export interface Found {
  readonly verdict: LimitVerdict;
  readonly levels: readonly JudgedLevel[];
  readonly tookS: Seconds;
}

/** Between levels, for the engine to decide and to begin the next one. */
const BETWEEN_S = 0.05;

/** A whole search, as the engine makes it. */
export function searchLimit(
  server: SimulatedServer,
  question: LimitQuestion,
  budgetS: Seconds,
  random: Random,
  warmUp: PerSecond | null,
): Found {
  const plan: SearchPlan = { question, budgetS, perLevel: neededPerLevel(question) };
  const levels: JudgedLevel[] = [];
  let [at, requests] = [0, 0];
  for (;;) {
    const next = nextLevel(plan, levels, firstRate(warmUp), at);
    if (next === null) break;
    const served = serve(server, next.rate, next.seconds, random, { at, requests });
    // The engine ends the load when the time is over, and what was not over by then does not count.
    if (at + served.endS > budgetS) {
      at = budgetS;
      break;
    }
    const seen = new LimitLevelCounter({ question, names: [], isSequence: false, isPoisson: server.isPoisson }, next.rate, next.seconds);
    seen.add(rowsOf(served, next.level, at, statusOf(server, served)));
    levels.push(judgeLimitLevel(question, seen.finish()!));
    at += served.endS + BETWEEN_S;
    requests += served.due.length;
  }
  return { verdict: concludeLimit(levels), levels, tookS: at };
}

function statusOf({ status }: SimulatedServer, { due }: Served): (nth: number) => number {
  if (status === undefined) return () => 200;
  return (nth) => status(nth + 1 - due.findIndex((at) => at > due[nth]! - 1));
}

export function ask(text: string): LimitQuestion {
  const read = readQuestion(text);
  if (!read.ok) throw new Error(`no question: ${text}`);
  return read.question;
}
