/** What a reader should know before trusting the figures, as messages. The most serious first. */

import { disturbanceWarnings } from '../analysis/disturbance.ts';
import { findLoadFailure, tellErrors, tellStatuses } from '../analysis/failed-load.ts';
import { findNotSent } from '../analysis/load-not-made.ts';
import { describeOtherThreads, describeUnseenThreads } from '../analysis/other-threads.ts';
import { findStopped, saySilence, sayUnanswered } from '../analysis/silence.ts';
import { waitedForCoreMs } from '../analysis/waited-for-core.ts';
import { calledName, placeOf } from '../format/place.ts';
import { isWeak, minimumCount } from '../load/distribution.ts';
import { connectionsOf } from '../model/load-models.ts';
import type { RunReport } from '../model/report.ts';
import { GENERATOR_LIMIT_PERCENT, LATE_CONNECTIONS, LATENESS_LIMIT_MS } from '../model/run.ts';
import { SETTINGS } from '../model/settings.ts';
import type { Milliseconds } from '../model/units.ts';
import { type Figure, type Said, say } from '../words/said.ts';

/** The limit of a setting of both clients. */
const { max: MOST_WORKERS } = SETTINGS.client.members.loopscope.workers;

export type Doubtful = Omit<RunReport, 'warnings'>;

const OF_ERRORS: readonly string[] = ['runWarning.requestsFailed', 'runWarning.requestsTimedOut', 'runWarning.unexpected'];

/** Says again what a table of statuses and errors says. */
export function isAboutErrors(warning: Said): boolean {
  return 'key' in warning && OF_ERRORS.includes(warning.key);
}

/** Those that follow from the figures alone; what was noticed during the run comes beside them. */
export function computeWarnings(run: Doubtful): Said[] {
  return [
    ...silenceWarnings(run),
    ...endingWarning(run),
    ...outcomeWarnings(run),
    ...droppedWarning(run),
    ...staleWarning(run),
    ...disturbanceWarnings(run),
    ...steadinessWarning(run),
    ...generatorWarning(run),
    ...burstWarning(run),
    ...workersWarning(run),
    ...profileTimeWarning(run),
    ...agentWarning(run),
    ...threadsWarning(run),
    ...fewWarning(run),
  ];
}

/** Which requests got no response has to be known first: the other figures are of those that did. */
function silenceWarnings(run: Doubtful): Said[] {
  const stopped = findStopped(run);
  const unanswered = sayUnanswered(run);
  return [...(stopped === null ? [] : [saySilence(stopped, run.load)]), ...(unanswered === null ? [] : [unanswered])];
}

function endingWarning({ ending }: Doubtful): Said[] {
  switch (ending) {
    case 'stopped':
      return [say('runWarning.stopped')];
    case 'target-exited':
      return [say('runWarning.targetExited')];
    case 'recovered':
      return [say('runWarning.recovered')];
    case 'failed':
      return [say('runWarning.failed')];
    default:
      return [];
  }
}

/** What went wrong beside what went well; where nothing did, the run's first sentence says so. */
function outcomeWarnings(run: Doubtful): Said[] {
  const { failed, timedOut, completed, unexpected } = run.requests;
  if (findLoadFailure(run) !== null) return [];
  const of = (part: number) => ({ share: sayShare(part / (completed + failed)), count: { figure: part, as: 'count' } }) as const;
  return [
    ...(failed === 0
      ? []
      : [say(`runWarning.${timedOut > 0 ? 'requestsTimedOut' : 'requestsFailed'}`, { ...of(failed), errors: tellErrors(run) })]),
    ...(unexpected === 0 ? [] : [say('runWarning.unexpected', { ...of(unexpected), statuses: tellStatuses(run) })]),
  ];
}

function droppedWarning(run: Doubtful): Said[] {
  const found = findNotSent(run);
  if (found === null) return [];
  const { dropped, of, orLate } = found;
  const figures = { count: { figure: dropped, as: 'count' }, most: { figure: found.most, as: 'count' } } as const;
  return [say('runWarning.dropped', { ...figures, share: sayShare(dropped / of), orLate: orLate ? 'yes' : 'no' })];
}

function staleWarning({ requests: { stale = 0 } }: Doubtful): Said[] {
  return stale === 0 ? [] : [say('runWarning.stale', { count: { figure: stale, as: 'count' } })];
}

/** Never "0 %" for something that happened, never "100 %" for something that did not always. */
function sayShare(share: number): Said {
  const percent = share * 100;
  if (percent < 0.1) return say('runWarning.shareLess');
  if (percent > 99.9 && percent < 100) return say('runWarning.shareMore');
  return say('runWarning.share', { percent: Number(percent.toFixed(1)) });
}

function steadinessWarning(run: Doubtful): Said[] {
  const { steadiness } = run;
  // That responses stopped coming is said, and no warm-up would help.
  if (!steadiness || steadiness.label === 'steady' || findStopped(run) !== null) return [];
  const { label, spreadPercent, warmupMs } = steadiness;
  if (steadiness.of === 'latency') return [say(`runWarning.${LATENCY_SAYS[label]}Latency`, { spread: Math.round(spreadPercent ?? 0) })];
  const seconds = (warmupMs === null ? 0 : warmupMs / 1e3).toFixed(0);
  if (spreadPercent === null) return [label === 'warm-up' ? say('runWarning.warmUp', { seconds }) : say(`runWarning.${label}`)];
  const spread = Math.round(spreadPercent);
  return [label === 'warm-up' ? say('runWarning.warmUpSpread', { seconds, spread }) : say(`runWarning.${label}Spread`, { spread })];
}

/** Labels are of the speed: what got faster took less time. */
const LATENCY_SAYS = {
  'warm-up': 'falling',
  rising: 'falling',
  falling: 'rising',
  jumping: 'jumping',
} as const;

function generatorWarning(run: Doubtful): Said[] {
  const { generator, load } = run;
  const { limited, cpuPercent, busiestPercent, latenessMs } = generator;
  // Whatever limited the load before, throughput ended because no response arrived.
  if (!limited || findStopped(run) !== null) return [];
  if ((busiestPercent ?? cpuPercent ?? 0) <= GENERATOR_LIMIT_PERCENT && latenessMs !== null)
    return [say('runWarning.generatorLate', { late: time(latenessMs.p99), limit: time(LATENESS_LIMIT_MS) })];
  if (cpuPercent === null) return [say('runWarning.generator')];
  const figures = { used: Math.round(busiestPercent ?? cpuPercent), limit: GENERATOR_LIMIT_PERCENT };
  // Each process needs a connection, and one more has to be allowed.
  const more = load.workers + 1;
  return more > connectionsOf(load) || more > MOST_WORKERS
    ? [say('runWarning.generatorUsed', figures)]
    : [say('runWarning.generatorMore', { ...figures, workers: more })];
}

/** What waits while the load process stands still is sent all at once: that the server is slow then is our doing. */
function burstWarning({ generator: { openedLate = 0 } }: Doubtful): Said[] {
  if (openedLate < LATE_CONNECTIONS) return [];
  return [say('runWarning.burst', { count: { figure: openedLate, as: 'count' }, limit: LATENESS_LIMIT_MS })];
}

function time(figure: Milliseconds): Figure {
  return { figure, as: 'time' };
}

function workersWarning({ load: { workers }, machine }: Doubtful): Said[] {
  if (!machine || workers < 2 || workers <= machine.cores) return [];
  return [say('runWarning.workers', { workers, cores: machine.cores })];
}

function agentWarning({ target }: Doubtful): Said[] {
  return lacksAgent(target) ? [say('runWarning.noAgent')] : [];
}

/** Only a script that became a server ran without one: another may never have run at all. */
export function lacksAgent({ agent, script, node }: RunReport['target']): boolean {
  return !agent && script !== '' && node !== '';
}

function threadsWarning(run: Doubtful): Said[] {
  const told = describeOtherThreads(run);
  return [...(told === null ? [] : [told]), ...describeUnseenThreads(run)];
}

function profileTimeWarning(run: Doubtful): Said[] {
  const unclear = (run.profile?.unclear ?? []).map((row) =>
    say('runWarning.unclearWait', { name: calledName(row.function, row.url, row.line), place: placeOf(row.url, row.line) }),
  );
  const waited = waitedForCoreMs(run);
  if (waited === null) return unclear;
  const cpu = { figure: run.profile!.threadCpuMs, as: 'time' } as const;
  return [say('runWarning.waitedForCore', { cpu, waited: { figure: waited, as: 'time' } }), ...unclear];
}

const JUDGED = 99;

function fewWarning({ latencyMs }: Doubtful): Said[] {
  if (latencyMs === null) return [];
  const count = latencyMs.count + (latencyMs.censored ?? 0);
  if (!isWeak(JUDGED, count)) return [];
  return [say('runWarning.few', { count, percentile: JUDGED, needed: minimumCount(JUDGED) })];
}
