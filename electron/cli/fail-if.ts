/**
 * `--fail-if`: a condition on the figures that makes the command end with code 3.
 *
 *   p99 slower | p50 faster | rssBytes higher | throughput differs     of a comparison's verdicts
 *   p99 > 200ms | throughput < 500 | failed > 1%                       of a run, and of every variant but the first of a comparison
 */
import { InvalidArgumentError } from 'commander';
import { metricOf } from '../../shared/analysis/metrics.ts';
import { METRIC_SENSE, METRICS, type Metric, type Verdict } from '../../shared/model/comparison.ts';
import { hasLoad, LATENCY_PERCENTILES, type Report, type RunReport } from '../../shared/model/report.ts';

type Comparator = '>' | '>=' | '<' | '<=';
/** Where the value went. */
type Direction = 'up' | 'down' | 'any';

export type Condition =
  | { readonly kind: 'verdict'; readonly text: string; readonly metric: Metric; readonly direction: Direction }
  | { readonly kind: 'limit'; readonly text: string; readonly figure: string; readonly comparator: Comparator; readonly limit: number };

const VERDICT = /^(\w+) +(slower|faster|higher|lower|differs)$/;
const LIMIT = /^([\w.]+) *(>=|<=|>|<) *(\d+(?:\.\d+)?) *([a-zA-Z/%]*)$/;

/** What a unit multiplies by to come to the figure's own. */
const TIME: Readonly<Record<string, number>> = { '': 1, us: 0.001, ms: 1, s: 1_000 };
const SIZE: Readonly<Record<string, number>> = { '': 1, B: 1, kB: 1e3, MB: 1e6, GB: 1e9 };
const RATE: Readonly<Record<string, number>> = { '': 1, '/s': 1 };
const SHARE: Readonly<Record<string, number>> = { '': 1, '%': 1 };

/** Throws InvalidArgumentError with what can be said instead. */
export function parseCondition(text: string): Condition {
  const trimmed = text.trim();
  const verdict = VERDICT.exec(trimmed);
  if (verdict) return parseVerdict(trimmed, verdict[1]!, verdict[2]!);
  const limit = LIMIT.exec(trimmed);
  if (limit) return parseLimit(trimmed, limit[1]!, limit[2] as Comparator, Number(limit[3]), limit[4]!);
  throw new InvalidArgumentError('It must be like "p99 slower" (of a comparison) or "p99 > 200ms".');
}

function parseVerdict(text: string, name: string, word: string): Condition {
  const metric = METRICS.find((one) => one === name);
  if (!metric) throw new InvalidArgumentError(`There is no verdict about ${name}. There is: ${METRICS.join(', ')}.`);
  const sense = METRIC_SENSE[metric];
  if (sense === 'cost' && (word === 'slower' || word === 'faster'))
    throw new InvalidArgumentError(`${metric} is higher or lower, not ${word}.`);
  const isUp = word === 'higher' || word === (sense === 'speed' ? 'faster' : 'slower');
  return { kind: 'verdict', text, metric, direction: word === 'differs' ? 'any' : isUp ? 'up' : 'down' };
}

function parseLimit(text: string, figure: string, comparator: Comparator, value: number, unit: string): Condition {
  const units = unitsOf(figure);
  if (!units)
    throw new InvalidArgumentError(
      `There is no figure ${figure}. There is: ${METRICS.join(', ')}, max, failed, and p of ${LATENCY_PERCENTILES.join(', ')}.`,
    );
  const factor = units[unit];
  if (factor === undefined) throw new InvalidArgumentError(`${figure} is not measured in ${unit}.`);
  return { kind: 'limit', text, figure, comparator, limit: value * factor };
}

function unitsOf(figure: string): Readonly<Record<string, number>> | null {
  switch (figure) {
    case 'throughput':
      return RATE;
    case 'rssBytes':
      return SIZE;
    case 'failed':
      return SHARE;
    case 'mean':
    case 'max':
    case 'cpuMsPerRequest':
      return TIME;
    default:
      return LATENCY_PERCENTILES.some((p) => figure === `p${p}`) ? TIME : null;
  }
}

/** Whether the condition holds for what has been measured. A figure that is not there meets none. */
export function isMet(condition: Condition, { runs, verdicts }: Pick<Report, 'runs' | 'verdicts'>): boolean {
  if (condition.kind === 'verdict')
    return verdicts.some((verdict) => verdict.metric === condition.metric && meets(verdict, condition.direction));
  const judged = runs.filter(hasLoad).filter(({ excluded }) => excluded === null);
  const variants = [...new Set(judged.map(({ variant }) => variant))];
  return (variants.length > 1 ? variants.slice().sort().slice(1) : variants).some((variant) => {
    const values = judged.filter((run) => run.variant === variant).flatMap((run) => figureOf(run, condition.figure) ?? []);
    return values.length > 0 && holds(medianOf(values), condition.comparator, condition.limit);
  });
}

function meets({ verdict, differencePercent }: Verdict, direction: Direction): boolean {
  if (verdict === 'cannot tell' || verdict === 'equivalent') return false;
  return direction === 'any' || direction === ((differencePercent ?? 0) > 0 ? 'up' : 'down');
}

function figureOf(run: RunReport, figure: string): number | null {
  const { requests, latencyMs } = run;
  if (figure === 'failed') {
    const all = requests.completed + requests.failed;
    return all === 0 ? null : (requests.failed / all) * 100;
  }
  if (figure === 'max') return latencyMs?.max ?? null;
  const metric = METRICS.find((one) => one === figure);
  return metric ? metricOf(run, metric) : (latencyMs?.percentiles[figure.slice(1)] ?? null);
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
