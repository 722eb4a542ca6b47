/**
 * `--fail-if`: a condition on the figures that makes the command end with code 3. Of several, one that is met is enough.
 *
 *   p99 slower | spread higher | rssBytes higher | throughput differs  of a comparison's verdicts
 *   p99 > 200ms | throughput < 500 | failed > 1%                       of a run, and of every variant but the first of a comparison
 *   p99 of 'search' > 200ms | p50 of 'search' slower                   of one request of a plan
 *
 * In a comparison a condition about a verdict is the question, unless another one is asked (`--question`): it is what the build is
 * run for.
 *
 * What could not be judged never passes for "not met": a build must not be green because the server was broken.
 */
import { findRequest, pairsForRequest, reportOfRequest } from '../analysis/by-request.ts';
import { isAboveBySilence, longestSilenceMs } from '../analysis/silence.ts';
import { computeReach, modelOf } from '../analysis/verdicts/family.ts';
import { boundsOfMetric, metricOf } from '../analysis/verdicts/metrics.ts';
import { showHidden } from '../base/show-hidden.ts';
import { median } from '../base/statistics/statistics.ts';
import { formatBytes, formatElapsed, formatMs, formatPercent } from '../format/figures.ts';
import { formatMetric, formatMetricDifference, formatVerdictFigure } from '../format/metric-figures.ts';
import { wordExclusion, wordParam } from '../format/word-said.ts';
import { boundsOf } from '../load/bounds.ts';
import { type ComparisonSetup, MINIMUM_PAIRS_FOR_VERDICT, type Verdict } from '../model/comparison/comparison.ts';
import { findMetric, isInPoints, METRIC_NAMES, METRICS, type Metric, type MetricUnit } from '../model/comparison/metrics.ts';
import { type Bounds, LATENCY_PERCENTILES } from '../model/distribution.ts';
import { hasLoad, type Report, type RunReport } from '../model/report.ts';
import type { Load, Setup } from '../model/setup/setup.ts';
import { tellBounds } from '../phrases/bounds.ts';
import { planOf } from '../plan/plan-of.ts';
import { text } from '../words/words.ts';

type Comparator = '>' | '>=' | '<' | '<=';
/** Where the value went. */
type Direction = 'up' | 'down' | 'any';

/** `request`: the name of the one request it is about; null: all of them. */
export type Condition = { readonly text: string; readonly request: string | null } & (
  | { readonly kind: 'verdict'; readonly metric: Metric; readonly direction: Direction }
  | { readonly kind: 'limit'; readonly figure: string; readonly comparator: Comparator; readonly limit: number }
);

const OF_REQUEST = /^([\w.]+) +of +(?:'([^']+)'|"([^"]+)") *(.*)$/;
const VERDICT = /^(\w+) +(slower|faster|higher|lower|differs)$/;
const LIMIT = /^([\w.]+) *(>=|<=|>|<) *(\d+(?:\.\d+)?) *([a-zA-Z/%]*)$/;

/** What a unit multiplies by to come to the figure's own. Without a unit only a rate can mean one thing. */
const UNITS: Readonly<Record<MetricUnit, Readonly<Record<string, number>>>> = {
  ms: { us: 0.001, ms: 1, s: 1_000 },
  bytes: { B: 1, kB: 1e3, MB: 1e6, GB: 1e9 },
  perSecond: { '': 1, '/s': 1 },
  percent: { '%': 1 },
};
/** What limits are usually given in, for an example. */
const USUAL = ['ms', 'MB', '%'];

/** What a limit can be about. */
interface LimitFigure {
  readonly unit: MetricUnit;
  /** Between what it lies; equal ends: it is measured. Null: the run has no such figure. */
  of(run: RunReport): Bounds | null;
  /** Whether it is known of one request of a plan among others. */
  readonly isOfRequest: boolean;
  /** What failed is the reason that runs are left out: for these they are the evidence. */
  readonly countsExcluded?: true;
}

/** Figures that are no metric: nothing compares them. */
const OTHERS: Readonly<Record<string, LimitFigure>> = {
  max: latency('max'),
  failed: share(({ requests: { failed, completed } }) => [failed, completed + failed]),
  unexpected: share(({ requests: { unexpected, completed } }) => [unexpected, completed]),
  // Of all arrivals: those that were dropped were not sent.
  dropped: share(({ requests: { dropped, sent } }) => [dropped, sent + dropped]),
  latenessP50: lateness('50'),
  latenessP99: lateness('99'),
};

/** All percentiles of the latency: some are no metric. */
const PERCENTILES: ReadonlyMap<string, LimitFigure> = new Map(LATENCY_PERCENTILES.map((p) => [`p${p}`, latency(String(p))]));

function figureCalled(name: string): LimitFigure | null {
  const metric = findMetric(name);
  if (metric === undefined) return (Object.hasOwn(OTHERS, name) ? OTHERS[name] : PERCENTILES.get(name)) ?? null;
  const { unit, ofRequest } = METRICS[metric];
  return {
    unit,
    of: (run) => measured(metricOf(run, metric)) ?? boundsOfMetric(run, metric),
    isOfRequest: ofRequest !== 'not known',
    ...(isInPoints(metric) ? { countsExcluded: true } : {}),
  };
}

function measured(value: number | null): Bounds | null {
  return value === null ? null : { low: value, high: value };
}

function share(of: (run: RunReport) => readonly [part: number, all: number]): LimitFigure {
  const percentOf = (run: RunReport): Bounds | null => {
    const [part, all] = of(run);
    return all === 0 ? null : measured((part / all) * 100);
  };
  return { unit: 'percent', of: percentOf, isOfRequest: true, countsExcluded: true };
}

function lateness(percentile: string): LimitFigure {
  return { unit: 'ms', of: ({ latenessMs }) => measured(latenessMs?.percentiles[percentile] ?? null), isOfRequest: false };
}

/** `figure`: a percentile as text, or `max`. */
function latency(figure: string): LimitFigure {
  return { unit: 'ms', of: ({ latencyMs }) => latencyMs && boundsOf(latencyMs, figure), isOfRequest: true };
}

/** A condition, or what can be said instead. */
export type ReadCondition = { readonly ok: true; readonly condition: Condition } | { readonly ok: false; readonly says: string };

export function readCondition(typed: string): ReadCondition {
  const trimmed = typed.trim();
  const of = OF_REQUEST.exec(trimmed);
  const [, figure, single, double, rest] = of ?? [];
  const read = readFigure(of === null ? trimmed : `${figure} ${rest}`);
  if (typeof read === 'string') return { ok: false, says: read };
  const name = nameOf(read);
  if (of !== null && !figureCalled(name)!.isOfRequest)
    return { ok: false, says: text('commandLine.failIf.notOfRequest', { figure: name }) };
  return { ok: true, condition: { ...read, text: trimmed, request: of === null ? null : (single ?? double!) } };
}

type Figure = WithoutRequest<Condition>;
type WithoutRequest<C> = C extends Condition ? Omit<C, 'text' | 'request'> : never;

const nameOf = (condition: Figure): string => (condition.kind === 'verdict' ? condition.metric : condition.figure);

/** Text: why it is none. */
function readFigure(typed: string): Figure | string {
  const verdict = VERDICT.exec(typed);
  if (verdict) return readVerdict(verdict[1]!, verdict[2]!);
  const limit = LIMIT.exec(typed);
  if (limit) return readLimit(limit[1]!, limit[2] as Comparator, Number(limit[3]), limit[4]!);
  return text('commandLine.failIf.form');
}

function readVerdict(name: string, word: string): Figure | string {
  const metric = findMetric(name);
  if (!metric) return text('commandLine.failIf.noMetric', { name, names: METRIC_NAMES.join(', ') });
  const { sense } = METRICS[metric];
  if (sense !== 'time' && sense !== 'speed' && (word === 'slower' || word === 'faster'))
    return text('commandLine.failIf.notSpeed', { metric, word });
  const isUp = word === 'higher' || word === (sense === 'speed' ? 'faster' : 'slower');
  return { kind: 'verdict', metric, direction: word === 'differs' ? 'any' : isUp ? 'up' : 'down' };
}

function readLimit(figure: string, comparator: Comparator, value: number, unit: string): Figure | string {
  const known = figureCalled(figure);
  if (!known)
    return text('commandLine.failIf.unknownFigure', {
      name: figure,
      figures: [...METRIC_NAMES, ...Object.keys(OTHERS)].join(', '),
      percentiles: LATENCY_PERCENTILES.join(', '),
    });
  const units = UNITS[known.unit];
  // Nothing is the same in all units.
  const factor = unit === '' && value === 0 ? 1 : units[unit];
  if (factor === undefined) {
    const names = Object.keys(units).filter((name) => name !== '');
    const example = `${figure} ${comparator} ${value}${USUAL.find((name) => names.includes(name))}`;
    const asked = { figure, unit, units: String(wordParam({ list: names, by: 'or' })), example };
    return text(unit === '' ? 'commandLine.failIf.noUnit' : 'commandLine.failIf.unit', asked);
  }
  return { kind: 'limit', figure, comparator, limit: value * factor };
}

/** Why the condition is about a request that is not asked for; null: it is, or the condition is about all of them. To be said before the start. */
export function findUnknownRequest({ text: condition, request }: Condition, setups: readonly Pick<Setup, 'plan'>[]): string | null {
  if (request === null) return null;
  const names = [...new Set(setups.flatMap((setup) => planOf(setup)?.requests.map(({ name }) => name) ?? []))];
  if (names.length === 0) return text('commandLine.failIf.noPlan', { condition, request: showHidden(request) });
  if (names.includes(request)) return null;
  const known = names.slice(0, MOST_NAMES).map((name) => `“${showHidden(name)}”`);
  return text('commandLine.failIf.noRequest', {
    condition,
    request: showHidden(request),
    names: [...known, ...(names.length > known.length ? ['…'] : [])].join(', '),
  });
}

/** More names nobody reads. */
const MOST_NAMES = 20;

/** Why such a comparison cannot give the verdict that the condition is about; null: it can. To be said before it starts: a build would be green for ever. */
export function findImpossible(condition: Condition, { pairs, variants, question }: Asked): string | null {
  if (condition.kind !== 'verdict') return null;
  const { metric } = condition;
  if (condition.request !== null) return findImpossibleOfRequest(condition, { pairs, variants, question });
  const { reach, forQuestion, forOthers } = computeReach(pairs, variants.length, question, modelOf(variants));
  const isPossible = metric === question ? reach !== 'nothing' : reach === 'with question' || reach === 'all';
  if (isPossible) return null;
  const asked = { condition: condition.text, pairs };
  if (metric === question || reach === 'nothing') return text('commandLine.failIf.impossible', { ...asked, needed: forQuestion });
  return text('commandLine.failIf.neverMet', { ...asked, variants: variants.length, question, metric, needed: String(forOthers) });
}

type Asked = Pick<ComparisonSetup, 'pairs' | 'question'> & { readonly variants: PlannedVariants };
type PlannedVariants = readonly ({ readonly setup?: Pick<Setup, 'plan'> & { readonly load?: Pick<Load, 'model'> } } | null)[];

function findImpossibleOfRequest({ metric, text: condition }: VerdictCondition & { readonly text: string }, asked: Asked): string | null {
  const { pairs, variants, question } = asked;
  const plans = variants.map((variant) => (variant?.setup ? (planOf(variant.setup)?.requests ?? []) : []));
  const requests = Math.max(...plans.map(({ length }) => length));
  // Of one request alone, the verdicts are those of the whole runs.
  if (requests < 2) return null;
  const needed = pairsForRequest(metric, question, requests, variants.length);
  return pairs >= needed ? null : text('commandLine.failIf.impossible', { condition, pairs, needed });
}

/** `no runs`: a variant has not one run that counts, so the comparison itself has failed. */
export type Judgement =
  | { readonly kind: 'met' | 'not met'; readonly figure: string }
  | { readonly kind: 'no runs' | 'unknown'; readonly why: string };

type Judged = Pick<Report, 'runs' | 'verdicts'> & {
  readonly comparison?: Pick<NonNullable<Report['comparison']>, 'variants' | 'byRequest'>;
};

/** Whether the condition holds for what has been measured. Met of one variant is met. */
export function judgeCondition(condition: Condition, whole: Judged): Judgement {
  const report = condition.request === null ? whole : narrow(whole, condition.request);
  const judgements = variantsOf(report).map((variant) => judgeVariant(condition, report, variant));
  const order: readonly Judgement['kind'][] = ['met', 'no runs', 'unknown'];
  for (const kind of order) {
    const found = judgements.find((one) => one.kind === kind);
    if (found) return found;
  }
  if (judgements.length === 0) return { kind: 'no runs', why: text('commandLine.failIf.nothing') };
  const figures = judgements.flatMap((one) => ('figure' in one ? one.figure : []));
  return { kind: 'not met', figure: figures.join(' ') };
}

/** As if nothing else had been asked for. */
function narrow({ runs, verdicts, comparison }: Judged, request: string): Judged {
  const isAlone = runs.every((run) => hasLoad(run) && run.load.plan?.requests.length === 1);
  // Of the one request of a plan, there are the figures of the whole run.
  if (isAlone) return { runs, verdicts, ...(comparison ? { comparison } : {}) };
  return {
    runs: runs.map((run) => (hasLoad(run) ? reportOfRequest(run, findRequest(run, request)) : run)),
    verdicts: comparison?.byRequest?.verdicts.filter((verdict) => verdict.request === request) ?? [],
    ...(comparison ? { comparison } : {}),
  };
}

/** What its figure is called: "p99 of 'search'". */
function calledIn(condition: Condition): string {
  const name = nameOf(condition);
  return condition.request === null ? name : text('commandLine.failIf.ofRequest', { figure: name, request: showHidden(condition.request) });
}

/** The same limit for all errors, where only that would be met: a status such as 500 is a response, so it is not among `failed`. Null: there is none. */
export function findErrorsCondition(condition: Condition, report: Judged): string | null {
  if (condition.kind !== 'limit' || condition.figure !== 'failed') return null;
  const asked = { ...condition, figure: 'errors', text: condition.text.replace('failed', 'errors') };
  return judgeCondition(asked, report).kind === 'met' ? asked.text : null;
}

/** Of a comparison every variant but the base, whether or not a run of it came to anything; else the one run. */
function variantsOf({ comparison, runs }: Judged): string[] {
  const letters = comparison?.variants.map(({ variant }) => variant) ?? [...new Set(runs.map(({ variant }) => variant))].sort();
  return letters.length > 1 ? letters.slice(1) : letters;
}

function judgeVariant(condition: Condition, judged: Judged, variant: string): Judgement {
  const judgement = judgeFigures(condition, judged, variant);
  const isOfMemory = nameOf(condition) === 'rssBytes';
  if (!isOfMemory || !('figure' in judgement)) return judgement;
  const server = judged.runs.filter((run) => run.variant === variant).flatMap((run) => (hasLoad(run) ? run.server : []));
  const isWithAgent = server.some(({ elu }) => elu !== null);
  return isWithAgent ? { ...judgement, figure: `${judgement.figure} ${text('commandLine.failIf.ownMemory')}` } : judgement;
}

function judgeFigures(condition: Condition, { runs, verdicts }: Judged, variant: string): Judgement {
  const isOne = runs.every((run) => run.variant === variant);
  const own = runs.filter(hasLoad).filter((run) => run.variant === variant);
  const counted = own.filter(({ excluded }) => excluded === null);
  // What failed is the reason that runs are left out: here they are the evidence.
  if (condition.kind === 'verdict' && isInPoints(condition.metric) && isFaultless(own)) {
    return { kind: 'not met', figure: text('commandLine.failIf.faultless', { metric: calledIn(condition) }) };
  }
  const evidence = condition.kind === 'limit' && figureCalled(condition.figure)!.countsExcluded ? own : counted;
  const judgement =
    condition.kind === 'verdict' ? judgeVerdicts(condition, verdicts, variant) : judgeLimit(condition, evidence, isOne ? null : variant);
  if (judgement.kind === 'met' || counted.length > 0) return judgement;
  const [first] = own;
  const why = first?.excluded
    ? text('commandLine.failIf.noRunWhy', { variant, why: wordExclusion(first.excluded) })
    : text('commandLine.failIf.noRun', { variant });
  return { kind: 'no runs', why };
}

/** Where nothing goes wrong there is no verdict about errors. */
function isFaultless(runs: readonly RunReport[]): boolean {
  return runs.length > 0 && runs.every((run) => metricOf(run, 'errors') === 0);
}

type VerdictCondition = Extract<Condition, { kind: 'verdict' }>;
type LimitCondition = Extract<Condition, { kind: 'limit' }>;

function judgeVerdicts(condition: VerdictCondition, verdicts: readonly Verdict[], variant: string): Judgement {
  const { metric, direction } = condition;
  const called = calledIn(condition);
  const verdict = verdicts.find((one) => one.metric === metric && one.b === variant);
  if (!verdict) return { kind: 'unknown', why: text('commandLine.failIf.noPair', { metric: called, variant }) };
  const reason = verdict.reason === null ? null : NO_VERDICT[verdict.reason];
  if (reason !== null) {
    const why = text(`commandLine.failIf.${reason}`, { needed: MINIMUM_PAIRS_FOR_VERDICT });
    return { kind: 'unknown', why: text('commandLine.failIf.noVerdict', { metric: called, variant, why }) };
  }
  const { a, b, aValue, bValue, differencePercent, verdict: word } = verdict;
  const figure = text('commandLine.failIf.verdictFigure', {
    metric: called,
    a,
    b,
    aValue: formatVerdictFigure(verdict, aValue),
    bValue: formatVerdictFigure(verdict, bValue),
    difference: formatMetricDifference(metric, differencePercent),
    verdict: text(`compare.verdicts.word.${word}`),
  });
  return { kind: meets(verdict, direction) ? 'met' : 'not met', figure };
}

/** "Too noisy" is an answer: no difference was shown. */
const NO_VERDICT = {
  'too few pairs': 'fewPairs',
  unfinished: 'unfinished',
  'too few answers': 'fewResponses',
  'two conventions': 'twoConventions',
  'below resolution': 'belowResolution',
  'whole milliseconds': 'wholeMilliseconds',
  'stopped answering': 'stoppedResponding',
  'silent at the end': 'silentAtEnd',
  'no responses': 'noResponses',
  'too noisy': null,
} as const satisfies Record<NonNullable<Verdict['reason']>, string | null>;

/** `variant`: null where there is but one. */
function judgeLimit(condition: LimitCondition, runs: readonly RunReport[], variant: string | null): Judgement {
  const { figure: name, limit } = condition;
  const figure = figureCalled(name)!;
  // Of one request the silence of the others says nothing.
  const silent = condition.request !== null ? [] : runs.filter((run) => figure.unit === 'ms' && isAboveBySilence(run, name, limit));
  const measured = runs.flatMap((run) => figure.of(run) ?? []);
  const values = runs.flatMap((run) => (silent.includes(run) ? ABOVE_ALL : (figure.of(run) ?? [])));
  if (values.length === 0) return { kind: 'unknown', why: text('commandLine.failIf.noFigure', { figure: calledIn(condition) }) };
  const of = { figure: calledIn(condition), several: variant === null ? 'no' : 'yes', variant: variant ?? '' };
  const weak = runs.flatMap((run) => weakCount(run, name) ?? []);
  const held = holdsWithin(middleOf(values), condition);
  // Silences are the reason only where they alone decide.
  const isMeasured = measured.length > 0 && weak.length === 0 && holdsWithin(middleOf(measured), condition) === held;
  const isBySilence = silent.length > 0 && !isMeasured;
  if (isBySilence && middleOf(values).low === Number.POSITIVE_INFINITY) {
    const above = text('commandLine.failIf.silent', { ...of, limit: formatMs(limit), ...silenceOf(silent[0]!) });
    return { kind: held ? 'met' : 'not met', figure: above };
  }
  const { low, high } = middleOf(isBySilence ? values : measured);
  const told = text('commandLine.failIf.figure', {
    ...of,
    value: low === high ? formatFigure(figure.unit, low) : tellBounds({ low, high }),
  });
  if (held === null) return { kind: 'unknown', why: told };
  if (weak.length > 0) return { kind: 'unknown', why: text('commandLine.failIf.weak', { told, count: Math.min(...weak) }) };
  return { kind: held ? 'met' : 'not met', figure: told };
}

/** The median of what is within bounds lies between the medians of these. */
function middleOf(values: readonly Bounds[]): Bounds {
  return { low: median(values.map((one) => one.low)), high: median(values.map((one) => one.high)) };
}

/** Null: it depends on where between the bounds the value is. */
function holdsWithin({ low, high }: Bounds, { comparator, limit }: LimitCondition): boolean | null {
  const [atLow, atHigh] = [holds(low, comparator, limit), holds(high, comparator, limit)];
  return atLow === atHigh ? atLow : null;
}

/** Of a percentile that has too few values in a run to be relied on: how many there are. Null: it has enough, or the figure is another one. */
function weakCount({ latencyMs, serviceMs, latenessMs }: RunReport, figure: string): number | null {
  const [, of = '', percentile = ''] = /^(p|serviceP|latenessP)([\d.]+)$/.exec(figure) ?? [];
  const values = { p: latencyMs, serviceP: serviceMs, latenessP: latenessMs }[of];
  return values?.weak.includes(percentile) ? values.count : null;
}

/** Whoever asks during the silences of a run waits longer than the limit, whatever its requests took. */
const ABOVE_ALL: Bounds = { low: Number.POSITIVE_INFINITY, high: Number.POSITIVE_INFINITY };

function silenceOf(run: RunReport): { readonly silence: string } {
  return { silence: formatElapsed(longestSilenceMs(run)) };
}

function meets({ verdict, differencePercent }: Verdict, direction: Direction): boolean {
  if (verdict === 'cannot tell' || verdict === 'equivalent') return false;
  return direction === 'any' || direction === ((differencePercent ?? 0) > 0 ? 'up' : 'down');
}

function formatFigure(unit: MetricUnit, value: number): string {
  switch (unit) {
    case 'percent':
      return formatPercent(value);
    case 'bytes':
      return formatBytes(value);
    case 'perSecond':
      return formatMetric('throughput', value);
    case 'ms':
      return formatMs(value);
  }
}

function holds(value: number, comparator: Comparator, limit: number): boolean {
  switch (comparator) {
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
  }
}
