/**
 * A run or a window of it, with what its rows have to be read for. The requests in a window are counted incrementally: a repeated question reads only new
 * rows, and none once the run has ended. The counts are dropped together with their recording.
 */
import { Remembered } from '../../../shared/base/remembered.ts';
import type { Microseconds, TimeWindow } from '../../../shared/base/units.ts';
import { RunPart } from '../../../shared/derive/sections/section.ts';
import type { LoadAccumulator } from '../../../shared/load/load-accumulator.ts';
import { computeParts, type LoadParts, NO_PARTS } from '../../../shared/load/part-figures.ts';
import { computeWindow, WindowCounter } from '../../../shared/load/window.ts';
import { partsOfLoad } from '../../../shared/model/load-models.ts';
import { planOf } from '../../../shared/plan/plan-of.ts';
import type { RunRecording } from '../../../shared/session/recording.ts';
import type { JournalPlace } from './journal-records.ts';
import type { OpenSession } from './open-session.ts';

/** Per run: the current window and earlier ones. Each takes up to about 20 MB (its distributions). */
const MOST_WINDOWS = 3;

const windows = new Remembered<RunRecording, Counted>(MOST_WINDOWS);
/** Of a run that has ended. */
const whole = new Remembered<Counted, Promise<LoadAccumulator>>();
const knownParts = new Remembered<RunRecording, Promise<LoadParts>>();

/** What its report is derived from. Rejects if the rows cannot be read. */
export async function partOf(session: OpenSession, window: TimeWindow | null): Promise<RunPart> {
  const counts = session.recording.entryCounts();
  const ofRows = window === null ? { parts: await partsOf(session) } : { counted: await loadOfWindow(session, window) };
  return new RunPart(session.recording, { window, counts, ...ofRows });
}

interface Counted {
  counter: WindowCounter;
  /** The place in the journal up to which rows were counted; null: none yet. */
  place: JournalPlace | null;
  /** Queries for the same window run one after the other. */
  turn: Promise<unknown>;
}

/** Rejects if the rows cannot be read. */
export function loadOfWindow(session: OpenSession, window: TimeWindow): Promise<LoadAccumulator> {
  const one = windows.get(session.recording, window, () => ({ counter: new WindowCounter(window), place: null, turn: Promise.resolve() }));
  const load = one.turn.then(() => count(session, window, one));
  one.turn = load.catch(() => {
    // A count that failed halfway is not continued.
    windows.forget(session.recording, window, one);
  });
  return load;
}

async function count(session: OpenSession, window: TimeWindow, one: Counted): Promise<LoadAccumulator> {
  const { recording, growing } = session;
  const { loadVersion: version, durationUs } = recording;
  // Responses after the measured phase belong to no second of it, so everything is counted again.
  if (growing === undefined || recording.load.endUs !== null)
    return whole.get(one, version, () => computeWindow(session.rows(), window, durationUs));
  const counted = await goOn(growing, window, one, durationUs);
  if (counted !== null) return counted;
  one.counter = new WindowCounter(window);
  one.place = null;
  return (await goOn(growing, window, one, durationUs)) ?? computeWindow(session.rows(), window, durationUs);
}

/** Counts the rows that are new since the last time. */
async function goOn(
  growing: NonNullable<OpenSession['growing']>,
  window: TimeWindow,
  one: Counted,
  durationUs: Microseconds,
): Promise<LoadAccumulator | null> {
  const from = one.place ?? growing.placeBefore(window.fromMs * 1_000);
  // Up to the current row, because both calls are in the same tick.
  const until = growing.end();
  for await (const batch of growing.rows(from)) one.counter.add(batch);
  one.place = until;
  return one.counter.at(durationUs);
}

/** The figures of phases, levels and requests of a plan, read once, when a run has ended. */
function partsOf(session: OpenSession): Promise<LoadParts> {
  const { recording } = session;
  const setup = recording.header?.setup;
  if (setup === undefined || recording.loadEndUs === null) return Promise.resolve(NO_PARTS);
  const { load } = setup;
  const plan = planOf(setup);
  const names = plan?.requests.map(({ name }) => name) ?? [];
  if (partsOfLoad(load) === null && names.length < 2) return Promise.resolve(NO_PARTS);
  const { loadVersion: version, durationUs } = recording;
  const asked = { load, names, isSequence: plan?.order === 'sequence', durationUs };
  const parts = knownParts.get(recording, version, () => computeParts(asked, session.rows()));
  parts.catch(() => knownParts.forget(recording, version, parts));
  return parts;
}
