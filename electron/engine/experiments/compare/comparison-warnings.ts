/** What a reader should know before trusting a comparison, as messages. The most serious first. */

import { isByTool, requestsOf, timedBy } from '../../../../shared/analysis/by-tool.ts';
import { describeDifferences } from '../../../../shared/analysis/differences.ts';
import { saidForeign, saidSteal } from '../../../../shared/analysis/disturbance.ts';
import { computeReach, modelOf } from '../../../../shared/analysis/family.ts';
import { answersCompared } from '../../../../shared/analysis/metrics.ts';
import { lacksAgent } from '../../../../shared/analysis/rules/run/no-agent.ts';
import { mean } from '../../../../shared/analysis/statistics.ts';
import { unexpectedStatuses } from '../../../../shared/analysis/statuses.ts';
import { findStoppedRuns } from '../../../../shared/analysis/stopped-variants.ts';
import { LOAD_TOOLS } from '../../../../shared/load/foreign/load-result.ts';
import { type Difference, variantLetter } from '../../../../shared/model/comparison.ts';
import { type Exclusion, STOPPED_PASS } from '../../../../shared/model/exclusion.ts';
import { endOf } from '../../../../shared/model/load-models.ts';
import type { Environment, RunReport, SteadinessLabel } from '../../../../shared/model/report.ts';
import { SETTINGS_LIST } from '../../../../shared/model/settings-list.ts';
import { keepsConnections, pipeliningOf, type Setup, workersOf } from '../../../../shared/model/setup.ts';
import { reachOf } from '../../../../shared/report/sentences.ts';
import { sayModel, saySends } from '../../../../shared/words/load-plan.ts';
import { type Enumeration, isVerbatim, type Param, type Said, say } from '../../../../shared/words/said.ts';
import type { Comparison, ComparisonPass } from '../../sessions/comparison.ts';
import { differentRequests } from './different-requests.ts';

type Finished = ComparisonPass & { readonly report: RunReport };

export function computeComparisonWarnings(comparison: Comparison): Said[] {
  const finished = comparison.passes.filter((pass): pass is Finished => pass.report !== null);
  // What else is to be known of a cell stands with its run.
  if (comparison.setup.grid !== undefined)
    return [...(comparison.recovered ? [say('comparisonWarning.recovered')] : []), ...limitWarning(finished)];
  const ofTools = toolWarning(comparison);
  const ours = finished.filter(({ variant }) => comparison.setup.variants[variant]!.tool === undefined);
  // What is not in the file of a tool can differ in anything: that is said once.
  const ofSetups =
    ofTools.length > 0
      ? ofTools
      : [
          ...loadWarnings(comparison),
          ...moreConnectionsWarning(comparison, finished),
          ...(comparison.header.made === 'sessions' ? sessionWarnings(comparison, finished) : []),
        ];
  return [
    ...timingWarnings(comparison, finished),
    ...ofSetups,
    ...(comparison.recovered ? [say('comparisonWarning.recovered')] : []),
    ...excludedWarnings(comparison),
    ...shareWarnings(comparison, finished),
    ...silenceWarning(comparison),
    ...fewPairsWarning(comparison),
    ...disturbanceWarnings(comparison, ours),
    ...steadinessWarnings(comparison, finished),
    ...limitWarning(finished),
    ...agentWarning(ours),
  ];
}

/** Results of other tools among saved sessions. */
function toolWarning({ setup }: Comparison): Said[] {
  const letters = setup.variants.flatMap(({ tool }, variant) => (tool === undefined ? [] : [variantLetter(variant)]));
  return letters.length === 0 ? [] : [say('comparisonWarning.ofTool', { variants: { list: letters, by: 'and' } })];
}

/** How the tools do that, which its reader says of a file of theirs. */
const HOW = {
  autocannon: 'foreign.ofAutocannon',
  artillery: 'foreign.ofArtillery',
  k6: 'foreign.ofK6',
  ab: 'foreign.ofAb',
  wrk: 'foreign.ofWrk',
} as const;

const RATE = {
  autocannon: 'comparisonWarning.rateOfAutocannon',
  artillery: 'comparisonWarning.rateOfArtillery',
  k6: 'comparisonWarning.rateOfK6',
  ab: 'comparisonWarning.rateOfAb',
  wrk: 'comparisonWarning.rateOfWrk',
} as const;

/** Requests that another tool has made: who, how it times them and what its throughput is a mean over, before any figure of them. */
function timingWarnings({ setup }: Comparison, finished: readonly Finished[]): Said[] {
  const measured = finished.filter(({ kind }) => kind === 'measured');
  const of = setup.variants.map((_, variant) => measured.filter((pass) => pass.variant === variant).map(({ report }) => report));
  const lettersOf = (is: (reports: readonly RunReport[]) => boolean): Enumeration => ({
    list: of.flatMap((reports, variant) => (is(reports) ? [variantLetter(variant)] : [])),
    by: 'and',
  });
  const used = LOAD_TOOLS.filter((tool) => measured.some(({ report }) => timedBy(report) === tool));
  const unread = lettersOf((reports) => reports.some((report) => report.byCommand === null));
  const ours = lettersOf((reports) => reports.some((report) => !isByTool(report)));
  const ways = used.length + (ours.list.length > 0 ? 1 : 0);
  const told = [
    ...(ways > 1 && ours.list.length > 0 ? [{ variants: ours, says: say('comparisonWarning.timedByUs', { variants: ours }) }] : []),
    ...used.map((tool) => {
      const variants = lettersOf((reports) => reports.some((report) => timedBy(report) === tool));
      return { variants, says: say('comparisonWarning.timedBy', { variants, tool, how: say(HOW[tool]), rate: say(RATE[tool]) }) };
    }),
  ];
  const firstOf = ({ variants }: (typeof told)[number]): string => String(variants.list[0]);
  return [
    ...told.sort((one, other) => firstOf(one).localeCompare(firstOf(other))).map(({ says }) => says),
    ...(ways > 1 ? [say('comparisonWarning.conventions')] : []),
    ...(unread.list.length > 0 ? [say('comparisonWarning.notTold', { variants: unread })] : []),
  ];
}

/** Of a series, which client sends the load may be what is compared; the load is the same. */
function loadWarnings({ setup, header }: Comparison): Said[] {
  const setups = setup.variants.map((variant) => variant.setup);
  const loads = setups.map(header.made === 'sessions' ? loadOf : loadOfProcesses);
  const models = setups.map(({ load }) => load.model);
  if (header.made === 'series' && isOnlyLoad(describeDifferences(setups)) && new Set(loads.map(asText)).size > 1)
    return [say('comparisonWarning.loadCompared', { values: listByLetter(loads), models: new Set(models).size > 1 ? 'several' : 'one' })];
  return [
    ...differentRequests(setups, listByLetter),
    ...differing(
      'comparisonWarning.models',
      models,
      setups.map(({ load }) => sayModel(load)),
    ),
    ...differing('comparisonWarning.load', loads.map(asText), loads),
  ];
}

const LOAD_SETTINGS = new Set(SETTINGS_LIST.filter(({ path }) => /^(load|client)\./.test(path)).map(({ key }) => key));

/** Then the load is what a series compares: whoever set it up varied nothing else. */
function isOnlyLoad(differences: readonly Difference[]): boolean {
  return differences.every(({ field }) => LOAD_SETTINGS.has(field));
}

/** Smaller differences between two variants count as none elsewhere, too. */
const SAME_RATE = 0.05;

/** Two variants that differ in their connections, where more of them are not served faster. */
function moreConnectionsWarning({ setup }: Comparison, finished: readonly Finished[]): Said[] {
  const loads = setup.variants.map((variant) => variant.setup.load);
  if (loads.length !== 2 || !loads.every((load) => load.model === 'closed')) return [];
  const [few, many] = loads
    .map(({ connections }, variant) => ({ connections, rates: ratesOf(finished, variant) }))
    .sort((a, b) => a.connections - b.connections);
  if (few!.connections === many!.connections || few!.rates.length === 0 || many!.rates.length === 0) return [];
  const [served, servedMany] = [mean(few!.rates), mean(many!.rates)];
  if (servedMany > served * (1 + SAME_RATE)) return [];
  return [say('comparisonWarning.moreConnections', { few: few!.connections, many: many!.connections })];
}

function ratesOf(finished: readonly Finished[], of: number): number[] {
  const own = finished.filter(({ variant, kind, excluded }) => variant === of && kind === 'measured' && excluded === null);
  return own.flatMap(({ report }) => report.throughput?.mean ?? []);
}

/** Sessions recorded at different times and places differ in more than the intended change. */
function sessionWarnings({ setup }: Comparison, finished: readonly Finished[]): Said[] {
  const setups = setup.variants.map((variant) => variant.setup);
  const machines = finished.map(({ environment }) => environment && machineOf(environment));
  return [
    ...differing('comparisonWarning.machines', machines.map(asText), machines),
    ...differing(
      'comparisonWarning.nodes',
      finished.map(({ report }) => report.target.node),
    ),
    ...differing(
      'comparisonWarning.captures',
      setups.map(({ capture }) => capture.kind),
    ),
    ...differing(
      'comparisonWarning.versions',
      finished.map(({ environment }) => environment?.loopscope ?? null),
    ),
  ];
}

type DifferingKey = `comparisonWarning.${'machines' | 'models' | 'load' | 'nodes' | 'captures' | 'versions'}`;

function differing<Value extends string>(
  key: DifferingKey,
  values: readonly (Value | null)[],
  told: readonly (Param | null)[] = values,
): Said[] {
  return new Set(values).size > 1 ? [say(key, { values: listByLetter(told) })] : [];
}

const asText = (said: Said | null): string | null => said && JSON.stringify(said);

function machineOf({ cpu, cores, os, arch }: Environment): Said {
  return say('comparisonWarning.machine', { cpu, cores, os, arch });
}

function loadOf(setup: Setup): Said {
  const load = loadOfProcesses(setup);
  const { kind } = setup.client;
  if (kind === 'loopscope' || (setup.loadCommand ?? null) !== null) return load;
  return say(kind === 'k6' ? 'comparisonWarning.loadByK6' : 'comparisonWarning.loadByAutocannon', { load });
}

function loadOfProcesses(setup: Setup): Said {
  const { client } = setup;
  if ((setup.loadCommand ?? null) !== null) return say('comparisonWarning.loadByCommand');
  const planned = plannedLoad(setup);
  const load = keepsConnections(client) ? planned : say('comparisonWarning.loadNew', { load: planned });
  return workersOf(client) === 1 ? load : say('comparisonWarning.loadWorkers', { load, workers: workersOf(client) });
}

function plannedLoad({ load, requests: [first], plan, client }: Setup): Said {
  const method = plan === null ? first.method : say('comparisonWarning.planned');
  const sends = saySends(load, pipeliningOf(client));
  const end = endOf(load);
  return end.by === 'amount'
    ? say('comparisonWarning.loadRequests', { method, sends, requests: end.requests })
    : say('comparisonWarning.loadSeconds', { method, sends, seconds: end.seconds });
}

function listByLetter(values: readonly (Param | null)[]): Param {
  return values
    .map((value, index) =>
      say('comparisonWarning.value', { variant: variantLetter(index), value: value ?? say('comparisonWarning.unknown') }),
    )
    .reduce((before, next) => say('comparisonWarning.valueAfter', { before, next }));
}

function excludedWarnings({ passes, ending, setup }: Comparison): Said[] {
  const stopped = passes.filter(({ kind, excluded }) => kind === 'measured' && excluded === STOPPED_PASS).length;
  const failed = passes.filter(({ excluded }) => excluded !== null && excluded !== STOPPED_PASS);
  return [
    ...(stopped > 0 && ending === 'stopped' ? [say('comparisonWarning.stopped', { count: stopped })] : []),
    ...groupByReason(failed).map(([first, ...more]) => {
      const isSame = more.every(({ excluded }) => JSON.stringify(excluded) === JSON.stringify(first.excluded));
      const told = { count: more.length + 1, variant: variantLetter(first.variant), why: sayReason(first.excluded) };
      return isSame ? say('comparisonWarning.leftOut', told) : say('comparisonWarning.leftOutExample', told);
    }),
    ...replacedWarning(passes, setup.pairs),
  ];
}

const sayReason = (excluded: Exclusion | null): Param => excluded ?? '';

/** Reasons that differ only in their figures count as one. */
function groupByReason(passes: readonly ComparisonPass[]): [ComparisonPass, ...ComparisonPass[]][] {
  const groups = new Map<string, [ComparisonPass, ...ComparisonPass[]]>();
  for (const pass of passes) {
    const key = `${pass.variant}: ${nameOfReason(pass.excluded)}`;
    const known = groups.get(key);
    if (known) known.push(pass);
    else groups.set(key, [pass]);
  }
  return [...groups.values()];
}

function nameOfReason(excluded: Exclusion | null): string {
  if (excluded === null || excluded === STOPPED_PASS) return '';
  if (isVerbatim(excluded)) return excluded.verbatim.replace(/(?<!\d)\d+(\.\d+)? %/g, '%');
  const { percent: _, ...params } = excluded.params;
  return JSON.stringify({ key: excluded.key, params });
}

function replacedWarning(passes: readonly ComparisonPass[], planned: number): Said[] {
  const rounds = new Set(passes.filter(({ kind, round }) => kind === 'measured' && round >= planned).map(({ round }) => round)).size;
  if (rounds === 0) return [];
  return [say('comparisonWarning.replaced', { count: rounds, planned })];
}

/** Shares below are a few resets at the end of a connection's life. */
const SAID_SHARE = 0.01;
/** Smaller differences between variants are not reported. */
const SAID_DIFFERENCE = 0.001;

/** Failed requests and unexpected statuses by variant: a server that fails quickly looks fast. Runs that were excluded for this are counted, too. */
function shareWarnings(comparison: Comparison, finished: readonly Finished[]): Said[] {
  const whole = finished.filter(({ kind, failed }) => kind === 'measured' && failed !== STOPPED_PASS);
  const variants = comparison.setup.variants.map((_, variant) =>
    whole.filter((pass) => pass.variant === variant).map(({ report }) => report),
  );
  const failures = tellShares(
    variants,
    ({ failed, unanswered }) => failed + (unanswered ?? 0),
    ({ completed, failed, unanswered }) => completed + failed + (unanswered ?? 0),
  );
  const odd = tellShares(
    variants,
    ({ unexpected }) => unexpected,
    ({ completed }) => completed,
  );
  // The tools tell only how many; whether their times and throughput include them is theirs.
  const isTold = whole.some(({ report }) => isByTool(report));
  const isOddCompared = answersCompared(comparison.toPasses()) === 'unexpected';
  const statuses: Enumeration = { list: unexpectedStatuses(whole.map(({ report }) => report)), by: 'comma' };
  return [
    ...(failures === null ? [] : [say('comparisonWarning.failed', { shares: failures })]),
    ...(odd === null
      ? []
      : [
          isTold
            ? say('comparisonWarning.unexpectedByTool', { shares: odd })
            : isOddCompared
              ? say('comparisonWarning.unexpectedCompared', { statuses, shares: odd })
              : say('comparisonWarning.unexpected', { statuses, shares: odd }),
        ]),
  ];
}

/** Throughput that is shown of a variant whose responses stopped is no rate of a server that answers. */
function silenceWarning(comparison: Comparison): Said[] {
  const passes = comparison.toPasses();
  const letters = comparison.setup.variants.flatMap((_, variant) => findStoppedRuns(passes, variant)?.variant ?? []);
  return letters.length === 0 ? [] : [say('comparisonWarning.silent', { variants: { list: letters, by: 'and' } })];
}

type Requests = RunReport['requests'];

/** "A none, B 12.5 %", over all runs of each variant; null: nothing to report. */
function tellShares(
  variants: readonly (readonly RunReport[])[],
  partOf: (requests: Requests) => number,
  wholeOf: (requests: Requests) => number,
): Enumeration | null {
  const sum = (runs: readonly RunReport[], of: (requests: Requests) => number): number =>
    runs.reduce((all, run) => all + of(requestsOf(run)), 0);
  const shares = variants.map((runs) => (sum(runs, wholeOf) === 0 ? 0 : sum(runs, partOf) / sum(runs, wholeOf)));
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  if (most <= SAID_SHARE && most - least < SAID_DIFFERENCE) return null;
  const list = shares.map((share, variant) => say('comparisonWarning.value', { variant: variantLetter(variant), value: sayShare(share) }));
  return { list, by: 'comma' };
}

/** Never "none" for something that happened, never "100 %" for something that did not always. */
function sayShare(share: number): Said {
  if (share === 0) return say('comparisonWarning.shareNone');
  if (share < 0.001) return say('comparisonWarning.shareLess');
  if (share > 0.999 && share < 1) return say('comparisonWarning.shareMore');
  return say('comparisonWarning.share', { percent: Number((share * 100).toFixed(1)) });
}

/**
 * With many variants, so many metrics are tested at once that the planned pairs could only show a difference in the question.
 * If they could show others under a condition, that was stated before the start, and the affected rows say so themselves.
 */
function fewPairsWarning({ setup }: Comparison): Said[] {
  const sentence = reachOf(setup);
  const { pairs, variants, question } = setup;
  if (sentence === null) return [];
  return computeReach(pairs, variants.length, question, modelOf(variants)).reach !== 'question' ? [] : [{ verbatim: sentence }];
}

/** One run in fifty is called unsteady by chance; a warning only if there are more. */
const SAID_UNSTEADY_SHARE = 0.15;

function steadinessWarnings(comparison: Comparison, finished: readonly Finished[]): Said[] {
  return comparison.setup.variants.flatMap((_, variant) => {
    const labels = finished.flatMap(({ kind, variant: own, excluded, report }) => {
      return kind === 'measured' && own === variant && excluded === null ? labelsOf(report) : [];
    });
    const unsteady = labels.filter((label) => label !== 'steady');
    if (unsteady.length === 0 || unsteady.length < Math.min(labels.length, Math.max(2, labels.length * SAID_UNSTEADY_SHARE))) return [];
    const isWarming = unsteady.some((label) => label === 'warm-up' || label === 'rising');
    const told = { unsteady: unsteady.length, count: labels.length, variant: variantLetter(variant), how: tellLabels(unsteady) };
    return [isWarming ? say('comparisonWarning.unsteadyWarming', told) : say('comparisonWarning.unsteady', told)];
  });
}

/** A run that is too short for its seconds to be compared may show one large change of level; without one it counts as steady. Empty: not known. */
function labelsOf({ steadiness, levelChange, load }: RunReport): SteadinessLabel[] {
  if (levelChange == null) return steadiness ? [steadiness.label] : levelChange === null ? ['steady'] : [];
  if (levelChange.afterMs > levelChange.beforeMs) return ['falling'];
  return [levelChange.atMs <= load.durationMs / 2 ? 'warm-up' : 'rising'];
}

/** "2 with rising latency, 1 with jumps". */
function tellLabels(labels: readonly SteadinessLabel[]): Param {
  const kinds = [...new Set(labels)].map((label) => ({ label, times: labels.filter((one) => one === label).length }));
  kinds.sort((a, b) => b.times - a.times);
  const list = kinds.map(({ label, times }) => ({ times, how: say(`comparisonWarning.${label}`) }));
  return list.length === 1 ? list[0]!.how : { list: list.map((told) => say('comparisonWarning.times', told)), by: 'comma' };
}

/** CPU used by other programs, variant by variant: if it differs between the variants, it may explain the difference. */
function disturbanceWarnings({ setup }: Comparison, finished: readonly Finished[]): Said[] {
  const counted = finished.filter(({ kind, excluded }) => kind === 'measured' && excluded === null);
  const tell = (saidOf: (run: RunReport) => number | null, figureOf: (run: RunReport) => number | undefined) => {
    const disturbed = counted.filter(({ report }) => saidOf(report) !== null);
    const means = setup.variants.map((_, variant) => {
      const figures = counted
        .flatMap((pass) => (pass.variant === variant ? [figureOf(pass.report)] : []))
        .filter((one) => one !== undefined);
      const mean = Math.round(figures.reduce((a, b) => a + b, 0) / figures.length);
      const value = figures.length === 0 ? say('comparisonWarning.unknown') : say('comparisonWarning.share', { percent: mean });
      return say('comparisonWarning.value', { variant: variantLetter(variant), value });
    });
    return disturbed.length === 0
      ? null
      : { disturbed: disturbed.length, count: counted.length, means: { list: means, by: 'comma' } as const };
  };
  const foreign = tell(
    ({ machine }) => saidForeign(machine),
    ({ machine }) => machine?.foreignPercent?.mean,
  );
  const steal = tell(
    ({ machine }) => saidSteal(machine),
    ({ machine }) => machine?.stealPercent?.mean,
  );
  return [
    ...(foreign === null ? [] : [say('comparisonWarning.foreign', foreign)]),
    ...(steal === null ? [] : [say('comparisonWarning.steal', steal)]),
  ];
}

function limitWarning(finished: readonly Finished[]): Said[] {
  const limited = finished.filter(({ report, kind }) => kind === 'measured' && report.generator.limited);
  if (limited.length === 0) return [];
  return [say('comparisonWarning.generator', { count: limited.length })];
}

function agentWarning(finished: readonly Finished[]): Said[] {
  const without = [...new Set(finished.filter(({ report }) => lacksAgent(report.target)).map(({ variant }) => variantLetter(variant)))];
  return without.length === 0 ? [] : [say('comparisonWarning.noAgent', { variants: { list: without, by: 'and' } })];
}
