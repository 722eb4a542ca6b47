/** What a reader should know before believing a comparison, as sentences. The most serious first. */
import { answersCompared } from '../../../shared/analysis/metrics.ts';
import { countTests, fewestPairsFor } from '../../../shared/analysis/power.ts';
import { unexpectedStatuses } from '../../../shared/analysis/statuses.ts';
import { MINIMUM_PAIRS_FOR_VERDICT, STOPPED_PASS, variantLetter } from '../../../shared/model/comparison.ts';
import type { Environment, RunReport, SteadinessLabel } from '../../../shared/model/report.ts';
import type { Comparison, ComparisonPass } from './comparison.ts';

type Finished = ComparisonPass & { readonly report: RunReport };

export function computeComparisonWarnings(comparison: Comparison): string[] {
  const finished = comparison.passes.filter((pass): pass is Finished => pass.report !== null);
  return [
    ...(comparison.header.made === 'sessions' ? sessionWarnings(comparison, finished) : []),
    ...(comparison.recovered ? ['Loopscope was killed during this comparison: it has the runs that were finished before.'] : []),
    ...excludedWarnings(comparison),
    ...shareWarnings(comparison, finished),
    ...fewPairsWarning(comparison),
    ...steadinessWarnings(comparison, finished),
    ...limitWarning(finished),
    ...agentWarning(finished),
  ];
}

/** Sessions recorded at other times and places differ in more than what somebody meant to change. */
function sessionWarnings({ setup }: Comparison, finished: readonly Finished[]): string[] {
  const differing = (name: string, values: readonly (string | null)[], why: string): string[] =>
    new Set(values).size > 1 ? [`Different ${name}: ${listByLetter(values)}. ${why}`] : [];
  const setups = setup.variants.map((variant) => variant.setup);
  return [
    ...differing(
      'machines',
      finished.map(({ environment }) => machineOf(environment)),
      'The difference may be that of the machines.',
    ),
    ...differing(
      'load models',
      setups.map(({ load }) => load.model),
      'Their latencies do not mean the same.',
    ),
    ...differing(
      'load',
      setups.map(({ load }) => loadOf(load)),
      'A server under more load answers later.',
    ),
    ...differing(
      'Node.js versions',
      finished.map(({ report }) => report.target.node),
      'The difference may be that of the versions.',
    ),
    ...differing(
      'captures',
      setups.map(({ capture }) => capture.kind),
      'A CPU profile costs time.',
    ),
    ...differing(
      'versions of Loopscope',
      finished.map(({ environment }) => environment?.loopscope ?? null),
      'They may measure differently.',
    ),
  ];
}

function machineOf(environment: Environment | null): string | null {
  return environment && `${environment.cpu}, ${environment.cores} cores, ${environment.os} ${environment.arch}`;
}

function loadOf({ connections, end, method, keepAlive }: Comparison['setup']['variants'][number]['setup']['load']): string {
  const until = end.by === 'amount' ? `${end.requests} requests` : `${end.seconds} s`;
  return `${method}, ${connections} connections${keepAlive ? '' : ' (a new one each time)'}, ${until}`;
}

function listByLetter(values: readonly (string | null)[]): string {
  return values.map((value, index) => `${variantLetter(index)} ${value ?? 'unknown'}`).join('; ');
}

function excludedWarnings({ passes, ending, setup }: Comparison): string[] {
  const stopped = passes.filter(({ kind, excluded }) => kind === 'measured' && excluded === STOPPED_PASS).length;
  const failed = passes.filter(({ excluded }) => excluded !== null && excluded !== STOPPED_PASS);
  return [
    ...(stopped > 0 && ending === 'stopped'
      ? [`It was stopped before its planned end: ${count(stopped, 'planned run')} not finished.`]
      : []),
    ...groupByReason(failed).map(([first, ...more]) => {
      const isSame = more.every(({ excluded }) => excluded === first.excluded);
      return `${count(more.length + 1, 'run')} left out. ${variantLetter(first.variant)}${isSame ? '' : ', for example'}: ${first.excluded}`;
    }),
    ...replacedWarning(passes, setup.pairs),
  ];
}

/** Reasons that differ in figures only are one. */
function groupByReason(passes: readonly ComparisonPass[]): [ComparisonPass, ...ComparisonPass[]][] {
  const groups = new Map<string, [ComparisonPass, ...ComparisonPass[]]>();
  for (const pass of passes) {
    const key = `${pass.variant}: ${pass.excluded?.replace(/\d+(\.\d+)? %/g, '%')}`;
    const known = groups.get(key);
    if (known) known.push(pass);
    else groups.set(key, [pass]);
  }
  return [...groups.values()];
}

function replacedWarning(passes: readonly ComparisonPass[], planned: number): string[] {
  const rounds = new Set(passes.filter(({ kind, round }) => kind === 'measured' && round >= planned).map(({ round }) => round)).size;
  if (rounds === 0) return [];
  return [`${count(rounds, 'round')} added to the planned ${planned}, in place of what could not be measured.`];
}

/** Shares below are a few resets at the end of a connection's life. */
const SAID_SHARE = 0.01;
/** Sides that differ by less are not called different. */
const SAID_DIFFERENCE = 0.001;

/** What went wrong in the requests, variant by variant: who fails quickly looks fast. Runs that were left out for it are counted, too. */
function shareWarnings(comparison: Comparison, finished: readonly Finished[]): string[] {
  const whole = finished.filter(({ kind, failed }) => kind === 'measured' && failed !== STOPPED_PASS);
  const variants = comparison.setup.variants.map((_, variant) =>
    whole.filter((pass) => pass.variant === variant).map(({ report }) => report),
  );
  const failures = tellShares(
    variants,
    ({ failed }) => failed,
    ({ completed, failed }) => completed + failed,
  );
  const odd = tellShares(
    variants,
    ({ unexpected }) => unexpected,
    ({ completed }) => completed,
  );
  const isOddCompared = answersCompared(comparison.toPasses()) === 'unexpected';
  const codes = unexpectedStatuses(whole.map(({ report }) => report)).join(', ');
  return [
    ...(failures === null ? [] : [`Requests that failed: ${failures}. Latency and throughput are those of the answers that came.`]),
    ...(odd === null
      ? []
      : [
          `Answers with a status outside 200 to 399 (${codes}): ${odd}. ${
            isOddCompared ? 'As there are no others, latency and throughput are those of these.' : 'Latency and throughput leave them out.'
          }`,
        ]),
  ];
}

type Requests = RunReport['requests'];

/** "A none, B 12.5 %" of all runs of each; null: nothing to say. */
function tellShares(
  variants: readonly (readonly RunReport[])[],
  partOf: (requests: Requests) => number,
  wholeOf: (requests: Requests) => number,
): string | null {
  const sum = (runs: readonly RunReport[], of: (requests: Requests) => number): number =>
    runs.reduce((all, run) => all + of(run.requests), 0);
  const shares = variants.map((runs) => (sum(runs, wholeOf) === 0 ? 0 : sum(runs, partOf) / sum(runs, wholeOf)));
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  if (most <= SAID_SHARE && most - least < SAID_DIFFERENCE) return null;
  return shares.map((share, variant) => `${variantLetter(variant)} ${formatShare(share)}`).join(', ');
}

/** Never "none" for something that happened, never "100 %" for something that did not always. */
function formatShare(share: number): string {
  if (share === 0) return 'none';
  if (share < 0.001) return 'less than 0.1 %';
  return share > 0.999 && share < 1 ? 'more than 99.9 %' : `${Number((share * 100).toFixed(1))} %`;
}

/** With many variants as many questions are asked at once that the planned pairs cannot answer one of them. */
function fewPairsWarning({ setup: { variants, pairs } }: Comparison): string[] {
  const needed = fewestPairsFor(countTests(variants.length));
  if (pairs < MINIMUM_PAIRS_FOR_VERDICT || pairs >= needed) return [];
  return [
    `${pairs} pairs cannot show a difference among ${variants.length} variants, only that they are equivalent: that needs ${needed}.`,
  ];
}

/** One run in fifty is called unsteady by chance. More than that, in words. */
const SAID_UNSTEADY_SHARE = 0.15;

function steadinessWarnings(comparison: Comparison, finished: readonly Finished[]): string[] {
  return comparison.setup.variants.flatMap((_, variant) => {
    const labels = finished.flatMap(({ kind, variant: own, excluded, report }) => {
      return kind === 'measured' && own === variant && excluded === null && report.steadiness ? [report.steadiness.label] : [];
    });
    const unsteady = labels.filter((label) => label !== 'steady');
    if (unsteady.length === 0 || unsteady.length < Math.min(labels.length, Math.max(2, labels.length * SAID_UNSTEADY_SHARE))) return [];
    const isWarming = unsteady.some((label) => label === 'warm-up' || label === 'rising');
    const hint = isWarming ? ' A longer warm-up may help.' : '';
    const verb = unsteady.length === 1 ? 'was' : 'were';
    const which = `${unsteady.length} of ${count(labels.length, 'run')} of ${variantLetter(variant)}`;
    return [`${which} ${verb} not steady (${tellLabels(unsteady)}): their figures are means of what changed.${hint}`];
  });
}

/** "2 with rising latency, 1 with jumps". */
function tellLabels(labels: readonly SteadinessLabel[]): string {
  const kinds = [...new Set(labels)].map((label) => ({ label, times: labels.filter((one) => one === label).length }));
  kinds.sort((a, b) => b.times - a.times);
  return kinds.length === 1 ? IN_WORDS[kinds[0]!.label] : kinds.map(({ label, times }) => `${times} with ${IN_WORDS[label]}`).join(', ');
}

const IN_WORDS: Record<SteadinessLabel, string> = {
  steady: 'no change',
  'warm-up': 'a warm-up at the beginning',
  rising: 'falling latency',
  falling: 'rising latency',
  jumping: 'jumps in the answers a second',
};

function limitWarning(finished: readonly Finished[]): string[] {
  const limited = finished.filter(({ report, kind }) => kind === 'measured' && report.generator.limited);
  if (limited.length === 0) return [];
  return [
    `The load process was the limit, not the server, in ${count(limited.length, 'run')}: throughputs are lower bounds, and differences look smaller than they are.`,
  ];
}

function agentWarning(finished: readonly Finished[]): string[] {
  const without = [...new Set(finished.filter(({ report }) => !report.target.agent).map(({ variant }) => variantLetter(variant)))];
  return without.length === 0 ? [] : [`${without.join(' and ')} ran without the agent: no figures from inside the process and no profile.`];
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}
