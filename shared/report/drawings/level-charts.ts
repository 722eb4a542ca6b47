/** Throughput and latency of a sweep against its levels, beside each other. */
import {
  type DrawnLevel,
  type FittedThroughput,
  LEVEL_PANELS,
  type LevelLine,
  type LevelLineKey,
  type LevelPanelId,
  layoutLevels,
  levelsInOrder,
} from '../../charts/level-lines.ts';
import { linePath, px } from '../../charts/scales.ts';
import { formatCount, formatMs, formatSignificant } from '../../format/figures.ts';
import { levelOf } from '../../load/judge-level.ts';
import type { RunReport } from '../../model/report.ts';
import { formatVisitors } from '../../phrases/charts.ts';
import { text } from '../../words/words.ts';
import { type Html, html } from '../html.ts';
import { dot, grid, label, type Panel, panelFigure, path } from './svg.ts';

export interface Sweep extends Pick<RunReport, 'bracket'> {
  readonly levels: readonly DrawnLevel[];
  readonly fit?: FittedThroughput | null;
}

const FRAME = { width: 520, height: 220, left: 52, right: 68, top: 24, bottom: 36 } as const;
/** What was not measured. */
export const DASHED: readonly LevelLineKey[] = ['offered', 'fit'];
/** Of a dot, px. */
const RADIUS = 3;

/** Nothing where the load had fewer than two levels. */
export function levelCharts(sweep: Sweep): Html {
  const panels = levelPanels(sweep);
  if (panels.length === 0) return html``;
  return html`<h3>${text('run.levels.title')}</h3>
<div class="charts">${panels.map(panelFigure)}</div>
<p class="help">${text('run.levels.help')}</p>
`;
}

export function levelPanels({ levels, bracket, fit = null }: Sweep): Panel[] {
  const sorted = levelsInOrder(levels);
  return sorted.length === 0 ? [] : LEVEL_PANELS.map((id) => drawPanel(id, { levels: sorted, bracket: bracket ?? null, fit }));
}

function drawPanel(id: LevelPanelId, { levels, bracket, fit = null }: Sweep): Panel {
  const { width, height, left, right, top, bottom } = FRAME;
  const { y, digits, unit, lines, marks, ticks } = layoutLevels(id, levels, bracket, FRAME, fit);
  const title = levelTitle(id, unit);
  const body = [
    grid(y, left, width - right, digits),
    html`<g aria-hidden="true">${ticks.map(({ level, x }) => label('axis middle', x, height - bottom + 15, formatVisitors(level)))}${label('axis end', width - right, height - 4, levelUnit(levels))}</g>`,
    ...marks.flatMap(({ is, x }) => [
      path(is === 'held' ? 'tie' : 'tie dash-1', `M${px(x)},${top - 6}V${height - bottom}`),
      label(is === 'held' ? 'axis end' : 'axis', x + (is === 'held' ? -4 : 4), top - 8, text(`run.levels.${is}`)),
    ]),
    ...lines.map(drawLine),
  ];
  return { title, help: null, drawing: { id: `levels-${id}`, width, height, title, summary: levelSummary(levels) }, body };
}

function drawLine({ key, dots, labelY }: LevelLine): Html {
  const there = dots.filter((dot) => dot !== null);
  const last = there[there.length - 1];
  if (last === undefined) return html``;
  const marks = (key === 'fit' ? [] : there).map(({ x, y, weak }) => dot(`mark c-${key}${weak ? ' hollow' : ''}`, x, y, RADIUS));
  const line = path(`line c-${key}${DASHED.includes(key) ? ' dash-1' : ''}`, linePath(dots.map((dot) => dot && [dot.x, dot.y])));
  return html`${line}${marks}${label(`name t-${key}`, last.x + 8, labelY + 4, text(`run.levels.line.${key}`))}`;
}

export function levelTitle(id: LevelPanelId, unit: string | null): string {
  return id === 'throughput'
    ? text('run.levels.throughput')
    : text('run.chart.title', { title: text('run.chart.latency'), unit: unit ?? '' });
}

/** What the levels are of, below the axis. */
export function levelUnit([first]: readonly DrawnLevel[]): string {
  return text(first !== undefined && 'rate' in first ? 'run.parts.rate' : 'run.parts.connections');
}

/** The figures of a level in a sentence. */
export function tellLevel(level: DrawnLevel): string {
  const { latencyMs, throughput } = level;
  return text('run.levels.one', {
    of: 'rate' in level ? 'rate' : 'connections',
    level: formatVisitors(levelOf(level)),
    throughput: formatSignificant(throughput),
    p50: formatMs(latencyMs?.percentiles['50']),
    p99: formatMs(latencyMs?.percentiles['99']),
    count: formatCount(latencyMs?.count ?? 0),
  });
}

export function levelSummary(levels: readonly DrawnLevel[]): string {
  return levels.map(tellLevel).join(' ');
}
