/** The flame graph of 0x in reports: of a run, and of both variants of a comparison. */
import { expect, test } from 'vitest';
import { writeRunReport } from '../../../../electron/engine/experiments/export/write-report.ts';
import type { OpenSession } from '../../../../electron/engine/sessions/open-session.ts';
import { buildTickTree, type TickNode } from '../../../../renderer/flame/tick-model.ts';
import type { TickFrame } from '../../../../shared/model/profile/ticks.ts';
import { computeTickTree } from '../../../../shared/profile/ticks/tick-flame.ts';
import { toTickFlameColumns } from '../../../../shared/profile/ticks/tick-flame-columns.ts';
import { formatComparisonHtml } from '../../../../shared/report/comparison-report.ts';
import { type TickFlame, tickFlameFigure } from '../../../../shared/report/drawings/tick-flame-svg.ts';
import { makeInput } from '../../../helpers/comparison-input.ts';
import { makeTickFlame } from '../../../helpers/fake-ticks.ts';
import { unescapeHtml } from '../../../helpers/read-report.ts';
import { reportInput, syntheticRun } from '../../../helpers/report-input.ts';

const QUERY = { hide: [], merged: false };
const canned = (factor = 1): TickFlame => ({ columns: makeTickFlame({ ...QUERY, maxNodes: 5_000 }, factor), query: QUERY });
interface Drawn {
  readonly className: string;
  readonly title: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function framesIn(html: string): Drawn[] {
  const frame = /<g class="((?:heat|k)-[\w-]+)"><title>([^<]*)<\/title><rect[^>]* x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"/g;
  return [...html.matchAll(frame)].map(([, className, title, x, y, width]) => ({
    className: className!,
    title: unescapeHtml(title!),
    x: Number(x),
    y: Number(y),
    width: Number(width),
  }));
}

test('the report of a run has it: as wide as on the stack, as hot as on top of it, figures as tooltips, no script', async () => {
  const recording = syntheticRun();
  const { run, environment } = await reportInput(recording);
  const report = { version: 1, failure: null, runs: [run], verdicts: [], probe: null, findings: [], environment, session: null } as const;
  const { text: html } = writeRunReport({ recording } as unknown as OpenSession, 'html', report as never);
  const section = html.slice(html.indexOf('id="ticks"'));
  const drawn = framesIn(section);
  expect(drawn.map(({ className }) => className)).toContainEqual(expect.stringMatching(/^heat-\d$/));
  expect(drawn.find(({ title }) => title.startsWith('render:'))!.title).toMatch(
    /^render: \d+ ticks on the stack \(.*\), \d+ on top of it \(.*\), optimised\n.*render\.js:10\nApp$/,
  );
  expect(section).toContain('Switched off: ');
  expect(html).not.toContain('<script');
});

test('frames stand in the order of the screen and have its colours', () => {
  const { columns } = canned();
  const html = tickFlameFigure('ticks', canned(), 100_000).html;
  const drawn = framesIn(html).filter(({ className }) => className !== 'k-joined');
  let row: readonly TickNode[] = [buildTickTree(columns)!];
  for (let depth = 0; row.length > 0; depth++) {
    const here = drawn.filter(({ y }) => y === depth * 18);
    // Narrower frames are joined; the others keep their order.
    let at = 0;
    for (const { title, className } of here) {
      const found = row.findIndex(
        (node, nth) => nth >= at && title.startsWith(`${node.name || '(anonymous)'}:`) && (depth === 0 || node.paint === className),
      );
      expect(found, title).toBeGreaterThanOrEqual(at);
      at = found + 1;
    }
    row = row.flatMap((node) => node.children as unknown as readonly TickNode[]);
  }
  expect(drawn.length).toBeGreaterThan(10);
});

const hostile: TickFrame = {
  name: '<script>alert(1)</script>\u202e',
  url: 'file:///srv/"><img src=x>.js',
  line: 1,
  column: 1,
  type: 'app',
  tier: 'optimised',
  inlined: false,
  init: false,
};

test('names of others are text', () => {
  const stacks = { frames: [hostile], parent: [-1, 0], frame: [-1, 0], top: [0, 9], total: [9, 9] };
  const columns = toTickFlameColumns(computeTickTree(stacks, QUERY), 100);
  const { html } = tickFlameFigure('ticks', { columns, query: QUERY }, 100);
  expect(html).not.toMatch(/<script|<img/);
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toContain('\u202e');
});

test('what is narrower than a pixel is joined or left out, which is said, and the size stays bounded', () => {
  const count = 20_000;
  const frames = Array.from({ length: count }, (_, at): TickFrame => ({ ...hostile, name: `f${at}`, line: at }));
  const stacks = {
    frames,
    parent: [-1, ...frames.map(() => 0)],
    frame: [-1, ...frames.keys()],
    top: [0, ...frames.map(() => 1)],
    total: [count, ...frames.map(() => 1)],
  };
  const columns = toTickFlameColumns(computeTickTree(stacks, QUERY), 5_000);
  const { html } = tickFlameFigure('ticks', { columns, query: QUERY }, 2_000);
  expect(html).toMatch(/(20,000|19,\d{3}) .*(too small|narrow|joined)/);
  expect(html.length).toBeLessThan(200_000);
});

test('a comparison has it of both variants, as wide as the ticks of a request', async () => {
  const tickFlames = [1, 0.5].map((factor, variant) => ({ ...canned(factor), variant, perRequest: factor }));
  const html = formatComparisonHtml({ ...(await makeInput()), tickFlames });
  for (const letter of ['A', 'B']) expect(html).toContain(`${letter}: 0x flame graph`);
  const widths = ['A', 'B'].map((letter) => framesIn(html.slice(html.indexOf(`id="ticks-${letter}`)))[0]!.width);
  expect(widths[1]! / widths[0]!).toBeCloseTo(0.5, 2);
});
