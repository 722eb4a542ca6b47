/**
 * Pages of the requests of a run. The rows are read once for each question; a question that is repeated while the run goes on reads
 * only what is new. What was read is dropped together with its recording.
 */
import { Remembered } from '../../../shared/base/remembered.ts';
import type { Milliseconds, TimeWindow } from '../../../shared/base/units.ts';
import { payersOfRun } from '../../../shared/derive/recording-queries.ts';
import { type RequestFilter, type RequestOrder, RequestSelection } from '../../../shared/load/request-selection.ts';
import { insideOf } from '../../../shared/load/window.ts';
import type { RequestRows } from '../../../shared/model/series.ts';
import type { FunctionName } from '../../../shared/profile/tree/folds.ts';
import type { RunRecording } from '../../../shared/session/recording.ts';
import { within } from '../agent/within.ts';
import type { JournalPlace } from './journal-records.ts';
import type { OpenSession } from './open-session.ts';

export interface RequestQuery {
  readonly filter: RequestFilter;
  readonly order: RequestOrder;
  readonly window: TimeWindow | null;
  readonly offset: number;
  readonly limit: number;
  /** Each is given with its CPU time in this function; null: with none. */
  readonly of: FunctionName | null;
}

/** The current question and earlier ones, per run. Each takes up to 8 MB (its rows). */
const MOST_QUESTIONS = 4;
/** How long a reply waits for rows; after that it has those read so far. */
const PATIENCE_MS: Milliseconds = 250;
/** A query that has not been repeated for this long is given up: the user looks at something else. */
const ABANDONED_MS: Milliseconds = 5_000;

const readings = new Remembered<RunRecording, Reading>(MOST_QUESTIONS);

/** The rows that were read within `patienceMs`. Rejects if they cannot be read. */
export async function requestPage(session: OpenSession, query: RequestQuery, patienceMs: Milliseconds = PATIENCE_MS): Promise<RequestRows> {
  const { recording } = session;
  const { filter, order, window, offset, limit, of } = query;
  const grows = session.growing !== undefined && recording.loadEndUs === null;
  const question = [grows || recording.loadVersion, filter, order, window, offset + limit, of, of && recording.profileVersion];
  const start = (): Reading => new Reading(session, query);
  let reading = readings.get(recording, question, start);
  if (reading.isGivenUp) {
    readings.forget(recording, question, reading);
    reading = readings.get(recording, question, start);
  }
  try {
    await reading.readOn(grows, patienceMs);
  } catch (error) {
    readings.forget(recording, question, reading);
    throw error;
  }
  return reading.page(offset, limit);
}

class Reading {
  isGivenUp = false;
  private readonly selection: RequestSelection;
  /** The place in the journal up to which rows were read; null: none yet. */
  private place: JournalPlace | null = null;
  /** Resolves when all rows have been read. */
  private turn: Promise<void> | null = null;
  private isDone = false;
  private askedAt = 0;

  constructor(
    private readonly session: OpenSession,
    private readonly query: RequestQuery,
  ) {
    this.selection = new RequestSelection(
      query.filter,
      query.order,
      query.offset + query.limit,
      query.of && payersOfRun(session.recording, query.of),
    );
  }

  /** Resolves when all is read, or when the time is over. */
  async readOn(grows: boolean, patienceMs: Milliseconds): Promise<void> {
    this.askedAt = performance.now();
    if (this.turn === null || (grows && this.isDone)) {
      this.isDone = false;
      this.turn = this.read(grows);
      // The next request for this page gets the error.
      this.turn.catch(() => {});
    }
    if (await within(this.turn, patienceMs)) await this.turn;
  }

  page(offset: number, limit: number): RequestRows {
    const { selection, isDone } = this;
    const { finished, dropped } = this.session.recording.load;
    // Below 1 until everything is read, because at 1 the page does not ask again.
    const done = isDone ? 1 : Math.min(0.999, selection.seen / Math.max(1, finished + dropped));
    return { meta: { matched: selection.matched, done }, ...selection.page(offset, limit) };
  }

  private async read(grows: boolean): Promise<void> {
    const { session, selection, query } = this;
    const isInside = query.window === null ? undefined : insideOf(query.window, session.recording.durationUs);
    const growing = grows ? session.growing : undefined;
    const until = growing?.end() ?? null;
    const rows = growing === undefined ? session.rows() : growing.rows(this.place ?? growing.placeBefore(-Number.MAX_VALUE));
    for await (const batch of rows) {
      selection.add(batch, isInside);
      if (performance.now() - this.askedAt > ABANDONED_MS) {
        this.isGivenUp = true;
        return;
      }
    }
    this.place = until;
    this.isDone = true;
  }
}
