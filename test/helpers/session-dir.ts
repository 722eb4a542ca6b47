import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { createJournal, type Journal } from '../../electron/engine/sessions/journal.ts';
import type { OpenSession } from '../../electron/engine/sessions/open-session.ts';
import type { TimeWindow } from '../../shared/base/units.ts';
import { RunPart } from '../../shared/derive/sections/section.ts';
import { deriveReport } from '../../shared/derive/sections/sections.ts';
import { computeWindow } from '../../shared/load/window.ts';
import type { RunReport } from '../../shared/model/report.ts';
import type { RequestBatch } from '../../shared/model/run.ts';
import type { RecordingEntry, SessionHeader } from '../../shared/session/entries.ts';
import { canonicalJson } from '../../shared/session/json.ts';
import { RunRecording } from '../../shared/session/recording.ts';
import { messageOf } from './worded.ts';

/** A folder of the test file's own, gone when it has ended. The name has what paths of real people have. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'loopscope sessions é '));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Takes entries as the engine does: into memory and into the journal. */
export async function record(dir: string, entries: Iterable<RecordingEntry>): Promise<{ recording: RunRecording; journal: Journal }> {
  const recording = new RunRecording();
  let journal: Journal | null = null;
  for (const entry of entries) {
    recording.apply(entry);
    if (entry.type === 'header') journal = await startJournal(dir, entry.header);
    else journal!.append(entry);
  }
  await journal!.sync();
  return { recording, journal: journal! };
}

export async function startJournal(dir: string, header: SessionHeader): Promise<Journal> {
  const created = await createJournal(dir, header);
  if (!created.ok) throw new Error(messageOf(created.failure));
  return created.value;
}

/** Everything a screen or a table can show of a session, as text: two sessions are the same when this is. */
export async function everyFigure(session: Pick<OpenSession, 'recording' | 'rows'>): Promise<string> {
  const { recording } = session;
  const windows: (TimeWindow | null)[] = [null, { fromMs: 0, toMs: 1_000 }, { fromMs: 1_234.5, toMs: 4_321 }, { fromMs: 3_000, toMs: 1e9 }];
  const reports: RunReport[] = [];
  for (const window of windows) {
    const counted = window && (await computeWindow(session.rows(), window, recording.durationUs));
    reports.push(deriveReport(new RunPart(recording, { window, counted })));
  }
  const series = columnsToText({
    ...recording.load.series(0),
    ...recording.serverSeries(0),
    ...recording.machine.columns(0, recording.originUs),
  });
  const profiles = recording.allProfiles().map((profile) => columnsToText({ ...profile }));
  const now = 9e9;
  const rest = [
    recording.elapsedMs(now),
    recording.measuredMs(now),
    recording.output(),
    recording.processes,
    recording.notes,
    recording.failure,
    canonicalJson(recording.ticks),
    recording.header,
  ];
  return JSON.stringify({ reports, series, profiles, rest }, null, 1);
}

/** JSON has no typed arrays and no NaN. */
function columnsToText(columns: object): string[] {
  return Object.entries(columns)
    .map(
      ([name, column]) => `${name}: ${ArrayBuffer.isView(column) ? Array.from(column as Float64Array).join(' ') : JSON.stringify(column)}`,
    )
    .sort();
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export async function countRows(rows: AsyncIterable<RequestBatch>): Promise<number> {
  let count = 0;
  for await (const batch of rows) count += batch.start.length;
  return count;
}
