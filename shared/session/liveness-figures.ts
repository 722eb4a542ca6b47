/** The silences and open streams of a run for its report. */
import { ExactDistribution, toDistribution } from '../load/distribution.ts';
import type { RunReport } from '../model/report.ts';
import type { Liveness, OpenStreams } from '../model/silence.ts';
import type { Microseconds, TimeWindow } from '../model/units.ts';
import type { RunRecording } from './recording.ts';

const US_PER_MS = 1_000;
const US_PER_S = 1_000_000;

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
    eventsPerSecond: ofEvents.reduce((sum, { start, firstByte, events }) => sum + rate(events, endUs - start - firstByte), 0),
    firstByteMs: toDistribution(firstBytes),
  };
}

function rate(events: number, us: Microseconds): number {
  return us > 0 ? events / (us / US_PER_S) : 0;
}
