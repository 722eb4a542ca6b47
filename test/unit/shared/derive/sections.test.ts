/** The sections of a report: derived anew whenever something comes that they are made of, once otherwise, and alone as in the whole report. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RunView } from '../../../../electron/engine/experiments/run/run-view.ts';
import { RunPart } from '../../../../shared/derive/sections/section.ts';
import { deriveReport, deriveSections, SECTIONS } from '../../../../shared/derive/sections/sections.ts';
import { unpackRows } from '../../../../shared/load/request-rows.ts';
import { computeWindow } from '../../../../shared/load/window.ts';
import type { RunReport } from '../../../../shared/model/report.ts';
import { defaultCapture } from '../../../../shared/model/setup/captures.ts';
import { SETTINGS } from '../../../../shared/model/setup/settings.ts';
import type { Capture } from '../../../../shared/model/setup/setup.ts';
import { defaultOf } from '../../../../shared/model/setup/setup.ts';
import { sortResponses, whyNoResponses } from '../../../../shared/phrases/kept-responses.ts';
import { piecesOf } from '../../../../shared/report/tables/index.ts';
import { routesTable } from '../../../../shared/report/tables/routes.ts';
import type { RecordingEntry } from '../../../../shared/session/entries.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { allParts } from '../../../helpers/all-parts.ts';

const CAPTURE = { ...defaultCapture('cpu'), measureCost: true } as Capture;
const all = [...allParts()].map((entry): RecordingEntry => {
  if (entry.type !== 'header') return entry;
  const { header } = entry;
  return { type: 'header', header: { ...header, setup: { ...header.setup, capture: CAPTURE } } };
});
const slice = all.find((entry) => entry.type === 'slice')!;
/** A run that looks for a leak says nothing else. */
const ofLeak = all.filter(({ type }) => type.startsWith('leak-'));
/** Two of a type are enough. */
const recorded = all
  .filter((entry) => !ofLeak.includes(entry))
  .filter((entry, place) => entry.type === 'state' || all.slice(0, place).filter(({ type }) => type === entry.type).length < 2);
/** And what can still be told after the end. */
const entries: readonly RecordingEntry[] = [
  ...recorded,
  ...recorded.filter(({ type }) =>
    ['process', 'server', 'machine', 'slice', 'resolved', 'warning', 'thread-times', 'served'].includes(type),
  ),
  { ...slice, inlined: false },
  ...recorded.filter(({ type }) => type === 'blocks'),
  ...recorded.flatMap((entry) => (entry.type === 'exact' ? [{ ...entry, pass: { ...entry.pass, comparedMs: 500 } }] : [])),
  { type: 'output', stream: 'stderr', text: 'No connection.\n', at: 7_654_321_098 + 700_000 },
  { type: 'name', name: 'Another name' },
  { type: 'thread', thread: { pid: 4_001, thread: 2, title: 'resize', tid: 4_003 } },
];
/** The same of a run that searches for the highest rate. */
function searching(entry: RecordingEntry): RecordingEntry {
  if (entry.type !== 'header') return entry;
  const load = defaultOf({ ...SETTINGS.load, default: 'find-limit' });
  return { type: 'header', header: { ...entry.header, setup: { ...entry.header.setup, load } } };
}
const WINDOW = { fromMs: 200, toMs: 900 };

const OF_PROFILES = ({ profile, routes, server }: RunReport) => ({ profile, routes, server });

function recordingOf(first: readonly RecordingEntry[]): RunRecording {
  const recording = new RunRecording();
  for (const entry of first) recording.apply(entry);
  return recording;
}

async function reportsOf(recording: RunRecording, rows: readonly RecordingEntry[]) {
  const batches = rows.flatMap((entry) => (entry.type === 'requests' ? [entry.batch] : []));
  async function* read() {
    for (const batch of batches) yield unpackRows(batch);
  }
  const counted = await computeWindow(read(), WINDOW, recording.durationUs);
  return [deriveReport(new RunPart(recording)), deriveReport(new RunPart(recording, { window: WINDOW, counted }))];
}

test('after each entry of a run a report says what one of the same entries says that was never asked for before', async () => {
  const recording = new RunRecording();
  for (const [index, entry] of entries.entries()) {
    recording.apply(entry);
    const sofar = entries.slice(0, index + 1);
    const [asked, fresh] = [await reportsOf(recording, sofar), await reportsOf(recordingOf(sofar), sofar)];
    // While the run goes on, profiles may be as old as their last slice.
    const of = recording.loadEndUs === null ? asked.map((_, place) => ({ ...fresh[place]!, ...OF_PROFILES(asked[place]!) })) : fresh;
    expect(asked, `after ${entry.type}`).toEqual(of);
  }
});

test('a section is derived once, until an entry comes that it is made of', () => {
  const recording = recordingOf(entries);
  const [before, again] = [deriveReport(new RunPart(recording)), deriveReport(new RunPart(recording))];
  expect(again.profile).toBe(before.profile);
  recording.apply({ type: 'notes', text: 'Seen twice.' });
  expect(deriveReport(new RunPart(recording)).profile).toBe(before.profile);
  recording.apply({ type: 'exit', exit: { code: 3, signal: null } });
  const after = deriveReport(new RunPart(recording));
  expect([after.profile, after.target.exit]).toEqual([before.profile, { code: 3, signal: null }]);
  expect(after.profile).toBe(before.profile);
});

test.each(SECTIONS.map((section) => [section.id, section] as const))('%s alone is as in the whole report', (_, section) => {
  const of = section.id === 'leak' ? [...entries, ...ofLeak] : section.id === 'limit' ? entries.map(searching) : entries;
  const part = () => new RunPart(recordingOf(of));
  const alone = deriveSections(part(), [section]);
  expect(deriveReport(part())).toMatchObject(alone);
  expect(Object.keys(alone).length).toBeGreaterThan(0);
});

test('a tab that asks for its sections alone shows what it shows of a whole report', () => {
  const part = () => new RunPart(recordingOf(entries));
  const whole = deriveReport(part());
  const shown = {
    server: (run: RunReport) =>
      (['server', 'threads', 'blocked', 'timings'] as const).flatMap((section) => piecesOf(run, 'screen', section)),
    errors: (run: RunReport) => [piecesOf(run, 'screen', 'failures'), sortResponses(run), whyNoResponses(run), run.latencyMs, run.requests],
    routes: (run: RunReport) => [routesTable(run), run.routes],
  };
  for (const [tab, of] of Object.entries(shown)) {
    const asked = figuresOf(tab);
    const alone = deriveSections(
      part(),
      SECTIONS.filter(({ id }) => asked.includes(id)),
    ) as RunReport;
    expect(of(alone), tab).toEqual(of(whole));
    expect(JSON.stringify(of(whole)).length, tab).toBeGreaterThan(500);
  }
});

test('asked for by section, the report of a run has these figures, says which, and judges nothing by the rest', async () => {
  const recording = recordingOf(entries);
  const open = {
    recording,
    kind: 'run',
    recovered: false,
    rows: () => none(),
    requestEntries: () => none(),
    close: async () => {},
  } as const;
  const { sections, runs, findings } = await new RunView(open, null).report(null, null, ['setup', 'server']);
  expect([sections, findings]).toEqual([['setup', 'server'], []]);
  const parts = SECTIONS.filter(({ id }) => id === 'setup' || id === 'server');
  expect(runs).toEqual([deriveSections(new RunPart(recording), parts)]);
});

/** As its file declares it, which only runs in a page. */
function figuresOf(tab: string): readonly string[] {
  const files = ['ServerTab', 'errors/ErrorsTab', 'requests/RoutesTab'].map((name) =>
    join(import.meta.dirname, `../../../../renderer/screens/run/${name}.tsx`),
  );
  const declared = files.map((path) => readFileSync(path, 'utf8').match(new RegExp(`name: '${tab}',\\n  figures: \\[(.+)\\]`))?.[1]);
  return declared
    .join('')
    .split(', ')
    .map((quoted) => quoted.slice(1, -1));
}

async function* none(): AsyncGenerator<never> {}
