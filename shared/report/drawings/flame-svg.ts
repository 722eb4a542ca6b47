/** Flame graphs that stand still: of one profile, of the difference of two, and of one side of such a pair. */
import { percentOf } from '../../base/percent-of.ts';
import { showHidden } from '../../base/show-hidden.ts';
import {
  countFrames,
  type FlameTree,
  type FrameColumns,
  fitName,
  frameKey,
  layoutFlame,
  PAPER_LEVELS,
  type PlacedFrame,
  treeOfColumns,
  widthOf,
} from '../../charts/flame-layout.ts';
import { px } from '../../charts/scales.ts';
import { formatCount, formatDifference, formatPercent } from '../../format/figures.ts';
import { calledName, placeOf, shortName } from '../../format/place.ts';
import { formatWeight } from '../../format/weights.ts';
import { FRAME_KINDS } from '../../model/profile/frame-kind.ts';
import type { DiffFlameColumns, FlameColumns } from '../../model/profile/profile-views.ts';
import { joinedCalls } from '../../phrases/code-place.ts';
import { comparedBy, timeOf } from '../../phrases/profile-words.ts';
import { paintOf } from '../../profile/tree/difference-paint.ts';
import { text } from '../../words/words.ts';
import { type Html, html, trusted } from '../html.ts';
import { DRAWING_STYLE } from './style.ts';
import { figure, type Panel, svg } from './svg.ts';

/** Of a flame graph on paper. */
export const FLAME_WIDTH = 1_080;
const ROW = 18;
/** Of the mono font at its size in the style sheet. */
const LETTER = 6.7;
const LEAST = 1.2;
/** Of the heading of a drawing in its own file. */
const HEADING_LETTER = 8.2;
/** Of the line below it. */
const HELP_LETTER = 6.2;

const nameOf = ({ meta, name }: FrameColumns, node: number): string => meta.names[name[node]!] ?? '';
const urlOf = ({ meta, url }: FrameColumns, node: number): string => meta.urls[url[node]!] ?? '';
export const calledIn = (columns: FrameColumns, node: number): string =>
  calledName(nameOf(columns, node), urlOf(columns, node), columns.line[node]!);
export const keyOf = (columns: FrameColumns) => (node: number) =>
  frameKey(nameOf(columns, node), urlOf(columns, node), columns.line[node]!);
export const placeIn = (columns: FrameColumns, node: number): string => placeOf(urlOf(columns, node), columns.line[node]!);

export interface Paint {
  readonly className: string;
  readonly title: string;
  readonly label: string;
}

/** A frame, or joined ones, of which only the number and the time are shown. */
export interface DrawnFrame {
  readonly frame: Pick<PlacedFrame<unknown>, 'x' | 'width' | 'depth' | 'joined'>;
  readonly paint: Paint;
}

export interface Flame {
  readonly frames: readonly (DrawnFrame & { readonly frame: PlacedFrame })[];
  /** Frames that are not drawn one by one. */
  readonly folded: number;
}

/** Thinner joined frames would not be seen. */
const THINNEST = 0.5;

/** `sum`: the time of joined frames as text; `keyAt`: names a frame among the callees of one caller. */
export function drawFrames(
  columns: FrameColumns,
  value: ArrayLike<number>,
  full: number,
  most: number,
  paint: (node: number) => Paint,
  sum: (value: number) => string,
  keyAt = keyOf(columns),
): Flame {
  const tree = treeOfColumns(columns.parent, value, keyAt);
  const limits = { width: FLAME_WIDTH, full, least: LEAST, most, levels: PAPER_LEVELS };
  const placed = layoutFlame(tree, columns.parent.length === 0 ? [] : [0], limits);
  const frames = placed
    .filter(({ joined, width }) => joined === null || width >= THINNEST)
    .map((frame) => ({ frame, paint: frame.joined === null ? paint(frame.node) : joinedPaint(tree, frame, sum) }));
  return { frames, folded: columns.parent.length - placed.filter(({ joined }) => joined === null).length };
}

function joinedPaint(tree: FlameTree<number>, { joined, value }: PlacedFrame, sum: (value: number) => string): Paint {
  const count = countFrames(tree, joined ?? []);
  return {
    className: JOINED,
    label: text('run.flame.joined', { count }),
    title: text('run.flame.joinedSum', { count, weight: sum(value) }),
  };
}

export const JOINED = 'k-joined';

/** One flame graph, placed, with its title and summary. */
interface TitledFlame {
  readonly picture: Flame;
  readonly title: string;
  readonly summary: string;
  /** Frames that are not drawn one by one. */
  readonly folded: number;
}

function placeFlame(columns: FlameColumns, most: number): TitledFlame {
  const { base, unit, samples } = columns.meta;
  const share = (weight: number): string => formatPercent(percentOf(weight, base));
  const format = (weight: number): string => formatWeight(weight, unit);
  const paint = (node: number): Paint => {
    const [total, folded] = [columns.total[node]!, columns.folded[node]!];
    const self = columns.self[node]! - folded;
    const name = calledIn(columns, node);
    return {
      className: `k-${FRAME_KINDS[columns.kind[node]!] ?? 'native'}`,
      label: name,
      title: frameTitle(
        columns,
        node,
        text(folded > 0 ? 'report.frameFolded' : 'report.frame', {
          total: format(total),
          totalPercent: share(total),
          self: format(self),
          selfPercent: share(self),
          folded: format(folded),
        }),
      ),
    };
  };
  const picture = drawFrames(columns, columns.total, columns.total[0] ?? 0, most, paint, format);
  const asked = {
    weight: format(base),
    functions: heaviestIn(columns)
      .map(({ name, self }) => `${name} ${share(self)}`)
      .join(', '),
  };
  return {
    picture,
    title: text('report.flameTitle', { samples }),
    summary:
      unit === 'microseconds'
        ? text('report.flameSummary', { time: asked.weight, of: timeOf(columns.meta.cpu), functions: asked.functions })
        : text('report.flameSummaryWeight', asked),
    folded: picture.folded + columns.meta.folded,
  };
}

/** Functions by their own time, wherever they were called: as in the table. */
function heaviestIn(columns: FlameColumns): readonly { readonly name: string; readonly self: number }[] {
  const keyAt = keyOf(columns);
  const sums = new Map<string, { readonly name: string; readonly self: number }>();
  // The first one is all of it, no function.
  for (let node = 1; node < columns.parent.length; node++) {
    const known = sums.get(keyAt(node));
    sums.set(keyAt(node), { name: known?.name ?? shortName(calledIn(columns, node)), self: (known?.self ?? 0) + columns.self[node]! });
  }
  return [...sums.values()].sort((a, b) => b.self - a.self).slice(0, 3);
}

/** `most`: frames at most, so that a report stays small. */
export function flameFigure(id: string, columns: FlameColumns, most: number): Html {
  const { picture, title, summary, folded } = placeFlame(columns, most);
  return drawFlame(
    id,
    title,
    text('run.flame.label'),
    `${summary} ${text('report.flameTable')}`,
    picture,
    helpWith(`${text('run.flame.help')} ${text('run.flame.joinedHelp')} ${text('report.flamePoint')}`, folded),
    kindLegend(),
  );
}

/** Space around a drawing in its own file, and the lines above it. */
const MARGIN = 16;
const LINE = 18;
const SWATCH = 11;

export interface FlameFile {
  readonly name: string;
  /** Lines below its name: of which session, what is folded; empty ones are left out. */
  readonly about: readonly string[];
}

/** A separate file without scripts or external resources; every frame has its figures as a tooltip. */
export function flameDocument({ name, about }: FlameFile, columns: FlameColumns, most: number): string {
  const { picture, title, summary, folded } = placeFlame(columns, most);
  const heading = name === '' ? title : `${shortName(name)} · ${title}`;
  const lines = [...about.filter((line) => line !== ''), helpWith(`${summary} ${text('report.flamePoint')}`, folded)];
  const legendY = 26 + (lines.length + 1) * LINE;
  const top = legendY + 12;
  const [width, height] = [FLAME_WIDTH + 2 * MARGIN, top + levelsOf(picture) * ROW + MARGIN];
  const { html: document } =
    html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc">
<title id="title">${heading}</title><desc id="desc">${summary}</desc>
<style>${trusted(DRAWING_STYLE)}</style>
<text class="heading" x="${MARGIN}" y="26">${fitName(showHidden(heading), FLAME_WIDTH, HEADING_LETTER)}</text>
${lines.map((line, index) => html`<text class="help" x="${MARGIN}" y="${26 + (index + 1) * LINE}">${fitName(showHidden(line), FLAME_WIDTH, HELP_LETTER)}</text>\n`)}${kindKeys(legendY)}
<g class="flame" transform="translate(${MARGIN} ${top})">${drawBody(picture, 'hatch')}</g>
</svg>
`;
  return document;
}

/** Name, place, and lines of figures. */
function frameTitle(columns: FrameColumns, node: number, ...figures: readonly string[]): string {
  return [shortName(calledIn(columns, node)), placeIn(columns, node), ...figures].filter((line) => line !== '').join('\n');
}

export function helpWith(help: string, folded: number): string {
  return folded > 0 ? `${help} ${text('run.flame.folded', { count: folded })}` : help;
}

/** The colours in a file of its own; `y`: the line its letters stand on. */
function kindKeys(y: number): Html {
  let x = MARGIN;
  const keys = FRAME_KINDS.map((kind) => {
    const name = text(`run.kinds.${kind}`);
    const at = x;
    x += SWATCH + 6 + name.length * HELP_LETTER + 16;
    return html`<rect class="k-${kind}" x="${px(at)}" y="${y - 10}" width="${SWATCH}" height="${SWATCH}"/><text class="help" x="${px(at + SWATCH + 6)}" y="${y}">${name}</text>`;
  });
  return html`<g class="legend">${keys}</g>`;
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
  const { unit, perRequestA, perRequestB, samplesA, samplesB } = columns.meta;
  const format = (weight: number): string => formatWeight(weight, unit);
  const value = columns.totalA.map((totalA, node) => widthOf.both({ totalA, totalB: columns.totalB[node]! }));
  const row = (letter: string, total: number, self: number, base: number): string =>
    text('report.diffRow', {
      letter,
      total: format(total),
      percent: formatPercent(percentOf(total, base)),
      self: format(self),
    });
  const paint = (node: number): Paint => {
    const [totalA, totalB] = [columns.totalA[node]!, columns.totalB[node]!];
    const isNoise = columns.noise[node] === 1;
    const difference = differenceOf(totalA, totalB, { a, b }, format);
    const rows = [row(a, totalA, columns.selfA[node]!, perRequestA), row(b, totalB, columns.selfB[node]!, perRequestB)];
    const name = calledIn(columns, node);
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
    perA: format(perRequestA),
    perB: format(perRequestB),
    difference: formatDifference(100 * (perRequestB / perRequestA - 1)),
    of: comparedBy(columns.meta),
    samplesA: formatCount(samplesA),
    samplesB: formatCount(samplesB),
  });
  const joined = joinedCalls(columns.meta.joined);
  const picture = drawFrames(columns, value, value[0] ?? 0, most, paint, format);
  const help = helpWith(
    `${text('report.diffFlameHelp', { a, b, unit })} ${text('run.flame.joinedHelp')}`,
    picture.folded + columns.meta.folded,
  );
  return drawFlame(
    id,
    text('report.diffFlameTitle', { a, b, unit }),
    text('report.diffFlameTitle', { a, b, unit }),
    joined === null ? summary : `${summary} ${joined}`,
    picture,
    help,
    legend,
  );
}

/** One side of a pair. Both are drawn on the scale of the longer one. */
export function sideFlameFigure(id: string, columns: DiffFlameColumns, side: 'a' | 'b', letter: string, most: number): Html {
  const { unit, perRequestA, perRequestB, requestsA, requestsB } = columns.meta;
  const format = (weight: number): string => formatWeight(weight, unit);
  const [total, self, base, requests] =
    side === 'a' ? [columns.totalA, columns.selfA, perRequestA, requestsA] : [columns.totalB, columns.selfB, perRequestB, requestsB];
  const share = (weight: number): string => formatPercent(percentOf(weight, base));
  const full = Math.max(perRequestA, perRequestB);
  const paint = (node: number): Paint => {
    const name = calledIn(columns, node);
    const [all, own] = [total[node]!, self[node]!];
    return {
      className: `k-${FRAME_KINDS[columns.kind[node]!] ?? 'native'}`,
      label: name,
      title: frameTitle(
        columns,
        node,
        text('report.frame', { total: format(all), totalPercent: share(all), self: format(own), selfPercent: share(own) }),
      ),
    };
  };
  const picture = drawFrames(columns, total, full, most, paint, format);
  const summary = text('report.sideSummary', { letter, time: format(base), of: comparedBy(columns.meta), requests: formatCount(requests) });
  const title = text('report.sideTitle', { letter, unit });
  return drawFlame(id, title, title, summary, picture, summary, kindLegend());
}

function differenceOf(a: number, b: number, letters: Letters, format: (weight: number) => string): string {
  if (a === 0)
    return text('report.diffOf', { difference: `+${format(b)}`, percent: text('compare.functions.noSamples', { letter: letters.a }) });
  if (b === 0)
    return text('report.diffOf', { difference: `−${format(a)}`, percent: text('compare.functions.noSamples', { letter: letters.b }) });
  const sign = b < a ? '−' : b > a ? '+' : '';
  return text('report.diffOf', { difference: `${sign}${format(Math.abs(b - a))}`, percent: formatDifference(100 * (b / a - 1)) });
}

export function drawFlame(
  id: string,
  title: string,
  heading: string,
  summary: string,
  picture: Flame,
  help: string,
  legend: readonly Html[],
): Html {
  const drawing = { id, width: FLAME_WIDTH, height: levelsOf(picture) * ROW, title, summary, className: 'flame' };
  // Wider than a phone: it scrolls there, and what scrolls can be reached with the keys.
  const scroller = html`<div class="scroll" tabindex="0" role="region" aria-label="${title}">${svg(drawing, drawBody(picture, `${id}-hatch`))}</div>`;
  return figure(heading, help, scroller, legend);
}

/** Frames that are placed already, for a picture of its own. */
export function flamePanel(title: string, frames: readonly DrawnFrame[]): Panel {
  const drawing = { id: 'flame', width: FLAME_WIDTH, height: levelsOf({ frames }) * ROW, title, summary: title, className: 'flame' };
  return { title, help: null, drawing, body: drawBody({ frames }, 'hatch') };
}

/** Whether a frame of this width can show all of a label. */
export function fitsFrame(label: string, width: number): boolean {
  return fitName(showHidden(label), width, LETTER) === showHidden(label);
}

function levelsOf({ frames }: { readonly frames: readonly DrawnFrame[] }): number {
  return frames.reduce((most, { frame }) => Math.max(most, frame.depth + 1), 0);
}

function drawBody({ frames }: { readonly frames: readonly DrawnFrame[] }, hatch: string): readonly Html[] {
  const isHatched = frames.some(({ frame }) => frame.joined !== null);
  return [...(isHatched ? [drawHatch(hatch)] : []), ...frames.map((frame) => drawFrame(frame, hatch))];
}

/** What joined frames are filled with. */
function drawHatch(id: string): Html {
  return html`<pattern id="${id}" class="${JOINED}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0,0h5v5h-5z"/><path class="hatch" d="M0,2.5h5"/></pattern>
`;
}

function drawFrame({ frame: { x, width, depth, joined }, paint: { className, title, label } }: DrawnFrame, hatch: string): Html {
  const text = fitName(showHidden(label), width, LETTER);
  const fill = joined === null ? null : html` fill="url(#${hatch})"`;
  return html`<g class="${className}"><title>${titleLines(title)}</title><rect${fill} x="${px(x)}" y="${depth * ROW}" width="${px(Math.max(0.5, width - 0.5))}" height="${ROW - 1}"/>${text === '' ? null : html`<text x="${px(x + 3)}" y="${depth * ROW + 13}">${text}</text>`}</g>
`;
}

/** The line ends in a title are ours; those in a name have been replaced by escapes before. */
function titleLines(title: string): readonly (string | Html)[] {
  return title.split('\n').flatMap((line, index) => (index === 0 ? [line] : [{ html: '\n' }, line]));
}
