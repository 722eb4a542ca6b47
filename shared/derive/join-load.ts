/** Joins a result of another load tool to a recording of the server that was made meanwhile: where it lies on its time axis, and how that is known. */
import { type Amount, type ClockOffset, estimateClockOffset } from '../analysis/clock-offset.ts';
import type { Milliseconds } from '../base/units.ts';
import { type ImportedFile, LOAD_FORMATS } from '../foreign/importer.ts';
import type { JoinedLoad } from '../load/foreign/joined-load.ts';
import { fail, type Outcome, succeed } from '../model/failure.ts';
import { type LoadResult, type Placement, periodLength } from '../model/load/load-result.ts';
import { createRedaction } from '../privacy/redaction.ts';
import type { RunRecording } from '../session/recording.ts';
import { type Said, say } from '../words/said.ts';
import { millisecondsUntilOrigin } from './export-autocannon.ts';

const US_PER_MS = 1_000;
/** Of a result without periods; its beginning and end are what the activity of the server can be compared with. */
const PERIOD_MS = 1_000;

/** The sentences name the recording `name`. */
export function joinLoad(recording: RunRecording, imported: ImportedFile, name: string): Outcome<JoinedLoad> {
  const { file, load, notes } = imported;
  const format = LOAD_FORMATS.find((one) => one === imported.format);
  if (load === undefined || format === undefined)
    return fail('bad-request', say('foreign.joinNoResult', { name: file }), say('foreign.joinWhat'));
  const { header, originUs } = recording;
  if (originUs === null || (header?.setup.loadCommand ?? null) === null)
    return fail('bad-request', say('foreign.joinNoRecording', { name }), say('foreign.joinRecord'));
  const startedMs = Date.parse(load.startedAt ?? '');
  const zeroMs = Date.parse(header!.createdAt) + millisecondsUntilOrigin(recording);
  if (Number.isNaN(startedMs) || Number.isNaN(zeroMs))
    return fail('bad-request', say('foreign.joinNoTime', { name: file }), say('foreign.joinWithTime'));
  const told = toldBy(load);
  // Periods are those of the clock.
  const placedMs = (told.isOfClock ? Math.floor(startedMs / told.periodMs) * told.periodMs : startedMs) - zeroMs;
  const seen = seenIn(recording);
  const lengthMs = recording.durationUs / US_PER_MS;
  const offset = estimateClockOffset({ ...told, seen: seen.amounts, lengthMs, placedMs });
  const placed = placeBy(placedMs, offset, seen.by);
  if (placed.startMs >= lengthMs || placed.startMs + told.lengthMs <= 0) {
    const times = { began: load.startedAt!, recorded: new Date(zeroMs).toISOString(), seconds: inSeconds(lengthMs) };
    return fail('bad-request', say('foreign.joinOtherTime', { name: file, recording: name, ...times }), say('foreign.joinSameTime'));
  }
  // What the tool prints as a load command is redacted, too.
  const url = load.url && createRedaction(header!.keepsValues).url(load.url);
  return succeed({ file, format, result: { ...load, url }, remarks: notes, placed });
}

/** The clocks have their way unless what was counted contradicts them. */
function placeBy(placedMs: Milliseconds, offset: ClockOffset | null, by: 'cpu' | 'requests'): Placement {
  if (offset === null) return { startMs: placedMs, clock: null };
  const clock = { behindMs: offset.ms, withinMs: offset.withinMs, by };
  return { startMs: doClocksAgree(clock) ? placedMs : placedMs + clock.behindMs, clock };
}

function doClocksAgree({ behindMs, withinMs }: NonNullable<Placement['clock']>): boolean {
  return Math.abs(behindMs) <= withinMs;
}

interface Told {
  readonly told: readonly Amount[];
  readonly periodMs: Milliseconds;
  /** Whether its periods begin with those of the clock, and not with the load. */
  readonly isOfClock: boolean;
  readonly lengthMs: Milliseconds;
}

/** Without periods: as many requests at any time. */
function toldBy({ periods, durationMs, requests }: LoadResult): Told {
  const periodMs = periodLength(periods);
  if (periodMs === null) {
    const told = durationMs === null ? [] : [{ fromMs: 0, toMs: durationMs, amount: requests.completed ?? 1 }];
    return { told, periodMs: PERIOD_MS, isOfClock: false, lengthMs: durationMs ?? PERIOD_MS };
  }
  const told = periods.map(({ fromMs, completed, failed }) => ({ fromMs, toMs: fromMs + periodMs, amount: completed + (failed ?? 0) }));
  return { told, periodMs, isOfClock: true, lengthMs: periods.at(-1)!.fromMs + periodMs };
}

/** What the server did: the requests that it counted itself, where it was asked to, or its CPU time. */
function seenIn(recording: RunRecording): { readonly by: 'cpu' | 'requests'; readonly amounts: Iterable<Amount> } {
  return recording.served.rows > 0 ? { by: 'requests', amounts: requestsIn(recording) } : { by: 'cpu', amounts: cpuIn(recording) };
}

function* requestsIn({ served, originUs }: RunRecording): Generator<Amount> {
  for (let row = 0; row < served.rows; row++) {
    const endMs = (served.get('end', row) - (originUs ?? 0)) / US_PER_MS;
    yield { fromMs: endMs, toMs: endMs, amount: 1 };
  }
}

/** Of all its processes; each sample is of the time since the one before. */
function* cpuIn(recording: RunRecording): Generator<Amount> {
  const { atMs, pid, cpuPercent } = recording.serverSeries(0);
  const before = new Map<number, Milliseconds>();
  for (let row = 0; row < atMs.length; row++) {
    const [fromMs, toMs] = [before.get(pid[row]!), atMs[row]!];
    before.set(pid[row]!, toMs);
    if (fromMs !== undefined && toMs > fromMs && Number.isFinite(cpuPercent[row]))
      yield { fromMs, toMs, amount: (cpuPercent[row]! / 100) * (toMs - fromMs) };
  }
}

/** How it was placed, and how much of it the recording has. */
export function tellJoined(joined: JoinedLoad, measuredMs: Milliseconds): Said[] {
  const { result, placed } = joined;
  const { startMs } = placed;
  const { lengthMs } = toldBy(result);
  const coveredMs = Math.min(measuredMs, startMs + lengthMs) - Math.max(0, startMs);
  // A period is of the load in part.
  const isWhole = lengthMs - coveredMs < (periodLength(result.periods) ?? PERIOD_MS);
  return [tellPlace(joined), ...(isWhole ? [] : [say('foreign.joinedPart', { covered: inSeconds(coveredMs), all: inSeconds(lengthMs) })])];
}

function tellPlace({ file, placed: { clock } }: Pick<JoinedLoad, 'file' | 'placed'>): Said {
  if (clock === null) return say('foreign.joinedUnchecked', { file });
  const { behindMs, by } = clock;
  const within = inSeconds(clock.withinMs);
  if (doClocksAgree(clock)) return say('foreign.joinedAgrees', { file, by, within });
  return say('foreign.joinedMoved', { file, by, within, offset: inSeconds(Math.abs(behindMs)), way: behindMs > 0 ? 'behind' : 'ahead' });
}

function inSeconds(ms: Milliseconds): number {
  return Math.round(ms / 100) / 10;
}
