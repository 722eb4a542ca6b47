/** Where a leak comes from: what grew, what keeps it alive, and which functions allocated it. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bytes, Milliseconds } from '../../../../../shared/base/units.ts';
import { FailureError } from '../../../../../shared/model/failure.ts';
import type { LeakFound, LeakGrown, LeakNotFound, LeakSeries, LeakSite } from '../../../../../shared/model/leak.ts';
import type { LeakCapture } from '../../../captures/leak-capture.ts';
import { type FoundGrowth, findWhatGrew } from '../../../captures/what-grew.ts';
import { freeMemory } from '../../../machine/free-memory.ts';
import { makePrivateFolder } from '../../../machine/private-folder.ts';

/** V8 writes a snapshot with so many times the memory of the heap: 12 to 14 were measured with heaps of small objects. */
const TIMES_THE_HEAP = 15;
/** A snapshot of a large heap on a busy machine: Node 18 takes 7 s for 87 MB. */
const SNAPSHOT_WITHIN_MS: Milliseconds = 120_000;
const SAMPLED_WITHIN_MS: Milliseconds = 30_000;
/** So much growth between two snapshots stands out from what is merely young. */
const GROWTH: Bytes = 1_000_000;
const FEWEST_REQUESTS = 500;
const MOST_SITES = 5;
const LEAST_SHARE = 0.05;

interface Search {
  readonly agents: LeakCapture;
  /** What leaks. */
  readonly by: LeakSeries;
  /** Alive in the heap of its thread now. */
  readonly heap: Bytes;
  /** Of all rounds the same; a load between two snapshots is no larger. */
  readonly perRound: number;
  readonly signal: AbortSignal;
  /** Rejects when the search is ended. */
  until<T>(promise: Promise<T>): Promise<T>;
  load(requests: number): Promise<unknown>;
}

/** There is memory for snapshots of a heap of so many bytes. */
export function canLookInto(heap: Bytes): boolean {
  return TIMES_THE_HEAP * heap <= freeMemory() / 2;
}

/** Nothing is loaded meanwhile but by itself. Rejects as `until` and `load` do. */
export async function findLeak(search: Search): Promise<LeakFound> {
  const { by } = search;
  if (by.counter !== 'heap' || by.thread !== 0) return { grown: [], not: { why: 'elsewhere' }, sites: [] };
  // First, as snapshots allocate.
  const sites = await findSites(search);
  if (!canLookInto(search.heap)) return { grown: [], not: { why: 'too-large', bytes: TIMES_THE_HEAP * search.heap }, sites };
  return { ...(await findGrown(search)), sites };
}

async function findSites({ agents, by, until }: Search): Promise<readonly LeakSite[]> {
  const { answers } = await until(agents.ask({ ask: 'sampled' }, SAMPLED_WITHIN_MS, by.pid));
  const answer = answers.get(by.pid);
  if (answer?.told !== 'sampled' || answer.bytes === 0) return [];
  const { sites, bytes } = answer;
  return sites
    .filter(({ url, bytes: own }) => url !== '' && own >= LEAST_SHARE * bytes)
    .map(({ name, url, line, bytes: own }) => ({ name, place: { url, line: line + 1 }, share: own / bytes }))
    .slice(0, MOST_SITES);
}

async function findGrown({ agents, by, perRound, signal, until, load }: Search): Promise<Pick<LeakFound, 'grown' | 'not'>> {
  const folder = makePrivateFolder();
  const paths = ['a', 'b', 'c'].map((name) => join(folder, `${name}.heapsnapshot`));
  const requests = Math.min(perRound, Math.max(FEWEST_REQUESTS, Math.ceil(GROWTH / by.perRequest)));
  const failed = { grown: [], not: { why: 'failed' } } as const satisfies { grown: readonly never[]; not: LeakNotFound };
  try {
    for (const [at, path] of paths.entries()) {
      if (at > 0) await load(requests);
      const { isWhole } = await until(agents.ask({ ask: 'snapshot', path }, SNAPSHOT_WITHIN_MS, by.pid));
      if (!isWhole) return failed;
    }
    const [before, between, last] = paths as [string, string, string];
    const { grown } = await until(findWhatGrew([before, between, last], requests, { signal }));
    return { grown: grown.map(toGrown), not: null };
  } catch (error) {
    if (error instanceof FailureError) return failed;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function toGrown({ constructor: of, countPerRequest, bytesPerRequest, heldBy, functions }: FoundGrowth): LeakGrown {
  const all = functions.reduce((sum, one) => sum + one.countPerRequest, 0);
  return {
    ...{ constructor: of, countPerRequest, bytesPerRequest },
    heldBy: heldBy.map(({ kind, name, constructor: ofHolder, delayMs, share, place }) => ({
      kind,
      name,
      constructor: ofHolder,
      delayMs,
      share,
      place,
    })),
    functions: functions.map(({ name, place, countPerRequest: count }) => ({ name, place, share: count / all })),
  };
}
