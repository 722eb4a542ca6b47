/** Flame graphs that stand still: of one profile, of the difference of two, and of one side of such a pair. */
import { type FlameLayout, type FrameColumns, fitName, frameKey, layoutFlame, type PlacedFrame, widthOf } from '../charts/flame-layout.ts';
import { px } from '../charts/scales.ts';
import { formatCount, formatDifference, formatMs, formatPercent } from '../format/figures.ts';
import { placeOf, shortName } from '../format/place.ts';
import { showHidden } from '../format/show-hidden.ts';
import { formatWeight } from '../format/weights.ts';
import { paintOf } from '../profile/difference-paint.ts';
import { FRAME_KINDS } from '../profile/frame-kind.ts';
import type { DiffFlameColumns } from '../protocol/comparison-contract.ts';
import type { FlameColumns } from '../protocol/contract.ts';
import { text } from '../words/words.ts';
import { type Html, html } from './html.ts';
import { figure, svg } from './svg.ts';

const WIDTH = 1_080;
const ROW = 18;
/** Of the mono font at its size in the style sheet. */
const LETTER = 6.7;
const LEAST = 1.2;

const nameOf = ({ meta, name }: FrameColumns, node: number): string => meta.names[name[node]!] ?? '';
const urlOf = ({ meta, url }: FrameColumns, node: number): string => meta.urls[url[node]!] ?? '';
const keyOf = (columns: FrameColumns) => (node: number) => frameKey(nameOf(columns, node), urlOf(columns, node), columns.line[node]!);
const placeIn = (columns: FrameColumns, node: number): string => placeOf(urlOf(columns, node), columns.line[node]!);

interface Paint {
  readonly className: string;
  readonly title: string;
  readonly label: string;
}

/** `most`: frames at most, so that a report stays small. */
export function flameFigure(id: string, columns: FlameColumns, most: number): Html {
  const { base, unit, samples } = columns.meta;
  const share = (weight: number): string => formatPercent(base > 0 ? (100 * weight) / base : null);
  const format = (weight: number): string => formatWeight(weight, unit);
  const layout = layoutFlame(
    { parent: columns.parent, value: columns.total, keyOf: keyOf(columns) },
    { width: WIDTH, full: columns.total[0] ?? 0, least: LEAST, most },
  );
  const paint = (node: number): Paint => {
    const [total, self] = [columns.total[node]!, columns.self[node]!];
    const name = nameOf(columns, node);
    return {
      className: `k-${FRAME_KINDS[columns.kind[node]!] ?? 'native'}`,
      label: name,
      title: frameTitle(
        columns,
        node,
        text('report.frame', { total: format(total), totalPercent: share(total), self: format(self), selfPercent: share(self) }),
      ),
    };
  };
  const heaviest = layout.frames
    .slice(1)
    .sort((a, b) => columns.self[b.node]! - columns.self[a.node]! || a.node - b.node)
    .slice(0, 3)
    .map(({ node }) => `${shortName(nameOf(columns, node))} ${share(columns.self[node]!)}`);
  const summary = text('report.flameSummary', { time: format(base), functions: heaviest.join(', ') });
  const folded = layout.folded + columns.meta.folded;
  return drawFlame(
    id,
    text('report.flameTitle', { samples }),
    text('run.flame.label'),
    summary,
    layout,
    paint,
    helpWith(`${text('run.flame.help')} ${text('report.flamePoint')}`, folded),
    kindLegend(),
  );
}

/** Name, place, and lines of figures. */
function frameTitle(columns: FrameColumns, node: number, ...figures: readonly string[]): string {
  return [shortName(nameOf(columns, node)), placeIn(columns, node), ...figures].filter((line) => line !== '').join('\n');
}

function helpWith(help: string, folded: number): string {
  return folded > 0 ? `${help} ${text('run.flame.folded', { count: folded })}` : help;
}

function kindLegend(): Html[] {
  return FRAME_KINDS.map((kind) => html`<span class="chip k-${kind}">${text(`run.kind.${kind}`)}</span> `);
}

export interface Letters {
  readonly a: string;
  readonly b: string;
}

/** As wide as both sides on average, so that nothing of either side is missing. */
export function diffFlameFigure(id: string, columns: DiffFlameColumns, { a, b }: Letters, most: number): Html {
  const { perRequestA, perRequestB, samplesA, samplesB } = columns.meta;
  const value = columns.totalA.map((totalA, node) => widthOf.both({ totalA, totalB: columns.totalB[node]! }));
  const layout = layoutFlame(
    { parent: columns.parent, value, keyOf: keyOf(columns) },
    { width: WIDTH, full: value[0] ?? 0, least: LEAST, most },
  );
  const row = (letter: string, total: number, self: number, base: number): string =>
    text('report.diffRow', {
      letter,
      total: formatUs(total),
      percent: formatPercent(base > 0 ? (100 * total) / base : null),
      self: formatUs(self),
    });
  const paint = (node: number): Paint => {
    const [totalA, totalB] = [columns.totalA[node]!, columns.totalB[node]!];
    const isNoise = columns.noise[node] === 1;
    const difference = differenceOf(totalA, totalB, { a, b });
    const rows = [row(a, totalA, columns.selfA[node]!, perRequestA), row(b, totalB, columns.selfB[node]!, perRequestB)];
    const name = nameOf(columns, node);
    return {
      className: `d-${paintOf({ totalA, totalB, noise: isNoise })}`,
      label: isNoise ? name : `${totalB < totalA ? '−' : '+'} ${name}`,
      title: frameTitle(columns, node, ...rows, difference, ...(isNoise ? [text('compare.flame.tipNoise')] : [])),
    };
  };
  const legend = [
    html`<span class="chip d-less-3">−</span> `,
    html`<span class="chip d-more-3">+</span> `,
    html`<span class="chip d-noise">${text('compare.flame.legendNoise')}</span>`,
  ];
  const summary = text('compare.flame.basis', {
    a,
    b,
    perA: formatUs(perRequestA),
    perB: formatUs(perRequestB),
    difference: formatDifference(100 * (perRequestB / perRequestA - 1)),
    samplesA: formatCount(samplesA),
    samplesB: formatCount(samplesB),
  });
  const help = helpWith(text('report.diffFlameHelp', { a, b }), layout.folded + columns.meta.folded);
  return drawFlame(
    id,
    text('report.diffFlameTitle', { a, b }),
    text('report.diffFlameTitle', { a, b }),
    summary,
    layout,
    paint,
    help,
    legend,
  );
}

/** One side of a pair. Both are drawn on the scale of the longer one. */
export function sideFlameFigure(id: string, columns: DiffFlameColumns, side: 'a' | 'b', letter: string, most: number): Html {
  const { perRequestA, perRequestB, requestsA, requestsB } = columns.meta;
  const [total, self, base, requests] =
    side === 'a' ? [columns.totalA, columns.selfA, perRequestA, requestsA] : [columns.totalB, columns.selfB, perRequestB, requestsB];
  const share = (us: number): string => formatPercent(base > 0 ? (100 * us) / base : null);
  const full = Math.max(perRequestA, perRequestB);
  const layout = layoutFlame({ parent: columns.parent, value: total, keyOf: keyOf(columns) }, { width: WIDTH, full, least: LEAST, most });
  const paint = (node: number): Paint => {
    const name = nameOf(columns, node);
    const [all, own] = [total[node]!, self[node]!];
    return {
      className: `k-${FRAME_KINDS[columns.kind[node]!] ?? 'native'}`,
      label: name,
      title: frameTitle(
        columns,
        node,
        text('report.frame', { total: formatUs(all), totalPercent: share(all), self: formatUs(own), selfPercent: share(own) }),
      ),
    };
  };
  const summary = text('report.sideSummary', { letter, time: formatUs(base), requests: formatCount(requests) });
  return drawFlame(
    id,
    text('report.sideTitle', { letter }),
    text('report.sideTitle', { letter }),
    summary,
    layout,
    paint,
    summary,
    kindLegend(),
  );
}

export function formatUs(us: number): string {
  return formatMs(us / 1_000);
}

function differenceOf(a: number, b: number, letters: Letters): string {
  if (a === 0)
    return text('report.diffOf', { difference: `+${formatUs(b)}`, percent: text('compare.functions.only', { letter: letters.b }) });
  if (b === 0)
    return text('report.diffOf', { difference: `−${formatUs(a)}`, percent: text('compare.functions.only', { letter: letters.a }) });
  const sign = b < a ? '−' : b > a ? '+' : '';
  return text('report.diffOf', { difference: `${sign}${formatUs(Math.abs(b - a))}`, percent: formatDifference(100 * (b / a - 1)) });
}

function drawFlame(
  id: string,
  title: string,
  heading: string,
  summary: string,
  layout: FlameLayout,
  paint: (node: number) => Paint,
  help: string,
  legend: readonly Html[],
): Html {
  const drawing = { id, width: WIDTH, height: layout.levels * ROW, title, summary, className: 'flame' };
  const frames = layout.frames.map((frame) => drawFrame(frame, paint(frame.node)));
  // Wider than a phone: it scrolls there, and what scrolls can be reached with the keys.
  const scroller = html`<div class="scroll" tabindex="0" role="region" aria-label="${title}">${svg(drawing, frames)}</div>`;
  return figure(heading, help, scroller, legend);
}

function drawFrame({ x, width, depth }: PlacedFrame, { className, title, label }: Paint): Html {
  const text = fitName(showHidden(label), width, LETTER);
  return html`<g class="${className}"><title>${titleLines(title)}</title><rect x="${px(x)}" y="${depth * ROW}" width="${px(Math.max(0.5, width - 0.5))}" height="${ROW - 1}"/>${text === '' ? null : html`<text x="${px(x + 3)}" y="${depth * ROW + 13}">${text}</text>`}</g>
`;
}

/** The line ends in a title are ours; those in a name are shown as escapes by whoever put it in. */
function titleLines(title: string): readonly (string | Html)[] {
  return title.split('\n').flatMap((line, index) => (index === 0 ? [line] : [{ html: '\n' }, line]));
}
