/** What was alive after each round of a search for a leak, as a drawing. */

import { levelOf } from '../../analysis/leak/series.ts';
import { type LeakLine, type LeakLineKey, layoutLeak } from '../../charts/leak-levels.ts';
import { linePath, px } from '../../charts/scales.ts';
import { formatBytes, formatCount, formatNumber } from '../../format/figures.ts';
import type { LeakReport } from '../../model/leak.ts';
import { text } from '../../words/words.ts';
import { type Html, html } from '../html.ts';
import { dot, grid, label, type Panel, panelFigure, path } from './svg.ts';

/** What is drawn: rounds that are over, of those that are planned. */
export type DrawnLeak = Pick<LeakReport, 'plan' | 'rounds'>;

const FRAME = { width: 1_080, height: 300, left: 52, right: 96, top: 24, bottom: 36 } as const;
/** Of a dot, px. */
const RADIUS = 3.5;
/** Series of the style sheet. */
const COLORS = { heap: 'memory', outside: 'launched' } as const satisfies Record<LeakLineKey, string>;

/** Nothing before the first round is over. */
export function leakFigure(leak: DrawnLeak | undefined): Html {
  return leak === undefined || leak.rounds.length === 0 ? html`` : panelFigure(leakPanel(leak));
}

export function leakPanel(leak: DrawnLeak, size: { readonly width?: number; readonly height?: number } = {}): Panel {
  const frame = { ...FRAME, ...size };
  const { width, height, left, right, top, bottom } = frame;
  const { y, digits, lines, ticks, settledX, restX } = layoutLeak(leak, frame);
  const below = height - bottom;
  const title = text('run.leak.picture.title');
  const body = [
    path('phase', `M${px(left)},${top}H${px(settledX)}V${below}H${px(left)}z`),
    label('axis', left + 6, top + 14, text('run.leak.picture.settles')),
    grid(y, left, width - right, digits),
    html`<g aria-hidden="true">${ticks.map(({ requests, x }) => label('axis middle', x, below + 15, formatCount(requests)))}${restX === null ? null : label('axis middle', restX, below + 15, restText(leak))}${label('axis end', width - right, height - 4, text('run.leak.picture.across'))}</g>`,
    ...lines.map(drawLine),
  ];
  return {
    title,
    help: text('run.leak.picture.help'),
    drawing: { id: 'leak-levels', width, height, title, summary: leakSummary(leak) },
    body,
  };
}

function drawLine({ key, dots, labelY }: LeakLine): Html {
  const last = dots.at(-1);
  if (last === undefined) return html``;
  const color = COLORS[key];
  const marks = dots.map(({ x, y, kind }) => dot(`mark c-${color}${kind === 'judge' ? '' : ' hollow'}`, x, y, RADIUS));
  const { loaded, rested } = leakPaths(dots);
  return html`${path(`line c-${color}`, loaded)}${path(`line c-${color} dash-1`, rested)}${marks}${label(`name t-${color}`, last.x + 10, labelY + 4, text(`run.leak.picture.${key}`))}`;
}

/** The line through the rounds with load, and the one to the round after the rest. */
export function leakPaths(dots: LeakLine['dots']): { readonly loaded: string; readonly rested: string } {
  const pathOf = (some: LeakLine['dots']): string => linePath(some.map(({ x, y }) => [x, y]));
  const rest = dots.findIndex(({ kind }) => kind === 'rest');
  return rest < 1
    ? { loaded: pathOf(dots), rested: '' }
    : { loaded: pathOf(dots.slice(0, rest)), rested: pathOf(dots.slice(rest - 1, rest + 1)) };
}

/** "35 s of rest". */
export function restText({ plan }: Pick<DrawnLeak, 'plan'>): string {
  return text('run.leak.picture.rest', { seconds: formatNumber(plan.restS, 0) });
}

/** For a reader who does not see it. */
export function leakSummary({ rounds }: Pick<DrawnLeak, 'rounds'>): string {
  const [first, last] = [rounds[0]!, rounds.at(-1)!];
  return text('run.leak.picture.summary', {
    rounds: rounds.length,
    first: formatBytes(levelOf(first.threads, 'heap')),
    last: formatBytes(levelOf(last.threads, 'heap')),
    outside: formatBytes(levelOf(last.threads, 'outside')),
  });
}

/** The figures of a round in a sentence. */
export function tellLeakRound({ rounds }: Pick<DrawnLeak, 'rounds'>, at: number): string {
  const round = rounds[at]!;
  const before = rounds[at - 1];
  const heap = levelOf(round.threads, 'heap');
  return text('run.leak.picture.one', {
    round: text(`run.leak.kind.${round.kind}`, { nth: String(at + 1) }),
    requests: formatCount(round.requests),
    heap: formatBytes(heap),
    outside: formatBytes(levelOf(round.threads, 'outside')),
    than: before === undefined ? 'none' : heap >= levelOf(before.threads, 'heap') ? 'more' : 'less',
    by: before === undefined ? '' : formatBytes(Math.abs(heap - levelOf(before.threads, 'heap'))),
  });
}
