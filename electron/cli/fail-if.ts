/**
 * `--fail-if`: a condition on the figures that makes the command end with code 3. Of several, one that is met is enough.
 *
 *   p99 slower | spread higher | rssBytes higher | throughput differs  of a comparison's verdicts
 *   p99 > 200ms | throughput < 500 | failed > 1%                       of a run, and of every variant but the first of a comparison
 *
 * In a comparison a condition about a verdict is the question, unless another one is asked (`--question`): it is what the build is
 * run for.
 *
 * What could not be judged never passes for "not met": a build must not be green because the server was broken.
 */
import { InvalidArgumentError } from 'commander';
import { computeReach, modelOf, type Planned } from '../../shared/analysis/family.ts';
import { metricOf } from '../../shared/analysis/metrics.ts';
import { formatMetric, formatMetricDifference } from '../../shared/format/metric-figures.ts';
import { type ComparisonSetup, MINIMUM_PAIRS_FOR_VERDICT, type Verdict } from '../../shared/model/comparison.ts';
import { isInPoints, METRIC_SENSE, METRICS, type Metric } from '../../shared/model/metrics.ts';
import { hasLoad, LATENCY_PERCENTILES, type Report, type RunReport } from '../../shared/model/report.ts';
import { wordExclusion } from '../../shared/words/word-said.ts';
import { text } from '../../shared/words/words.ts';
import { breakable, bytes, ms, percent } from './format.ts';
import { listOr } from './option-values.ts';

type Comparator = '>' | '>=' | '<' | '<=';
/** Where the value went. */
type Direction = 'up' | 'down' | 'any';

export type Condition =
  | { readonly kind: 'verdict'; readonly text: string; readonly metric: Metric; readonly direction: Direction }
  | { readonly kind: 'limit'; readonly text: string; readonly figure: string; readonly comparator: Comparator; readonly limit: number };

const VERDICT = /^(\w+) +(slower|faster|higher|lower|differs)$/;
const LIMIT = /^([\w.]+) *(>=|<=|>|<) *(\d+(?:\.\d+)?) *([a-zA-Z/%]*)$/;

/** What a unit multiplies by to come to the figure's own. Without a unit only a rate can mean one thing. */
const TIME: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000 };
const SIZE: Readonly<Record<string, number>> = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9 };
const RATE: Readonly<Record<string, number>> = { '': 1, '/s': 1 };
const SHARE: Readonly<Record<string, number>> = { '%': 1 };
/** What limits are usually given in, for an example. */
const USUAL = ['ms', 'MB', '%'];

/** Throws InvalidArgumentError with what can be said instead. */
export function parseCondition(typed: string): Condition {
  const trimmed = typed.trim();
  const verdict = VERDICT.exec(trimmed);
  if (verdict) return parseVerdict(trimmed, verdict[1]!, verdict[2]!);
  const limit = LIMIT.exec(trimmed);
  if (limit) return parseLimit(trimmed, limit[1]!, limit[2] as Comparator, Number(limit[3]), limit[4]!);
  throw new InvalidArgumentError(text('commandLine.failIf.form'));
}

function parseVerdict(typed: string, name: string, word: string): Condition {
  const metric = METRICS.find((one) => one === name);
  if (!metric) throw new InvalidArgumentError(text('commandLine.failIf.noMetric', { name, names: METRICS.join(', ') }));
  const sense = METRIC_SENSE[metric];
  if (sense !== 'time' && sense !== 'speed' && (word === 'slower' || word === 'faster'))
    throw new InvalidArgumentError(text('commandLine.failIf.notSpeed', { metric, word }));
  const isUp = word === 'higher' || word === (sense === 'speed' ? 'faster' : 'slower');
  return { kind: 'verdict', text: typed, metric, direction: word === 'differs' ? 'any' : isUp ? 'up' : 'down' };
}

function parseLimit(typed: string, figure: string, comparator: Comparator, value: number, unit: string): Condition {
  const units = unitsOf(figure);
  if (!units)
    throw new InvalidArgumentError(
      text('commandLine.failIf.unknownFigure', {
        name: figure,
        metrics: METRICS.join(', '),
        percentiles: LATENCY_PERCENTILES.join(', '),
      }),
    );
  // Nothing is the same in all units.
  const factor = unit === '' && value === 0 ? 1 : units[unit];
  if (factor === undefined) {
    const names = Object.keys(units).filter((name) => name !== '');
    const example = `${figure} ${comparator} ${value}${USUAL.find((name) => names.includes(name))}`;
    const asked = { figure, unit, units: listOr(names), example };
    throw new InvalidArgumentError(text(unit === '' ? 'commandLine.failIf.noUnit' : 'commandLine.failIf.unit', asked));
  }
  return { kind: 'limit', text: typed, figure, comparator, limit: value * factor };
}

function unitsOf(figure: string): Readonly<Record<string, number>> | null {
  switch (figure) {
    case 'throughput':
      return RATE;
    case 'rssBytes':
      return SIZE;
    case 'failed':
    case 'unexpected':
    case 'errors':
    case 'dropped':
      return SHARE;
    case 'mean':
    case 'spread':
    case 'max':
    case 'cpuMsPerRequest':
    case 'serviceP50':
    case 'serviceP99':
    case 'sessionP50':
    case 'latenessP50':
    case 'latenessP99':
      return TIME;
    default:
      return LATENCY_PERCENTILES.some((p) => figure === `p${p}`) ? TIME : null;
  }
}

/** Why such a comparison cannot give the verdict that the condition is about; null: it can. To be said before it starts: a build would be green for ever. */
export function findImpossible(condition: Condition, { pairs, variants, question }: Asked): string | null {
  if (condition.kind !== 'verdict') return null;
  const { metric } = condition;
  const { reach, forQuestion, forOthers } = computeReach(pairs, variants.length, question, modelOf(variants));
  const isPossible = metric === question ? reach !== 'nothing' : reach === 'with question' || reach === 'all';
  if (isPossible) return null;
  const asked = { condition: condition.text, pairs };
  if (metric === question || reach === 'nothing') return text('commandLine.failIf.impossible', { ...asked, needed: forQuestion });
  return text('commandLine.failIf.neverMet', { ...asked, variants: variants.length, question, metric, needed: String(forOthers) });
}

type Asked = Pick<ComparisonSetup, 'pairs' | 'question'> & { readonly variants: Planned };

/** `no runs`: a variant has not one run that counts, so the comparison itself has failed. */
export type Judgement =
  | { readonly kind: 'met' | 'not met'; readonly figure: string }
  | { readonly kind: 'no runs' | 'unknown'; readonly why: string };

type Judged = Pick<Report, 'runs' | 'verdicts'> & { readonly comparison?: Pick<NonNullable<Report['comparison']>, 'variants'> };

/** Whether the condition holds for what has been measured. Met of one variant is met. */
export function judgeCondition(condition: Condition, report: Judged): Judgement {
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

function judgeVariant(condition: Condition, { runs, verdicts }: Judged, variant: string): Judgement {
  const isOne = runs.every((run) => run.variant === variant);
  const own = runs.filter(hasLoad).filter((run) => run.variant === variant);
  const counted = own.filter(({ excluded }) => excluded === null);
  // What failed is the reason that runs are left out: here they are the evidence.
  if (condition.kind === 'verdict' && isInPoints(condition.metric) && isFaultless(own)) {
    return { kind: 'not met', figure: text('commandLine.failIf.faultless', { metric: condition.metric }) };
  }
  const evidence = condition.kind === 'limit' && COUNTS_EXCLUDED.includes(condition.figure) ? own : counted;
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

const COUNTS_EXCLUDED: readonly string[] = ['failed', 'unexpected', 'errors', 'dropped'];

function judgeVerdicts({ metric, direction }: VerdictCondition, verdicts: readonly Verdict[], variant: string): Judgement {
  const verdict = verdicts.find((one) => one.metric === metric && one.b === variant);
  if (!verdict) return { kind: 'unknown', why: text('commandLine.failIf.noPair', { metric, variant }) };
  const reason = verdict.reason === null ? null : NO_VERDICT[verdict.reason];
  if (reason !== null) {
    const why = text(`commandLine.failIf.${reason}`, { needed: MINIMUM_PAIRS_FOR_VERDICT });
    return { kind: 'unknown', why: text('commandLine.failIf.noVerdict', { metric, variant, why }) };
  }
  const { a, b, aValue, bValue, differencePercent, verdict: word } = verdict;
  const figure = text('commandLine.failIf.verdictFigure', {
    metric,
    a,
    b,
    aValue: formatMetric(metric, aValue),
    bValue: formatMetric(metric, bValue),
    difference: formatMetricDifference(metric, differencePercent),
    verdict: text(`compare.verdicts.word.${word}`),
  });
  return { kind: meets(verdict, direction) ? 'met' : 'not met', figure: breakable(figure) };
}

/** "Too noisy" is an answer: no difference was shown. */
const NO_VERDICT = {
  'too few pairs': 'fewPairs',
  unfinished: 'unfinished',
  'too few answers': 'fewAnswers',
  'too noisy': null,
} as const satisfies Record<NonNullable<Verdict['reason']>, string | null>;

/** `variant`: null where there is but one. */
function judgeLimit({ figure, comparator, limit }: LimitCondition, runs: readonly RunReport[], variant: string | null): Judgement {
  const values = runs.flatMap((run) => figureOf(run, figure) ?? []);
  if (values.length === 0) return { kind: 'unknown', why: text('commandLine.failIf.noFigure', { figure }) };
  const value = medianOf(values);
  const told = text('commandLine.failIf.figure', {
    figure,
    value: formatFigure(figure, value),
    several: variant === null ? 'no' : 'yes',
    variant: variant ?? '',
  });
  return { kind: holds(value, comparator, limit) ? 'met' : 'not met', figure: told };
}

function meets({ verdict, differencePercent }: Verdict, direction: Direction): boolean {
  if (verdict === 'cannot tell' || verdict === 'equivalent') return false;
  return direction === 'any' || direction === ((differencePercent ?? 0) > 0 ? 'up' : 'down');
}

function figureOf(run: RunReport, figure: string): number | null {
  const { requests, latencyMs, latenessMs } = run;
  const all = requests.completed + requests.failed;
  if (figure === 'failed') return all === 0 ? null : (requests.failed / all) * 100;
  // Of all who came: nobody who was dropped was sent.
  if (figure === 'dropped') return (requests.dropped / (requests.sent + requests.dropped)) * 100;
  if (figure === 'unexpected') return requests.completed === 0 ? null : (requests.unexpected / requests.completed) * 100;
  if (figure === 'max') return latencyMs?.max ?? null;
  if (figure === 'latenessP50' || figure === 'latenessP99') return latenessMs?.percentiles[figure.slice('latenessP'.length)] ?? null;
  const metric = METRICS.find((one) => one === figure);
  return metric ? metricOf(run, metric) : (latencyMs?.percentiles[figure.slice(1)] ?? null);
}

function formatFigure(figure: string, value: number): string {
  const units = unitsOf(figure);
  if (units === SHARE) return percent(value);
  if (units === SIZE) return bytes(value);
  return units === RATE ? breakable(formatMetric('throughput', value)) : ms(value);
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
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
