/** A report of a run is read back and held against the figures it was made of. */
import { beforeAll, describe, expect, test } from 'vitest';
import { formatCount, formatMs, formatNumber, formatSignificant } from '../../../../shared/format/figures.ts';
import { calledFunction } from '../../../../shared/format/place.ts';
import { LatencyDensity } from '../../../../shared/load/latency-density.ts';
import { allocateRows } from '../../../../shared/load/request-rows.ts';
import type { FlameColumns } from '../../../../shared/model/profile/profile-views.ts';
import type { PlannedFigures, RunReport } from '../../../../shared/model/report.ts';
import { cellFigure } from '../../../../shared/phrases/bounds.ts';
import { formatRunBrief } from '../../../../shared/report/brief.ts';
import { MOST_BYTES } from '../../../../shared/report/document.ts';
import { escapeMarkdown } from '../../../../shared/report/escape.ts';
import { formatRunHtml, formatRunMarkdown, type RunReportInput } from '../../../../shared/report/run-report.ts';
import { planTable } from '../../../../shared/report/tables/parts.ts';
import { run as words } from '../../../../shared/words/en/run.ts';
import { makeRoutes } from '../../../helpers/fake-data.ts';
import { KNOWN_CPU } from '../../../helpers/known-cpu.ts';
import { answerOf, frameTitles, rowOf, tableOf } from '../../../helpers/read-report.ts';
import { reportInput, syntheticRun } from '../../../helpers/report-input.ts';
import { verbatim } from '../../../helpers/worded.ts';

let input: RunReportInput & { readonly run: RunReport };
let html: string;

beforeAll(async () => {
  input = await reportInput(syntheticRun());
  html = formatRunHtml(input);
});

const SECONDS = { unit: 's', perMs: 1e-3 } as const;

test('the latency table has the figures of the run', () => {
  const { latencyMs } = input.run;
  const figure = (name: string): string => cellFigure(latencyMs!, name, SECONDS);
  expect(rowOf(html, 'Latency', 'Latency, s')).toEqual([
    'Latency, s',
    ...['2.5', '50', '97.5', '99'].map(figure),
    figure('mean'),
    // Some timed out.
    '–',
    figure('max'),
    formatCount(latencyMs!.count),
  ]);
});

test('has every listed percentile, weak ones in brackets', () => {
  const { percentiles, weak, count, censored } = input.run.latencyMs!;
  const rows = tableOf(html, 'All latency percentiles').slice(1);
  expect(rows).toHaveLength(Object.keys(percentiles).length);
  for (const [name, value, interval, note] of rows) {
    const key = name!.replace(' %', '');
    const shown = cellFigure(input.run.latencyMs!, key, SECONDS);
    expect(value).toBe(weak.includes(key) ? `(${shown})` : shown);
    expect(note!.startsWith(`n ${formatCount(count + (censored ?? 0))}, needs`)).toBe(weak.includes(key));
    const ends = input.run.latencyIntervalsMs?.[key] ?? null;
    expect(interval).toBe(
      ends === null
        ? words.overview.noInterval
        : ends[1] === null
          ? `≥ ${formatSignificant(ends[0] / 1_000)}`
          : ends.map((ms) => formatSignificant(ms! / 1_000)).join(' to '),
    );
  }
  expect(Object.values(input.run.latencyIntervalsMs!).some((ends) => ends !== null)).toBe(true);
  expect(weak.length).toBeGreaterThan(0);
});

test('latency as density has the fullest cell, and a path for each colour of it', () => {
  const batch = allocateRows(110);
  // A hundred of 1 ms in the first second, and ten of 100 ms in the second.
  for (let row = 0; row < 110; row++) {
    batch.start[row] = row < 100 ? row * 1_000 : 1.5e6;
    batch.latency[row] = row < 100 ? 1_000 : 100_000;
    batch.status[row] = 200;
  }
  const density = new LatencyDensity();
  density.addRows(batch);
  const drawn = formatRunHtml({ ...input, series: { ...input.series, density: density.toColumns() } });
  const [, figure] = /<figure><figcaption><b>Latency as density, ms<\/b>.*?<\/figcaption>(.*?)<\/figure>/s.exec(drawn)!;
  expect(figure).toContain('1 to 100 in a cell');
  // 100 has the strongest of five colours; 10 is beyond 100 ^ (2 / 5).
  expect([...figure!.matchAll(/class="bars (c-density-\d)" d="([^"]*)"/g)].map(([, name, d]) => [name, d!.split('M').length - 1])).toEqual([
    ['c-density-2', 1],
    ['c-density-4', 1],
  ]);
  expect(drawn).toContain('.c-density-4');
});

test('percentiles say how many responses they are of, of which load, and how much of it went wrong', () => {
  const { latencyMs, requests } = input.run;
  const wrong = formatSignificant(
    (100 * (requests.failed + requests.unexpected)) / (requests.completed + requests.failed + requests.dropped),
  );
  const said = `<p class="note">n ${formatCount(latencyMs!.count)}, closed load, ${wrong}\u00a0% errors.`;
  expect(html.split(said)).toHaveLength(3);
});

test('counts, statuses, errors', () => {
  const { requests, status, errors } = input.run;
  expect(rowOf(html, 'Requests', 'Sent')[1]).toBe(formatCount(requests.sent));
  expect(rowOf(html, 'Requests', 'Completed')[1]).toBe(formatCount(requests.completed));
  expect(rowOf(html, 'Requests', 'Failed')[1]).toBe(formatCount(requests.failed));
  expect(Object.fromEntries(tableOf(html, 'Status codes'))).toEqual(
    Object.fromEntries(Object.entries(status).map(([code, count]) => [code, formatCount(count)])),
  );
  expect(Object.fromEntries(tableOf(html, 'Errors'))).toEqual(
    Object.fromEntries(Object.entries(errors).map(([kind, count]) => [kind, formatCount(count)])),
  );
});

test('the result sentence comes first and includes failures', () => {
  expect(answerOf(html)).toMatch(/^1 in 55 requests went wrong .* p99 is between /);
  expect(html.indexOf('class="answer')).toBeLessThan(html.indexOf('<svg'));
});

test('functions and frames have the figures of the profile', () => {
  const { heavy } = input.run.profile!;
  const rows = tableOf(html, 'Functions by self time').slice(1);
  expect(rows.map(([name, self, , total]) => [name, self, total])).toEqual(
    heavy.map((row) => [calledFunction(row), formatNumber(row.selfMs, 1), formatNumber(row.totalMs, 1)]),
  );
  const first = heavy.find((row) => row.function === 'renderList')!;
  const title = frameTitles(html, 'flame').find((text) => text.startsWith('renderList'))!;
  expect(title).toContain('/srv/shop/render.ts:22');
  expect(title).toContain(`${formatMs(first.totalMs)} total`);
});

test('the server table has one row per process', () => {
  const [main, worker] = input.run.server;
  expect(rowOf(html, 'Processes', '4001')[2]).toBe(`${formatNumber(main!.cpuPercent.mean, 1)} / ${formatNumber(main!.cpuPercent.max, 1)}`);
  expect(rowOf(html, 'Processes', '4002').slice(4)).toEqual([
    '–',
    worker!.loopDelayMs === null ? '–' : expect.any(String),
    expect.any(String),
    expect.any(String),
  ]);
});

test('the same session gives the same bytes at any time', async () => {
  const again = formatRunHtml(await reportInput(syntheticRun()));
  expect(again).toBe(html);
  expect(html).toContain('recorded 2026-01-02 03:04 UTC');
  expect(html).not.toContain(new Date().toISOString().slice(0, 10));
});

test('refers to no other resource', () => {
  expect(html).not.toMatch(/<script|<link(?! rel="icon" href="data:,")|<iframe|<object|<base|@import|url\(|\son\w+=/i);
  expect(html).not.toMatch(/(?:src|href)="(?!#|data:)/);
  expect(html).toContain("default-src 'none'");
});

test('Markdown has the sentence, the tables and the command', () => {
  const markdown = formatRunMarkdown(input);
  expect(markdown).toMatch(/^# Synthetic run\n/);
  expect(markdown).toContain('p99 is between');
  expect(markdown).toContain(`| Sent | ${formatCount(input.run.requests.sent)} |`);
  expect(markdown).toContain(`\`${input.command}\``);
  expect(markdown).not.toMatch(/\n{3}/);
  for (const table of markdown.matchAll(/(?:^\|.*\n)+/gm)) {
    const widths = new Set(
      table[0]
        .trim()
        .split('\n')
        .map((row) => row.match(/(?<!\\)\|/g)!.length),
    );
    expect(widths.size).toBe(1);
  }
});

test('in brief: the answer, the load, the latency, the server and the functions, under 100 lines however much there is', () => {
  const { run } = input;
  const many = <T>(one: T, count: number): T[] => Array.from({ length: count }, () => one);
  const brief = formatRunBrief(input);
  expect(brief).toMatch(/^# Synthetic run\n/);
  expect(brief).toContain(answerOf(html));
  expect(brief).toContain(`\`${input.command}\``);
  for (const caption of ['Latency', 'Processes', 'Functions by self time']) expect(brief).toContain(`**${caption}**`);
  const much = formatRunBrief({
    ...input,
    command: 'a\n'.repeat(500),
    run: {
      ...run,
      warnings: many(verbatim('line\n'.repeat(300)), 40),
      server: many(run.server[0]!, 64),
      profile: { ...run.profile!, heavy: many(run.profile!.heavy[0]!, 200), own: many(run.profile!.heavy[0]!, 200) },
    },
  });
  expect(much.split('\n').length).toBeLessThan(100);
  expect(much).toContain('The first 6 of 64.');
  expect(much).toContain('35 more in the whole report.');
});

test('in brief: a few of the requests, the heaviest first, still under 100 lines', () => {
  const { run } = input;
  const many = <T>(one: T, count: number): T[] => Array.from({ length: count }, () => one);
  const planned = (name: string, share: number): PlannedFigures => ({ ...plannedFigures(run), name, share });
  const byRequest = [...Array.from({ length: 6 }, (_, nth) => planned(`rare ${nth}`, 2)), planned('GET /cart', 60), planned('login', 28)];
  const ofPlan = formatRunBrief({ ...input, run: { ...run, byRequest } });
  expect(ofPlan.match(/^\| (?:GET \/cart|login|rare \d) /gm)).toEqual(['| GET /cart ', '| login ', '| rare 0 ', '| rare 1 ']);
  expect(ofPlan).toContain('The first 4 of 8.');
  const routes = makeRoutes();
  // Whoever reads it wants to know which takes the CPU.
  const attributed = formatRunBrief({ ...input, run: { ...run, byRequest, routes } });
  expect(attributed).toContain(`| ${escapeMarkdown(routes.routes[0]!.route)} |`);
  expect(attributed).not.toContain('| rare 0 ');
  const much = formatRunBrief({
    ...input,
    command: `loopscope run a.js -H "authorization=$AUTHORIZATION" ${'a\n'.repeat(500)}`,
    run: {
      ...run,
      byRequest: many(byRequest[0]!, 50),
      routes: { ...routes, routes: many(routes.routes[0]!, 50) },
      warnings: many(verbatim('line\n'.repeat(300)), 40),
      server: many(run.server[0]!, 64),
      profile: { ...run.profile!, heavy: many(run.profile!.heavy[0]!, 200), own: many(run.profile!.heavy[0]!, 200) },
    },
  });
  expect(much.split('\n').length).toBeLessThan(100);
});

test('the requests of a plan are those that ended, and a note says how many were in flight when the load ended', () => {
  const { run } = input;
  const byRequest = [{ ...plannedFigures(run), name: 'GET /cart', share: 100 }];
  const tableOfPlan = (unfinished: number, unanswered: number | null) =>
    planTable({ byRequest, requests: { ...run.requests, unfinished, unanswered } })!;
  expect(tableOfPlan(10, 0).columns[1]!.title).toBe('Requests');
  expect(tableOfPlan(10, 0).note).toContain('10 requests that were still in flight when the load ended are in no row.');
  // Those that were waited for in vain are in the rows.
  expect(tableOfPlan(10, 9).note).toContain('One request that was still in flight when the load ended is in no row.');
  expect(tableOfPlan(10, 10).note ?? '').not.toContain('in flight');
  expect(tableOfPlan(10, null).note).toContain('10 requests');
});

test('of each request of a plan it is told how many got no response, where any got none', () => {
  const { run } = input;
  const [page, list] = ['page', 'list'].map((name) => ({ ...plannedFigures(run), name, share: 50 }));
  const hangs = { ...list!, requests: { ...list!.requests, unanswered: 6 } };
  const cells = (...byRequest: PlannedFigures[]) => {
    const { columns, rows } = planTable({ byRequest, requests: run.requests })!;
    const at = columns.findIndex(({ title }) => title === 'No response');
    return at < 0 ? null : rows.map((row) => row[at]);
  };
  expect(cells(page!, list!)).toBeNull();
  expect(cells(page!, hangs)).toEqual(['0', { text: '6', tone: 'bad' }]);
});

function plannedFigures({ status, metStatus, errors, requests, latencyMs }: RunReport): Omit<PlannedFigures, 'name' | 'share'> {
  return { status, metStatus, errors, requests, latencyMs, throughput: 10, offered: 10, latenessMs: null, bytes: 1_000 } as Omit<
    PlannedFigures,
    'name' | 'share'
  >;
}

describe('text from sessions', () => {
  const EVIL = '</title></style></script><img src=x onerror=alert(1)>"\'`|\u202e\u0000\n[x](javascript:1)';

  async function hostile(): Promise<RunReportInput> {
    const recording = syntheticRun();
    const input = await reportInput(recording, { name: EVIL, notes: `${EVIL}\n- kept`, command: EVIL });
    const run = input.run;
    const heavy = run.profile!.heavy.map((row) => ({ ...row, function: EVIL, url: `file:///${EVIL}` }));
    const flame: FlameColumns = {
      ...input.flame!,
      meta: { ...input.flame!.meta, names: input.flame!.meta.names.map(() => EVIL), urls: input.flame!.meta.urls.map(() => EVIL) },
    };
    return {
      ...input,
      run: {
        ...run,
        target: { ...run.target, script: EVIL, args: [EVIL], url: EVIL, node: EVIL },
        profile: { ...run.profile!, heavy },
        status: { [EVIL]: 1 },
        errors: { [EVIL]: 1 },
        warnings: [verbatim(EVIL)],
      },
      flame,
      environment: { ...input.environment!, cpu: EVIL, os: EVIL, loopscope: EVIL },
    };
  }

  test('never becomes markup', async () => {
    const html = formatRunHtml(await hostile());
    expect(html).not.toMatch(/<img|onerror=(?!alert\(1\)&gt;)|<script/);
    expect(html.match(/<\/style>/g)).toHaveLength(1);
    expect(html.match(/<\/title>/g)!.length).toBe(html.match(/<title/g)!.length);
    expect(html.replace(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).toContain('\\u202e');
  });

  test('is text in Markdown', async () => {
    const markdown = formatRunMarkdown(await hostile());
    expect(markdown.replace(/`+ .*? `+/g, '')).not.toMatch(/<img|(?<!\\)\]\(/);
    expect(markdown).toContain('> - kept');
    expect(markdown.replace(/\n/g, '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  test('does not make the report exceed the size limit', async () => {
    const input = await hostile();
    const text = `<&"'>\u202e`.repeat(400);
    const nodes = 5_000;
    const flame: FlameColumns = {
      meta: {
        names: Array.from({ length: nodes }, (_, node) => `${node}${text}`),
        urls: [`file:///${text}`],
        base: 1_000_000,
        unit: 'microseconds',
        samples: 1_000,
        timeBase: 'cpu',
        cpu: KNOWN_CPU,
        folded: 0,
      },
      // A flat tree of a thousand wide frames at each of five levels, every name as long as names get.
      parent: Int32Array.from({ length: nodes }, (_, node) => (node === 0 ? -1 : node <= 900 ? 0 : node - 900)),
      name: Uint32Array.from({ length: nodes }, (_, node) => node),
      url: new Uint32Array(nodes),
      line: new Uint32Array(nodes).fill(1),
      kind: new Uint8Array(nodes),
      self: new Float64Array(nodes).fill(200),
      folded: new Float64Array(nodes),
      total: Float64Array.from({ length: nodes }, (_, node) => (node === 0 ? 900_000 : 1_000)),
    };
    const html = formatRunHtml({ ...input, notes: text.repeat(1_000), command: text.repeat(100), flame });
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(MOST_BYTES);
    expect(html).toContain('frames too small to draw');
  });
});

describe('a run with few results', () => {
  test('no responses, no server figures, no profile', async () => {
    const recording = syntheticRun({ seconds: 0.05, rowsPerSecond: 0 });
    recording.ticks = null;
    const html = formatRunHtml({ ...(await reportInput(recording)), flame: null });
    expect(html).toContain('No CPU profile was captured.');
    expect(html).toContain(
      'No response with an expected status (200 to 399) arrived before the load ended, so there is no throughput to show.',
    );
    expect(html).not.toMatch(/NaN|Infinity|undefined/);
  });

  test('ticks take the place of the profile, in HTML and in Markdown', async () => {
    const input = { ...(await reportInput(syntheticRun({ seconds: 0.05 }))), flame: null };
    for (const report of [formatRunHtml(input), formatRunMarkdown(input)]) {
      expect(report).toContain('Summary of 10 ticks');
      expect(report).toContain('/usr/bin/node');
      expect(report).not.toContain('No CPU profile was captured.');
    }
  });

  test('one second has one bar, and a dot for each percentile', async () => {
    const html = formatRunHtml(await reportInput(syntheticRun({ seconds: 0.6 })));
    expect(html).toMatch(/class="line c-p50[^"]*" d="M[\d.,]+h0"/);
    expect(html).not.toMatch(/NaN|Infinity|undefined/);
  });

  test('an imported profile has no section about load', async () => {
    const input = await reportInput(syntheticRun());
    const html = formatRunHtml({ ...input, run: { ...input.run, load: null, requests: null } });
    expect(html).toContain('Loopscope report of a CPU profile');
    expect(html).not.toContain('In flight');
    expect(formatRunMarkdown({ ...input, run: { ...input.run, load: null, requests: null } })).not.toContain('## Figures');
  });
});
