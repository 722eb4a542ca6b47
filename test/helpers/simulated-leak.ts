/** Servers that are simulated by what lives after each round, and searched for a leak as a real one. */
import { concludeLeak, nextStep } from '../../shared/analysis/leak/next-step.ts';
import {
  LEAK_PLAN,
  type LeakCounts,
  type LeakCut,
  type LeakPlan,
  type LeakReport,
  type LeakRound,
  type LeakVerdict,
} from '../../shared/model/leak.ts';
import { seededRandom } from './random.ts';

export const NO_HANDLES: LeakCounts = { threads: 7, descriptors: 25, resources: 3, contexts: 1 };
/** As measured: what a healthy server adds in a round, and how far its level is off. */
const GROWS_EACH_ROUND = 10_000;
const NOISE = 4_000;
const SETTLES = [900_000, 250_000, 60_000];

export interface SimulatedServer {
  /** Bytes that it holds when it has served so many requests and then had no request for so long. */
  readonly keeps: (requests: number, idleS: number) => number;
  readonly external?: (requests: number) => number;
  readonly counts?: (requests: number) => Partial<LeakCounts>;
  readonly rss?: (requests: number) => number;
  /** Requests that it responds to in 2.5 s. */
  readonly perRound?: number;
  /** Bytes of the heap that can still be looked into. */
  readonly fits?: number;
  readonly cutAfter?: readonly [rounds: number, cut: LeakCut];
}

export function searchLeak(server: SimulatedServer, seed = 1, plan: LeakPlan = LEAK_PLAN): LeakReport & { readonly verdict: LeakVerdict } {
  const random = seededRandom(seed);
  const rounds: LeakRound[] = [];
  const {
    perRound = 4_000,
    cutAfter,
    keeps,
    fits = Number.POSITIVE_INFINITY,
    external = () => 1e6,
    counts = () => ({}),
    rss = () => 9e7,
  } = server;
  const warmedUp = Math.min(10_000, 4 * perRound);
  let [served, elapsedS] = [warmedUp, 5];
  let cut: LeakCut | null = null;
  for (;;) {
    if (cutAfter !== undefined && rounds.length === cutAfter[0]) cut = cutAfter[1];
    const isFull = rounds.some(({ threads: [main] }) => main!.heap > fits);
    const step = nextStep(plan, { rounds, warmedUp, elapsedS, isFull, cut });
    if (step === 'end') {
      const verdict = concludeLeak(plan, { rounds, warmedUp, cut });
      return { plan: { ...plan, perRound }, warmUp: { requests: warmedUp, failed: 0, ms: 5_000 }, rounds, found: null, verdict };
    }
    const idleS = step === 'rest' ? plan.restS : 0;
    const requests = step === 'rest' ? 200 : perRound;
    served += requests;
    elapsedS += 3 + idleS;
    const own = 15e6 + GROWS_EACH_ROUND * rounds.length - (SETTLES[rounds.length] ?? 0) + NOISE * (2 * random() - 1);
    const level = { pid: 7, thread: 0, heap: own + keeps(served, idleS), external: external(served), arrayBuffers: 5e5 };
    rounds.push({
      ...{ kind: step, requests, failed: 0, ms: 2_500, threads: [level], rss: rss(served) },
      counts: { ...NO_HANDLES, ...counts(served) },
    });
  }
}
