/** The line of each session in the list of recent ones, so that runs of one script can be told apart. */
import { unexpectedOf } from '../../../shared/analysis/failed-load.ts';
import { REDIRECTS } from '../../../shared/analysis/statuses.ts';
import { requestOf } from '../../../shared/derive/name-of-run.ts';
import { reportLeak } from '../../../shared/derive/sections/leak.ts';
import type { Failure } from '../../../shared/model/failure.ts';
import { failuresIn } from '../../../shared/model/load/load-outcomes.ts';
import type { LoadResult, LoadTool } from '../../../shared/model/load/load-result.ts';
import type { RecentSummary } from '../../../shared/model/recent-session.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import type { RunRecording } from '../../../shared/session/recording.ts';
import { text } from '../../../shared/words/words.ts';

/** Of a start that has failed: why. */
export function summarizeStart(hasMeasured: boolean, failure: Failure | null): Pick<RecentSummary, 'failedStart'> {
  return hasMeasured || failure === null ? {} : { failedStart: failure.says };
}

type Counts = Readonly<Record<string, number>>;

interface Planned {
  readonly setup: Setup;
  readonly createdAt: string;
}

/** `tool`: the tool whose figures a load command left; null: no known tool. Words of other commands are not shown: any of them may be a secret. */
export function summarizePlan(
  { setup, createdAt }: Planned,
  tool: LoadTool | null = null,
): Pick<RecentSummary, 'request' | 'load' | 'client' | 'isByCommand' | 'madeBy' | 'recordedAt'> {
  const command = setup.loadCommand ?? null;
  return {
    request: requestOf(setup),
    load: setup.load,
    client: setup.client,
    ...(command === null ? {} : { isByCommand: true, ...(tool === null ? {} : { madeBy: text(`run.external.tool.${tool}`) }) }),
    recordedAt: createdAt,
  };
}

/** `met`: the statuses that the plan expects. */
export function summarizeOutcomes(status: Counts, errors: Counts, met: Counts): Pick<RecentSummary, 'redirected' | 'onlyStatus'> {
  const redirected = REDIRECTS.reduce((sum, code) => sum + (status[code] ?? 0) - (met[code] ?? 0), 0);
  const [only, ...others] = Object.keys(unexpectedOf({ status, metStatus: met }));
  const isOnly = only !== undefined && others.length === 0 && Object.keys(errors).length === 0;
  return { redirected, ...(isOnly ? { onlyStatus: only } : {}) };
}

/** A run in rounds has no figures of its requests that tell anything beside those of other runs. */
export function summarizeLeak({ leak, ending }: Pick<RunRecording, 'leak' | 'ending'>): Partial<RecentSummary> {
  if (leak === null) return {};
  const word = reportLeak(leak, ending).verdict?.word;
  return { p50Ms: null, p99Ms: null, requestsPerSecond: null, ...(word && { leak: word }) };
}

/** For a snapshot of a heap, which has no requests. */
export function summarizeHeapSession(file: string): RecentSummary {
  const none = { connections: 0, completed: 0, failed: 0, p50Ms: null, p99Ms: null, requestsPerSecond: null };
  return { ...none, script: file, kind: 'heap' };
}

/** For the result of another load tool: the tool in place of a script. A figure that it lacks is shown as missing. */
export function summarizeResult(result: LoadResult): RecentSummary {
  const { tool, connections, requests, rate, times, startedAt } = result;
  const told = (percentile: string): number | null =>
    times.latency === null || times.latency.weak.includes(percentile) ? null : (times.latency.percentiles[percentile] ?? null);
  return {
    script: text(`run.external.tool.${tool}`),
    connections: connections ?? 0,
    completed: requests.completed ?? 0,
    failed: failuresIn(result) ?? 0,
    p50Ms: told('50'),
    p99Ms: told('99'),
    requestsPerSecond: rate?.mean ?? null,
    kind: 'load',
    ...(startedAt === null ? {} : { recordedAt: startedAt }),
  };
}
