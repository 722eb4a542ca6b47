/** The requests of a run and their responses. */
import { findLevelChange } from '../../analysis/level-change.ts';
import { REDIRECTS } from '../../analysis/statuses.ts';
import type { Microseconds, PerSecond, TimeWindow } from '../../base/units.ts';
import { toBoundedDistribution } from '../../load/bounds.ts';
import { ExactDistribution, toDistribution } from '../../load/distribution.ts';
import type { LoadAccumulator } from '../../load/load-accumulator.ts';
import { toIntervals } from '../../load/percentile-intervals.ts';
import { computeSpread } from '../../load/spread.ts';
import { knowsIntended } from '../../model/clients.ts';
import { hasSchedule, inFlightOf, isAtOneRate, partsOfLoad } from '../../model/load-models.ts';
import type { RunReport } from '../../model/report.ts';
import type { Load } from '../../model/setup/setup.ts';
import type { Liveness, OpenStream, OpenStreams } from '../../model/silence.ts';
import type { RunRecording } from '../../session/recording.ts';
import { computeSteadiness } from '../steadiness.ts';
import { type Section, US_PER_MS, US_PER_S } from './section.ts';

type Key =
  | (
      | 'requests'
      | 'lastRequests'
      | 'silences'
      | 'waitedMs'
      | 'openStreams'
      | 'warmUp'
      | 'status'
      | 'metStatus'
      | 'redirectsTo'
      | 'errors'
      | 'bytes'
    )
  | ('latencyMs' | 'latencyIntervalsMs' | 'unexpectedLatencyMs' | 'connectMs' | 'firstByteMs' | 'sessionMs' | 'latenessMs' | 'serviceMs')
  | ('throughput' | 'bytesPerSecond' | 'steadiness' | 'levelChange');

export const LOAD: Section<'load', Key> = {
  id: 'load',
  entries: ['header', 'requests', 'phase-end', 'load-end', 'liveness', 'answers'],
  derive({ recording, window, isWhole, fromUs, toUs, load }) {
    const seconds = load.wholeSeconds();
    const offeredS = (isWhole ? load.offeredUs : toUs - fromUs) / US_PER_S;
    return {
      requests: requestsOf(load, recording.liveness),
      lastRequests: window === null ? lastRequestsOf(load) : null,
      ...livenessOf(recording, window),
      status: load.statusCounts(),
      ...metOf(load),
      ...redirectOf(recording),
      errors: load.errorCounts(),
      bytes: load.bytes,
      latencyMs: toBoundedDistribution(load.latency, load.censored.latency),
      latencyIntervalsMs: toIntervals(load.latency, load.censored.latency, US_PER_MS),
      unexpectedLatencyMs: toDistribution(load.unexpectedLatency),
      connectMs: toDistribution(load.connect),
      firstByteMs: toBoundedDistribution(load.firstByte, load.censored.firstByte),
      sessionMs: isWhole && recording.sessions !== null ? toDistribution(recording.sessions.lengths) : null,
      ...timelinessOf(recording, load),
      throughput: computeSpread(seconds.expected, load.expectedInTime, offeredS),
      bytesPerSecond: load.completed === 0 ? null : computeSpread(seconds.bytes, load.bytesInTime, offeredS),
      steadiness: isWhole ? steadinessOf(recording) : null,
      levelChange: isWhole ? levelChangeOf(recording) : null,
    };
  },
};

function metOf(part: LoadAccumulator): Pick<RunReport, 'metStatus'> {
  const metStatus = part.metCounts();
  return Object.keys(metStatus).length === 0 ? {} : { metStatus };
}

/** sent = completed + failed + unfinished, of which some are unanswered. What the load process counts as sent may run ahead of the rows while it goes on. */
function requestsOf(load: LoadAccumulator, liveness: Liveness | null): RunReport['requests'] {
  const { completed, failed, unexpected, dropped, stale, unanswered, oldestUs, late } = load;
  const sent = Math.max(load.counts.sent, load.finished + unanswered);
  const timedOut = load.errorCounts().TIMEOUT ?? 0;
  const isKnown = liveness?.knowsUnanswered ?? false;
  return {
    ...{ sent, completed, failed, timedOut, unfinished: sent - load.finished, dropped, unexpected },
    ...(isKnown ? { unanswered, oldestMs: unanswered === 0 ? null : oldestUs / US_PER_MS } : { unanswered: null, oldestMs: null }),
    ...(late.completed === 0 ? {} : { late: { completed: late.completed, expected: late.expected } }),
    ...(stale === 0 ? {} : { stale }),
  };
}

function lastRequestsOf({ lastRequests: { sentUs, lostSince } }: LoadAccumulator): RunReport['lastRequests'] {
  return sentUs === null ? null : { sentMs: sentUs / US_PER_MS, lostSince };
}

/** Of the whole run, or of a window: the silences that meet it. */
export function livenessOf(
  { liveness, durationUs }: Pick<RunRecording, 'liveness' | 'durationUs'>,
  window: TimeWindow | null,
): Pick<RunReport, 'silences' | 'waitedMs' | 'openStreams' | 'warmUp'> {
  if (liveness === null) return { silences: null, waitedMs: null, openStreams: null };
  const { silences, waited, warmUp } = liveness;
  if (window === null) {
    const openStreams = openStreamsOf(liveness, durationUs + waited);
    return { silences, waitedMs: waited / US_PER_MS, openStreams, ...(warmUp && { warmUp }) };
  }
  const [from, to] = [window.fromMs * US_PER_MS, window.toMs * US_PER_MS];
  return { silences: silences.filter((one) => one.from < to && one.to > from), waitedMs: null, openStreams: null };
}

/** Where events come at random times, the standard error of a rate of fewer is a third of it or more: how many came is then all that is said. */
const FEWEST_INTERVALS = 10;

/** `endUs`: until when their events were counted, µs since time 0. */
function openStreamsOf({ streams, streamsLeftOut }: Liveness, endUs: Microseconds): OpenStreams | null {
  if (streams.length === 0) return null;
  const ofEvents = streams.filter(({ kind }) => kind === 'event-stream');
  const firstBytes = new ExactDistribution();
  for (const { firstByte } of streams) firstBytes.record(Math.floor(firstByte));
  return {
    count: streams.length + streamsLeftOut,
    eventStreams: ofEvents.length,
    events: ofEvents.reduce((sum, { events }) => sum + events, 0),
    eventsMs: (endUs - ofEvents.reduce((first, { start }) => Math.min(first, start), endUs)) / US_PER_MS,
    eventsPerSecond: ofEvents.reduce<PerSecond | null>((sum, one) => add(sum, rateOf(one, endUs)), 0),
    firstByteMs: toDistribution(firstBytes),
  };
}

const add = (sum: PerSecond | null, one: PerSecond | null): PerSecond | null => (sum === null || one === null ? null : sum + one);

/**
 * Of the events after the first, over the time since the first: how long it let wait depends on when the stream began. The time after the last
 * event counts as far as it is longer than they were apart on average: a steady stream is in the midst of an interval, another has fallen silent.
 */
function rateOf({ start, events, eventTimes }: OpenStream, endUs: Microseconds): PerSecond | null {
  if (eventTimes === undefined) return null;
  const { first, last, withFirst } = eventTimes;
  const intervals = events - withFirst;
  if (intervals < FEWEST_INTERVALS || last <= first) return null;
  const apart = (last - first) / intervals;
  return intervals / ((last - first + Math.max(0, endUs - start - last - apart)) / US_PER_S);
}

function redirectOf({ answers }: RunRecording): Pick<RunReport, 'redirectsTo'> {
  const headers = answers?.find(({ status, head }) => head !== null && REDIRECTS.includes(String(status)))?.head?.headers ?? [];
  const to = headers.find(({ name }) => name.toLowerCase() === 'location')?.value;
  return to === undefined ? {} : { redirectsTo: to };
}

/** Without a schedule nothing is late. With one, as long as nothing was late, all lateness is 0, and the time of the service is the latency. A client that does not say when a request was due measures only that time. */
function timelinessOf({ header }: RunRecording, part: LoadAccumulator): Pick<RunReport, 'latenessMs' | 'serviceMs'> {
  const { censored } = part;
  if (part.lateness.count > 0)
    return { latenessMs: toDistribution(part.lateness), serviceMs: toBoundedDistribution(part.service, censored.service) };
  if (header !== null && hasSchedule(header.setup.load) && !knowsIntended(header.setup))
    return { latenessMs: null, serviceMs: toBoundedDistribution(part.latency, censored.service) };
  if (header === null || !hasSchedule(header.setup.load) || isOfConnections(header.setup.load))
    return { latenessMs: null, serviceMs: null };
  const none = new ExactDistribution();
  none.record(0, part.finished);
  return { latenessMs: toDistribution(none), serviceMs: toBoundedDistribution(part.latency, censored.service) };
}

/** A sweep of connections has levels, but its requests follow each other as in a closed load. */
function isOfConnections(load: Load): boolean {
  const parts = partsOfLoad(load);
  return parts?.are === 'levels' && parts.levels.of === 'connections';
}

/** Null also where the load itself changes. */
function steadinessOf({ header, load }: RunRecording): RunReport['steadiness'] {
  if (header === null || inFlightOf(header.setup.load, 1) !== null) return computeSteadiness(load);
  return isAtOneRate(header.setup.load) ? computeSteadiness(load, 'latency') : null;
}

function levelChangeOf({ load, densityByStart }: RunRecording): RunReport['levelChange'] {
  if (load.endUs === null || densityByStart === null) return null;
  return findLevelChange(densityByStart.toColumns(), load.durationUs / US_PER_MS);
}
