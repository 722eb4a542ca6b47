/** What a reader should know before believing a comparison, as sentences. The most serious first. */
import { STOPPED_PASS, variantLetter } from '../../../shared/model/comparison.ts';
import type { Environment, RunReport } from '../../../shared/model/report.ts';
import type { Comparison, ComparisonPass } from './comparison.ts';

type Finished = ComparisonPass & { readonly report: RunReport };

export function computeComparisonWarnings(comparison: Comparison): string[] {
  const finished = comparison.passes.filter((pass): pass is Finished => pass.report !== null);
  return [
    ...(comparison.header.made === 'sessions' ? sessionWarnings(comparison, finished) : []),
    ...(comparison.recovered ? ['Loopscope was killed during this comparison: it has the runs that were finished before.'] : []),
    ...excludedWarnings(comparison),
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

function excludedWarnings({ passes, ending }: Comparison): string[] {
  const stopped = passes.filter(({ kind, excluded }) => kind === 'measured' && excluded === STOPPED_PASS).length;
  const failed = passes.filter(({ excluded }) => excluded !== null && excluded !== STOPPED_PASS);
  return [
    ...(stopped > 0 && ending === 'stopped'
      ? [`It was stopped before its planned end: ${count(stopped, 'planned run')} not finished.`]
      : []),
    ...[...new Set(failed.map(({ variant, excluded }) => `${variantLetter(variant)}: ${excluded}`))].map((why) => {
      const times = failed.filter(({ variant, excluded }) => `${variantLetter(variant)}: ${excluded}` === why).length;
      return `${count(times, 'run')} left out. ${why}`;
    }),
  ];
}

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
