/** Flame graphs that stand still: of one profile, of the difference of two, and of one side of such a pair. */
import { formatCount, formatDifference, formatMs, formatPercent } from '../format/figures.ts';
import { paintOf } from '../profile/difference-paint.ts';
import { FRAME_KINDS } from '../profile/frame-kind.ts';
import type { DiffFlameColumns } from '../protocol/comparison-contract.ts';
import type { FlameColumns } from '../protocol/contract.ts';
import { showHidden } from './escape.ts';
import { type FlameLayout, fitName, layoutFlame, type PlacedFrame } from './flame-layout.ts';
import { type Html, html } from './html.ts';
import { placeOf, shortName } from './place.ts';
import { figure, px, svg } from './svg.ts';
import { words } from './words.ts';

const WIDTH = 1_080;
const ROW = 18;
/** Of the mono font at its size in the style sheet. */
const LETTER = 6.7;
const LEAST = 1.2;

/** What a frame is called and where it is. */
interface Named {
  readonly meta: { readonly names: readonly string[]; readonly urls: readonly string[] };
  readonly parent: Int32Array;
  readonly name: Uint32Array;
  readonly url: Uint32Array;
  readonly line: Uint32Array;
  readonly kind: Uint8Array;
}

const nameOf = ({ meta, name }: Named, node: number): string => meta.names[name[node]!] ?? '';
const urlOf = ({ meta, url }: Named, node: number): string => meta.urls[url[node]!] ?? '';
const keyOf = (columns: Named) => (node: number) => `${nameOf(columns, node)}\n${urlOf(columns, node)}\n${columns.line[node]}`;
const placeIn = (columns: Named, node: number): string => placeOf(urlOf(columns, node), columns.line[node]!);

interface Paint {
  readonly className: string;
  readonly title: string;
  readonly label: string;
}

/** `most`: frames at most, so that a report stays small. */
export function flameFigure(id: string, columns: FlameColumns, most: number): Html {
  const { baseMs, samples } = columns.meta;
  const share = (ms: number): string => formatPercent(baseMs > 0 ? (100 * ms) / baseMs : null);
  const layout = layoutFlame(
    { parent: columns.parent, value: columns.totalMs, keyOf: keyOf(columns) },
    { width: WIDTH, full: columns.totalMs[0] ?? 0, least: LEAST, most },
  );
  const paint = (node: number): Paint => {
    const [total, self] = [columns.totalMs[node]!, columns.selfMs[node]!];
    const name = nameOf(columns, node);
    return {
      className: `k-${FRAME_KINDS[columns.kind[node]!] ?? 'native'}`,
      label: name,
      title: words.frameTitle(shortName(name), placeIn(columns, node), formatMs(total), share(total), formatMs(self), share(self)),
    };
  };
  const heaviest = layout.frames
    .slice(1)
    .sort((a, b) => columns.selfMs[b.node]! - columns.selfMs[a.node]! || a.node - b.node)
    .slice(0, 3)
    .map(({ node }) => `${shortName(nameOf(columns, node))} ${share(columns.selfMs[node]!)}`);
  const summary = words.flameSummary(formatMs(baseMs), heaviest.join(', '));
  const folded = layout.folded + columns.meta.folded;
  return drawFlame(
    id,
    words.flameTitle(formatCount(samples)),
    words.flame,
    summary,
    layout,
    paint,
    helpWith(words.flameHelp, folded),
    kindLegend(),
  );
}

function helpWith(help: string, folded: number): string {
  return folded > 0 ? `${help} ${words.flameFolded(formatCount(folded))}` : help;
}

function kindLegend(): Html[] {
  return FRAME_KINDS.map((kind) => html`<span class="chip k-${kind}">${words.kindNames[kind]}</span> `);
}

export interface Letters {
  readonly a: string;
  readonly b: string;
}

/** Width: the time per request of both sides together, which adds up, so that nothing of either side is missing. */
export function diffFlameFigure(id: string, columns: DiffFlameColumns, { a, b }: Letters, most: number): Html {
  const { perRequestA, perRequestB } = columns.meta;
  const value = columns.totalA.map((total, node) => total + columns.totalB[node]!);
  const layout = layoutFlame(
    { parent: columns.parent, value, keyOf: keyOf(columns) },
    { width: WIDTH, full: value[0] ?? 0, least: LEAST, most },
  );
  const row = (letter: string, total: number, self: number, base: number): string =>
    words.diffRow(letter, formatUs(total), formatPercent(base > 0 ? (100 * total) / base : null), formatUs(self));
  const paint = (node: number): Paint => {
    const [totalA, totalB] = [columns.totalA[node]!, columns.totalB[node]!];
    const isNoise = columns.noise[node] === 1;
    const difference = differenceOf(totalA, totalB, { a, b });
    const rows = [row(a, totalA, columns.selfA[node]!, perRequestA), row(b, totalB, columns.selfB[node]!, perRequestB)];
    const name = nameOf(columns, node);
    return {
      className: `d-${paintOf({ totalA, totalB, noise: isNoise })}`,
      label: isNoise ? name : `${totalB < totalA ? '−' : '+'} ${name}`,
      title: words.diffFrameTitle(
        shortName(name),
        placeIn(columns, node),
        rows,
        isNoise ? `${difference}. ${words.diffNoise}.` : difference,
      ),
    };
  };
  const legend = [
    html`<span class="chip d-less-3">−</span> `,
    html`<span class="chip d-more-3">+</span> `,
    html`<span class="chip d-noise">${words.diffNoise}</span>`,
  ];
  const summary = words.diffFlameSummary(a, formatUs(perRequestA), b, formatUs(perRequestB));
  const help = helpWith(words.diffFlameHelp(a, b), layout.folded + columns.meta.folded);
  return drawFlame(id, words.diffFlameTitle(a, b), words.diffFlameTitle(a, b), summary, layout, paint, help, legend);
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
      title: words.frameTitle(shortName(name), placeIn(columns, node), formatUs(all), share(all), formatUs(own), share(own)),
    };
  };
  const summary = words.sideSummary(letter, formatUs(base), formatCount(requests));
  return drawFlame(id, words.sideTitle(letter), words.sideTitle(letter), summary, layout, paint, summary, kindLegend());
}

export function formatUs(us: number): string {
  return formatMs(us / 1_000);
}

function differenceOf(a: number, b: number, letters: Letters): string {
  if (a === 0) return words.diffOf(`+${formatUs(b)}`, words.onlyIn(letters.b));
  if (b === 0) return words.diffOf(`−${formatUs(a)}`, words.onlyIn(letters.a));
  const sign = b < a ? '−' : b > a ? '+' : '';
  return words.diffOf(`${sign}${formatUs(Math.abs(b - a))}`, formatDifference(100 * (b / a - 1)));
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
