/**
 * A comparison of each request of a plan: which of them got faster, which slower.
 *
 * The verdicts are a family of their own, beside that of whole runs. A family is what is looked at together to answer one question
 * (Hochberg and Tamhane 1987, "Multiple Comparison Procedures", 1.2): whether B is faster is decided by the whole runs, and thirty requests
 * beside them must not make that harder; which request changed is another question, with 5 % of its own. So of both together, the chance
 * of anything false is at most 10 %, and 5 % for each.
 *
 * Within the family the rule is that of whole runs (`family.ts`): half of the 5 % is for the metric that was asked about, in equal parts
 * to every request of every variant, the rest in equal parts to all others; then weighted Holm (`holm.ts`). If the question has no figure
 * per request, such as memory, all have equal parts. The metrics are few, since each of them is multiplied by the requests.
 */
import { median } from '../base/statistics/statistics.ts';
import type { ComparedRequests, RequestFigures, RequestVerdict } from '../model/comparison/comparison.ts';
import { MINIMUM_PAIRS_FOR_VERDICT, variantLetter } from '../model/comparison/comparison.ts';
import { errorShare, METRIC_NAMES, METRICS, type Metric } from '../model/comparison/metrics.ts';
import type { Pass } from '../model/comparison/pass.ts';
import type { PlannedFigures, RunReport } from '../model/report.ts';
import { weighFamily } from './verdicts/family.ts';
import { countedPasses, isWeakMetric, metricOf, passesOf } from './verdicts/metrics.ts';
import { fewestPairsFor } from './verdicts/power.ts';
import { findLost, gatherEvidence, judgeFamily, type Lost, type Rules } from './verdicts/verdict.ts';

/** Recordings of browsers have hundreds; no number of pairs that anybody runs could show a difference in one of so many. */
export const MOST_REQUESTS = 100;
/** There are many tests: beyond as many pairs, sign flips are drawn, so that the last run is not followed by seconds of work. */
const MOST_ENUMERATED = 14;

const NOTHING: ComparedRequests = { figures: [], verdicts: [], left: 0 };

/** `isOver`: until then there are figures and no verdicts. Nothing: no plan has several requests. */
export function compareRequests(passes: readonly Pass[], comparison: Rules, variants: number, isOver: boolean): ComparedRequests {
  const all = namesOf(passes);
  if (all.length === 0) return NOTHING;
  const names = all.slice(0, MOST_REQUESTS);
  const ofNames = names.map((request) => ({ request, passes: passes.map((pass) => ofRequest(pass, request)) }));
  return {
    figures: ofNames.flatMap(({ request, passes: own }) =>
      Array.from({ length: variants }, (_, variant) => figuresOf(request, own, variant)).filter(
        ({ runs, errorsPercent }) => runs > 0 || errorsPercent !== null,
      ),
    ),
    verdicts: isOver ? verdictsOf(ofNames, comparison, variants, passes) : [],
    left: all.length - names.length,
  };
}

/** Pairs that a verdict on this metric of each of so many requests takes, were a difference ever so clear and nothing to go wrong. */
export function pairsForRequest(metric: Metric, question: Metric, requests: number, variants: number): number {
  const tests = Math.min(requests, MOST_REQUESTS) * (variants - 1);
  const metrics = testedMetrics(question).filter((one) => one !== 'errors' || one === question || one === metric);
  const family = metrics.flatMap((one) => new Array<Metric>(tests).fill(one));
  const share = weighFamily(family, question)[family.indexOf(metric)];
  return share === undefined ? Number.POSITIVE_INFINITY : Math.max(MINIMUM_PAIRS_FOR_VERDICT, fewestPairsFor(share));
}

function testedMetrics(question: Metric): Metric[] {
  return METRIC_NAMES.filter((metric) => {
    const { ofRequest } = METRICS[metric];
    return ofRequest === 'tested' || (ofRequest === 'if asked' && metric === question);
  });
}

/** Those that at least one run has figures of, in the order of the plan; what only another variant asks for comes last. */
function namesOf(passes: readonly Pass[]): string[] {
  return [...new Set(passes.flatMap(({ report }) => report?.byRequest?.map(({ name }) => name) ?? []))];
}

interface OfRequest {
  readonly request: string;
  readonly passes: readonly Pass[];
}

/** `whole`: a server that stopped responding did so for all requests. */
function verdictsOf(requests: readonly OfRequest[], comparison: Rules, variants: number, whole: readonly Pass[]): RequestVerdict[] {
  const metrics = testedMetrics(comparison.question);
  const lostOf = (b: number, own: readonly Pass[]): Lost => ({ ...findLost(own, 0, b), stopped: findLost(whole, 0, b).stopped });
  const evidence = requests.flatMap(({ request, passes }) =>
    Array.from({ length: variants - 1 }, (_, index) => index + 1)
      .flatMap((b) => gatherEvidence(passes, comparison, 0, b, metrics, MOST_ENUMERATED, lostOf(b, passes)))
      .map((one) => ({ request, one })),
  );
  const verdicts = judgeFamily(
    evidence.map(({ one }) => one),
    comparison,
    0,
  );
  return verdicts.map((verdict, place) => ({ request: evidence[place]!.request, ...verdict }));
}

/** The run as if nobody had asked for anything else. A run that has no such request has no figures of it. */
function ofRequest(pass: Pass, request: string): Pass {
  const { report } = pass;
  return report === null ? pass : { ...pass, report: reportOfRequest(report, findRequest(report, request)) };
}

type OwnFigures = Pick<PlannedFigures, 'requests' | 'status' | 'errors' | 'bytes' | 'latencyMs'>;

/** Of a plan with one request, its figures are those of the run. */
export function findRequest(report: RunReport, request: string): OwnFigures | null {
  const { byRequest = [], load } = report;
  const names = load.plan?.requests.map(({ name }) => name) ?? [];
  if (names.length === 1) return names[0] === request ? report : null;
  return byRequest.find(({ name }) => name === request) ?? null;
}

const NONE = { sent: 0, completed: 0, failed: 0, timedOut: 0, dropped: 0, unexpected: 0 };

/** What a server does is not known by request. Null: none of them. */
export function reportOfRequest(report: RunReport, one: OwnFigures | null): RunReport {
  return {
    ...report,
    requests: { ...(one?.requests ?? NONE), unfinished: one?.requests.unanswered ?? 0 },
    status: one?.status ?? {},
    errors: one?.errors ?? {},
    bytes: one?.bytes ?? 0,
    latencyMs: one?.latencyMs ?? null,
    unexpectedLatencyMs: null,
    connectMs: null,
    firstByteMs: null,
    sessionMs: null,
    serviceMs: null,
    latenessMs: null,
    throughput: null,
    bytesPerSecond: null,
    server: [],
    byRequest: [],
  };
}

function figuresOf(request: string, passes: readonly Pass[], variant: number): RequestFigures {
  const own = countedPasses(passes).filter(
    (pass) => pass.variant === variant && pass.report.requests.sent + pass.report.requests.dropped > 0,
  );
  // Runs that are left out because of their errors count here, as in the verdict.
  const started = passesOf(passes, 'errors', 'errors').filter((pass) => pass.variant === variant);
  const outcomes = started.map(({ report }) => report.requests);
  const sum = (of: 'completed' | 'failed' | 'unexpected' | 'dropped' | 'unanswered'): number =>
    outcomes.reduce((total, one) => total + (one[of] ?? 0), 0);
  const errors = errorShare({
    ...{ completed: sum('completed'), failed: sum('failed'), unexpected: sum('unexpected') },
    ...{ dropped: sum('dropped'), unanswered: sum('unanswered') },
  });
  const middle = (metric: Metric): number | null => {
    const values = own.flatMap(({ report }) => metricOf(report, metric) ?? []);
    return values.length === 0 ? null : median(values);
  };
  return {
    request,
    variant: variantLetter(variant),
    runs: own.length,
    requests: own.reduce((sum, { report }) => sum + (report.latencyMs?.count ?? 0), 0),
    errorsPercent: errors,
    p50Ms: middle('p50'),
    p99Ms: middle('p99'),
    meanMs: middle('mean'),
    weak: (['p50', 'p99'] as const).filter((metric) => own.some(({ report }) => isWeakMetric(report, metric))),
  };
}
