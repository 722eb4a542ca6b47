/** Single requests of a real run: what the terminal prints and the page is answered are the rows of its CSV, in order. */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { commandOfView } from '../../renderer/session/command-of-view.ts';
import { NO_VIEW } from '../../renderer/state/view-codec.ts';
import { formatNumber } from '../../shared/format/figures.ts';
import { splitWords } from '../../shared/model/setup/shell-words.ts';
import { loopscope } from '../helpers/command.ts';
import { unwrap } from '../helpers/comparisons.ts';
import { newEngine, openFileIn } from '../helpers/engines.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const folder = temporaryFolder();
const session = join(folder, 'requests.loopscope');

interface CsvRow {
  readonly nth: number;
  readonly startMs: number;
  readonly latencyMs: number;
  readonly status: string;
}
let csv: readonly CsvRow[];

beforeAll(async () => {
  const ran = await loopscope('run', join(TARGETS_DIR, 'fails-some.cjs'), '-c', '2', '-a', '80', '--capture', 'none', '-o', session);
  expect(ran.code).toBe(0);
  const [head, ...lines] = (await loopscope('export', session, '--format', 'csv', '-o', '-')).stdout.trim().split('\r\n');
  const names = head!.split(',');
  csv = lines.map((line, nth) => {
    const field = (name: string): string => line.split(',')[names.indexOf(name)]!;
    return { nth, startMs: Number(field('start_ms')), latencyMs: Number(field('latency_ms')), status: field('status') };
  });
  expect(csv).toHaveLength(80);
});

const bySlowest = (a: CsvRow, b: CsvRow): number => b.latencyMs - a.latencyMs || a.nth - b.nth;
const show = async (...flags: string[]) => loopscope('show', session, '--table', 'requests', ...flags);
/** Time, response and latency of each printed row. */
const printed = (text: string) => [...text.matchAll(/^│ +([\d.,]+) │ (\S.*?) +│ +([\d.,]+) │/gm)].map(([, ...cells]) => cells);
const cells = ({ startMs, status, latencyMs }: CsvRow) => [
  formatNumber(Math.round(startMs * 1_000) / 1_000_000, 3),
  status === '500' ? '500 Internal Server Error' : status,
  formatNumber(latencyMs, 2),
];

test('the terminal prints them in any order, filtered, and says how many there are', async () => {
  const slowest = [...csv].sort(bySlowest).slice(0, 5);
  const { stdout } = await show('--sort', '-latency', '--limit', '5');
  expect(printed(stdout)).toEqual(slowest.map(cells));
  expect(stdout).toContain('5 of 80 requests');
  const failed = csv.filter(({ status }) => status === '500').sort((a, b) => a.startMs - b.startMs);
  const wrong = await show('--response', 'wrong');
  expect(printed(wrong.stdout)).toEqual(failed.map(cells));
  expect(wrong.stdout).toContain('20 of 20 requests');
  expect((await show('--response', '404')).stdout).toContain('No request matches.');
  expect((await loopscope('show', session, '--limit', '5')).stderr).toContain('apply to --table requests');
  expect((await show('--json')).stderr).toContain('export --format csv');
  const [low, high] = [
    csv.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b)[10]!,
    Math.max(...csv.map(({ latencyMs }) => latencyMs)),
  ];
  const between = csv.filter(({ latencyMs }) => latencyMs > low && latencyMs < high);
  const limited = await show('--slower-than', String(low), '--faster-than', String(high), '--limit', '80');
  expect(limited.stdout).toContain(`of ${between.length} requests`);
  expect(await show('--phase', '1')).toMatchObject({ code: 1, stderr: expect.stringContaining('this load has only one') });
});

test('the page gets the same, of a window and from a row on, and its command prints them', async () => {
  const engine = newEngine(folder);
  const sessionId = await openFileIn(engine, session);
  const window = { fromMs: csv[20]!.startMs, toMs: csv[60]!.startMs };
  const inside = csv.filter(({ startMs, latencyMs }) => startMs + latencyMs >= window.fromMs && startMs + latencyMs < window.toMs);
  expect(inside.length).toBeGreaterThan(20);
  const asked = { sessionId, by: 'latency', descending: true, slowerThanMs: null, fasterThanMs: null, request: null, phase: null } as const;
  const rows = unwrap(await engine.handle('session.requests', { ...asked, window, outcome: 'expected', offset: 5, limit: 10 }));
  const expected = inside.filter(({ status }) => status === '200').sort(bySlowest);
  expect({ ...rows.meta, nth: [...rows.nth] }).toEqual({
    done: 1,
    matched: expected.length,
    nth: expected.slice(5, 15).map(({ nth }) => nth),
  });
  const info = unwrap(await engine.handle('session.info', { sessionId }));
  const command = commandOfView(info, { ...NO_VIEW, tab: 'requests', window, requestsAs: 'slowest', outcome: 500 })!;
  expect(command).toContain('--sort -latency --limit 10 --response 500');
  const [, ...typed] = splitWords(command).words;
  const failed = inside.filter(({ status }) => status === '500').sort(bySlowest);
  expect(printed((await loopscope(...typed)).stdout)).toEqual(failed.slice(0, 10).map(cells));
});

test('those of one request of a plan, by name and by number, as the command of the page has it', { tags: ['long'] }, async () => {
  const file = join(folder, 'mix.loopscope');
  const plan = 'plan: 1\nrequests:\n  - { name: good, url: /, weight: 3 }\n  - { name: other, url: /other, weight: 1 }\n';
  const flags = ['--plan', plan, '-c', '2', '-a', '40', '--capture', 'none', '--json', '-o', file];
  const ran = await loopscope('run', join(TARGETS_DIR, 'fails-some.cjs'), ...flags);
  expect(ran.code).toBe(0);
  const { byRequest } = JSON.parse(ran.stdout).runs[0];
  const count = byRequest.find(({ name }: { name: string }) => name === 'other').requests.sent;
  expect(count).toBeGreaterThan(0);
  for (const asked of ['other', '2']) {
    const { stdout } = await loopscope('show', file, '--table', 'requests', '--request', asked);
    expect(stdout).toMatch(new RegExp(`of ${count} request`));
    expect(stdout).not.toContain('good');
  }
  const unknown = await loopscope('show', file, '--table', 'requests', '--request', 'searhc');
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('It has: good, other.') });
  const engine = newEngine(folder);
  const info = unwrap(await engine.handle('session.info', { sessionId: await openFileIn(engine, file) }));
  expect(commandOfView(info, { ...NO_VIEW, tab: 'requests', planned: 1, faster: 20 })).toContain('--faster-than 20 --request 2');
});
