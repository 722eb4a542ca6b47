/** What only reads a session runs without Node: it is bundled for a browser, and works where there is nothing but what browsers have. */
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import type { ReadContext } from '../../../../electron/engine/api/reading/read-context.ts';
import { createReaders } from '../../../../electron/engine/api/reading/readers.ts';
import { ROOT } from '../../../../electron/engine/machine/paths.ts';
import type { OpenSession } from '../../../../electron/engine/sessions/open-session.ts';
import { unpackRows } from '../../../../shared/load/request-rows.ts';
import { ALL_SAMPLES } from '../../../../shared/model/profile/selection.ts';
import { ANY_REQUEST } from '../../../../shared/model/request-filter.ts';
import { type RequestName, type RequestParams, requests } from '../../../../shared/protocol/contract.ts';
import type { RecordingEntry } from '../../../../shared/session/entries.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { ALL_REQUESTS } from '../../../helpers/request-filters.ts';
import { syntheticEntries } from '../../../helpers/synthetic-recording.ts';

interface Bundled {
  readonly createReaders: typeof createReaders;
  readonly RunRecording: typeof RunRecording;
}

/** Fails on an import of Node's own modules, wherever in the code that is reached. */
async function bundleForBrowser(): Promise<Bundled> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { createReaders } from './electron/engine/api/reading/readers.ts';
        export { RunRecording } from './shared/session/recording.ts';`,
      resolveDir: ROOT,
      loader: 'ts',
    },
    tsconfig: join(ROOT, 'tsconfig.shared.json'),
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'bundled',
    write: false,
    logLevel: 'silent',
  });
  const given = { console, performance, setTimeout, clearTimeout, TextDecoder, TextEncoder, structuredClone };
  const context = createContext({ ...given });
  runInContext(outputFiles[0]!.text, context);
  return (context as unknown as { bundled: Bundled }).bundled;
}

function contextOf(Recording: typeof RunRecording, entries: readonly RecordingEntry[]): ReadContext {
  const recording = new Recording();
  for (const entry of entries) recording.apply(entry);
  async function* requestEntries() {
    for (const entry of entries) if (entry.type === 'requests') yield entry;
  }
  async function* rows() {
    for await (const { batch } of requestEntries()) yield unpackRows(batch);
  }
  const open: OpenSession = { recording, kind: 'run', recovered: false, rows, requestEntries, close: async () => {} };
  const none = (): never => {
    throw new Error('Whoever holds the session says this');
  };
  return { sessions: { view: async () => ({ open }), comparison: none, info: none, report: none }, nowUs: () => recording.loadEndUs ?? 0 };
}

type Readers = ReturnType<typeof createReaders>;
type OfRun = Exclude<keyof Readers, `compare.${string}` | 'session.info' | 'session.report'>;

const sessionId = 's';
const window = { fromMs: 500, toMs: 2_500 };
const all = { sessionId, selection: ALL_SAMPLES } as const;
const query = { ...all, window, hide: ['core'], folds: [], base: 'cpu' } as const;
const of = { function: 'handle', url: '', line: 0 };

const ASKED: { [N in OfRun]: unknown } = {
  'session.load-series': { sessionId, fromBucket: 0 },
  'session.launches': { sessionId },
  'session.density': { sessionId },
  'session.timings': { sessionId },
  'session.wait-series': { sessionId },
  'session.longest-waits': { sessionId, window, kind: 'query', to: 'postgresql://db', name: null, requests: null },
  'session.wait-callers': { sessionId, window, kind: 'query', to: 'postgresql://db', name: null, requests: null },
  'session.request-lanes': { sessionId, fromUs: 0, toUs: 1_000_000, pixels: 100, pid: null },
  'session.client-request': { sessionId, pid: 1, request: 1 },
  'session.server-series': { sessionId, fromRow: 0 },
  'session.machine-series': { sessionId, fromRow: 0 },
  'session.requests': { sessionId, window, by: 'latency', descending: true, ...ALL_REQUESTS, offset: 0, limit: 20 },
  'session.story': { sessionId, intended: 0, start: 0, connect: 0, latency: 1_000, status: 200, port: 0 },
  'session.waits': { sessionId, window, requests: { ...ANY_REQUEST, slowest: 10 } },
  'session.served': { sessionId },
  'session.ticks': { sessionId },
  'session.output': { sessionId },
  'profile.flame': { ...query, maxNodes: 1_000, shape: { as: 'bottomUp' } },
  'profile.chart': { ...all, hide: [], folds: [], fromUs: 0, toUs: 3e6, pixels: 800, search: 'a', lanes: 8 },
  'profile.functions': query,
  'profile.groups': { ...query, by: 'file' },
  'profile.moments': { ...all, of },
  'profile.slow': { sessionId, window: null, requests: { ...ANY_REQUEST, slowest: 10 }, most: 5 },
  'profile.related': { ...query, direction: 'callees', path: [0] },
  'profile.lines': { ...all, window, base: 'cpu', file: null },
  'ticks.functions': { sessionId },
  'ticks.flame': { sessionId, hide: [], merged: true, maxNodes: 1_000 },
};

const asText = (reply: unknown): string => JSON.stringify(reply, (_, value) => (ArrayBuffer.isView(value) ? [...(value as never)] : value));

test('the same replies in a browser as in the engine', async () => {
  const entries = [...syntheticEntries({ seed: 7, seconds: 3, rowsPerSecond: 400 })];
  const bundled = await bundleForBrowser();
  const here = createReaders(contextOf(RunRecording, entries));
  const there = bundled.createReaders(contextOf(bundled.RunRecording, entries));
  const names = Object.keys(ASKED) as OfRun[];
  for (const name of names) {
    const params = requests[name].params.parse(ASKED[name]) as RequestParams<RequestName>;
    const ask = (readers: Readers): Promise<unknown> => (readers[name] as (params: unknown) => Promise<unknown>)(params);
    const expected = asText(await ask(here));
    expect(expected, name).toContain('"ok":true');
    expect(asText(await ask(there)), name).toBe(expected);
  }
});

test('none of them does anything but read', () => {
  const names = Object.keys(createReaders(contextOf(RunRecording, []))) as (keyof Readers)[];
  expect(names.filter((name) => requests[name].needs !== 'read')).toEqual([]);
});
