/** Draws a flame chart on two canvases: the calls below, and above them what changes with every move of the pointer. */
import { fitName } from '../../shared/charts/flame-layout.ts';
import { ticksBetween } from '../../shared/charts/time-scales.ts';
import { FRAME_KINDS } from '../../shared/model/profile/frame-kind.ts';
import type { Colors } from '../charts/colors.ts';
import { FONT } from '../charts/plot.ts';
import { calledNode } from '../flame/flame-model.ts';
import { type ChartCall, type ChartPicture, ROW_PX, STRIP_PX } from './chart-picture.ts';
import type { TimeSpan } from './chart-view.ts';

export const RULER_PX = 24;

export interface ChartWords {
  readonly stalls: string;
  readonly collections: string;
  readonly noSamples: (us: number) => string;
  readonly lane: (lane: number) => string;
  readonly second: (seconds: number, stepS: number) => string;
}

/** Where a recording ends that is shorter than the axis. */
export interface ChartEnd {
  readonly us: number;
  readonly label: string;
}

export interface ChartScene {
  readonly picture: ChartPicture;
  readonly view: TimeSpan;
  readonly whole: TimeSpan;
  /** Size of the canvas, CSS px; the plot is between `left` and `right`. */
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  /** Height of the time scale; 0 without. */
  readonly ruler: number;
  readonly end: ChartEnd | null;
  readonly scrollTop: number;
  /** The chosen window; what is outside is dimmed. */
  readonly window: TimeSpan | null;
  readonly words: ChartWords;
}

export function xOf({ view, left, right }: ChartScene, us: number): number {
  return left + ((us - view.from) * (right - left)) / (view.to - view.from);
}

export function timeOf({ view, left, right }: ChartScene, x: number): number {
  return view.from + ((x - left) * (view.to - view.from)) / (right - left);
}

export function pixelUs({ view, left, right }: Pick<ChartScene, 'view' | 'left' | 'right'>): number {
  return (view.to - view.from) / Math.max(1, right - left);
}

/** Of the system's font at 11 px, on average; what is longer is made narrower. */
const PER_LETTER = 6;
/** Shorter names say nothing. */
const LEAST_TEXT_PX = 24;
const LEAST_GAP_TEXT_PX = 90;

/** What is used of a canvas to draw the calls. */
export type ChartContext = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'strokeStyle'
  | 'font'
  | 'textAlign'
  | 'textBaseline'
  | 'globalAlpha'
  | 'clearRect'
  | 'save'
  | 'restore'
  | 'beginPath'
  | 'rect'
  | 'fillRect'
  | 'strokeRect'
> & {
  clip(): void;
  setLineDash(dash: number[]): void;
  fillText(text: string, x: number, y: number, room?: number): void;
  measureText(text: string): { readonly width: number };
};
type Context = ChartContext;
type Hatch = CanvasPattern | string;

/** Fills what is several calls, in the colour of a kind. */
type Hatcher = (color: string, ground: string) => Hatch;

/** x, y, width of rectangles of one colour: setting a colour costs more than filling. */
class Boxes {
  readonly #byPaint = new Map<string, number[]>();

  add(paint: string, x: number, y: number, width: number): void {
    let boxes = this.#byPaint.get(paint);
    if (boxes === undefined) {
      boxes = [];
      this.#byPaint.set(paint, boxes);
    }
    boxes.push(x, y, width);
  }

  fill(context: Context, styleOf: (paint: string) => string | CanvasPattern, height: number): void {
    for (const [paint, boxes] of this.#byPaint) {
      context.fillStyle = styleOf(paint);
      for (let i = 0; i < boxes.length; i += 3) context.fillRect(boxes[i]!, boxes[i + 1]!, boxes[i + 2]!, height);
    }
  }
}

/** Diagonal lines in the colour of a kind: several calls in one rectangle. */
export function createHatch(context: CanvasRenderingContext2D, color: string, ground: string): CanvasPattern | string {
  const size = 6;
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const brush = tile.getContext('2d');
  if (brush === null) return color;
  brush.fillStyle = ground;
  brush.fillRect(0, 0, size, size);
  brush.globalAlpha = 0.45;
  brush.fillStyle = color;
  brush.fillRect(0, 0, size, size);
  brush.globalAlpha = 1;
  brush.strokeStyle = color;
  brush.lineWidth = 1.6;
  brush.beginPath();
  for (const shift of [-size, 0, size]) {
    brush.moveTo(shift - 1, size + 1);
    brush.lineTo(shift + size + 1, -1);
  }
  brush.stroke();
  return context.createPattern(tile, 'repeat') ?? color;
}

/** Rows of a lane that are in sight; row 0 is at `y`. */
interface Rows {
  readonly lane: number;
  readonly from: number;
  readonly to: number;
  readonly y: number;
}

export class ChartPainter {
  readonly #colors: Colors;
  readonly #hatches = new Map<string, Hatch>();
  readonly #hatcher: Hatcher;

  constructor(colors: Colors, hatcher: Hatcher) {
    this.#colors = colors;
    this.#hatcher = hatcher;
  }

  recolor(): void {
    this.#colors.forget();
    this.#hatches.clear();
  }

  /** The calls, the ruler and the marks. `stalls`: by lane, when its event loop was blocked; null: not known. */
  draw(context: Context, scene: ChartScene, stalls: readonly (readonly TimeSpan[] | null)[]): void {
    const { width, height, left, right, ruler, picture, view } = scene;
    context.clearRect(0, 0, width, height);
    context.font = FONT;
    context.textBaseline = 'middle';
    this.#drawGrid(context, scene);
    context.save();
    clip(context, 0, ruler, width, height - ruler);
    const shift = ruler - scene.scrollTop;
    for (const lane of picture.lanes.keys()) this.#drawLabels(context, scene, lane, shift, stalls[lane] != null);
    clip(context, left, ruler, right - left, height - ruler);
    if (view.to > view.from) {
      this.#drawEnd(context, scene, shift);
      for (const lane of picture.lanes.keys()) this.#drawLane(context, scene, lane, shift, stalls[lane] ?? []);
    }
    this.#drawWindow(context, scene);
    context.restore();
  }

  #drawGrid(context: Context, scene: ChartScene): void {
    const { view, whole, left, right, ruler, height, words } = scene;
    const { read } = this.#colors;
    const { ticks, step } = ticksBetween(view.from / 1e6, view.to / 1e6, Math.max(1, (right - left) / 90));
    context.textAlign = 'center';
    for (const tick of ticks) {
      const x = Math.round(xOf(scene, tick * 1e6));
      context.fillStyle = read('--chart-grid');
      context.fillRect(x, Math.max(0, ruler - 4), 1, height);
      if (ruler === 0) continue;
      context.fillStyle = read('--chart-axis');
      const label = words.second(tick, step);
      const half = context.measureText(label).width / 2;
      context.fillText(label, Math.min(Math.max(x, left + half), right - half), 8);
    }
    context.textAlign = 'left';
    if (ruler === 0) return;
    // How much of the whole is shown, and where.
    const length = whole.to - whole.from;
    if (length <= 0) return;
    const at = (us: number) => left + ((us - whole.from) * (right - left)) / length;
    context.fillStyle = read('--line');
    context.fillRect(left, ruler - 5, right - left, 3);
    context.fillStyle = read('--accent');
    if (view.to - view.from < length) context.fillRect(at(view.from), ruler - 5, Math.max(3, at(view.to) - at(view.from)), 3);
  }

  #drawLabels(context: Context, scene: ChartScene, lane: number, shift: number, hasStalls: boolean): void {
    const { picture, left, right, words } = scene;
    const { titleTop, stripTop } = picture.lanes[lane]!;
    const { read } = this.#colors;
    const room = left - 12;
    if (titleTop !== null) {
      context.fillStyle = read('--line');
      if (lane > 0) context.fillRect(0, shift + titleTop - 4, right, 1);
      context.fillStyle = read('--text');
      context.fillText(words.lane(lane), 4, shift + titleTop + 11, right);
    }
    context.fillStyle = read('--text-muted');
    if (hasStalls) context.fillText(words.stalls, 4, shift + stripTop + STRIP_PX / 2, room);
    context.fillText(words.collections, 4, shift + stripTop + STRIP_PX * 1.5, room);
  }

  #drawLane(context: Context, scene: ChartScene, lane: number, shift: number, stalls: readonly TimeSpan[]): void {
    const { picture, height, view } = scene;
    const { stripTop, top, lane: about } = picture.lanes[lane]!;
    const { read } = this.#colors;
    const strips = new Boxes();
    for (const { from, to } of stalls) {
      if (to < view.from || from > view.to) continue;
      const x = xOf(scene, from);
      strips.add('--series-loop', x, shift + stripTop + 2, Math.max(2, xOf(scene, to) - x));
    }
    this.#addRow(scene, strips, '--series-gc', 'collector', lane, 0, shift + stripTop + STRIP_PX + 2);
    strips.fill(context, read, STRIP_PX - 4);

    const rows: Rows = {
      lane,
      from: Math.max(0, Math.floor((scene.ruler - shift - top) / ROW_PX)),
      to: Math.min(about.rows, Math.ceil((height - shift - top) / ROW_PX)),
      y: shift + top,
    };
    this.#drawCalls(context, scene, 'call', rows);
    this.#drawCalls(context, scene, 'found', rows);
    this.#drawGaps(context, scene, lane, shift + top);
  }

  #drawCalls(context: Context, scene: ChartScene, shape: 'call' | 'found', rows: Rows): void {
    const { picture, view } = scene;
    const { kind, count } = picture.columns;
    const paintOf = (index: number) => (shape === 'found' ? '--flame-match' : `--kind-${FRAME_KINDS[kind[index]!]}`);
    const boxes = new Boxes();
    const named: { index: number; y: number }[] = [];
    for (let row = rows.from; row < rows.to; row++) {
      const y = rows.y + row * ROW_PX;
      const range = picture.range(shape, rows.lane, row, view.from, view.to);
      for (let index = range.from; index < range.to; index++) {
        const { x, width } = this.#box(scene, index);
        boxes.add(count[index]! > 1 ? `${paintOf(index)} hatch` : paintOf(index), x, y, width);
        if (width >= LEAST_TEXT_PX && count[index] === 1) named.push({ index, y });
      }
    }
    const styleOf = (paint: string) => (paint.endsWith(' hatch') ? this.#hatch(paint.slice(0, -6)) : this.#colors.read(paint));
    boxes.fill(context, styleOf, ROW_PX - 1);
    for (const { index, y } of named) this.#drawName(context, scene, index, y, `${paintOf(index)}-text`);
  }

  #addRow(scene: ChartScene, boxes: Boxes, paint: string, shape: 'collector', lane: number, row: number, y: number): void {
    const { from, to } = scene.picture.range(shape, lane, row, scene.view.from, scene.view.to);
    for (let index = from; index < to; index++) {
      const { x, width } = this.#box(scene, index);
      boxes.add(paint, x, y, width);
    }
  }

  /** At least a pixel, and with a gap to the next one where there is room for it. */
  #box(scene: ChartScene, index: number): { readonly x: number; readonly width: number } {
    const { start, end } = scene.picture.columns;
    const x = Math.max(scene.left - 2, xOf(scene, start[index]!));
    const width = Math.min(scene.right + 2, xOf(scene, end[index]!)) - x;
    return { x, width: width >= 3 ? width - 1 : Math.max(1, width) };
  }

  #drawName(context: Context, scene: ChartScene, index: number, y: number, color: string): void {
    const { start, end } = scene.picture.columns;
    const x = Math.max(scene.left, xOf(scene, start[index]!));
    const room = Math.min(scene.right, xOf(scene, end[index]!)) - x - 6;
    const text = fitName(calledNode(scene.picture.call(index)), room + 6, PER_LETTER);
    if (text === '') return;
    context.fillStyle = this.#colors.read(color);
    context.fillText(text, x + 3, y + ROW_PX / 2, room);
  }

  #drawGaps(context: Context, scene: ChartScene, lane: number, top: number): void {
    const { picture, view, words } = scene;
    const { start, end } = picture.columns;
    const { read } = this.#colors;
    const range = picture.range('gap', lane, 0, view.from, view.to);
    for (let index = range.from; index < range.to; index++) {
      const x = Math.max(scene.left - 2, xOf(scene, start[index]!));
      const width = Math.min(scene.right + 2, xOf(scene, end[index]!)) - x;
      context.strokeStyle = read('--line-control');
      context.setLineDash([3, 3]);
      context.strokeRect(x + 0.5, top + 0.5, Math.max(1, width - 1), ROW_PX - 2);
      context.setLineDash([]);
      if (width < LEAST_GAP_TEXT_PX) continue;
      context.fillStyle = read('--text-muted');
      context.fillText(words.noSamples(end[index]! - start[index]!), x + 5, top + ROW_PX / 2, width - 8);
    }
  }

  /** What was not recorded any more; calls that go on for a moment are drawn over it. */
  #drawEnd(context: Context, scene: ChartScene, shift: number): void {
    const { end, right, height, picture } = scene;
    const first = picture.lanes[0];
    if (end === null || first === undefined) return;
    const x = Math.round(xOf(scene, end.us));
    if (x >= right) return;
    const { read } = this.#colors;
    context.fillStyle = read('--bg-sunken');
    context.fillRect(x, 0, right - x, height);
    context.fillStyle = read('--line-control');
    context.fillRect(x, 0, 1, height);
    if (context.measureText(end.label).width + 12 > right - x) return;
    context.fillStyle = read('--text-muted');
    context.fillText(end.label, Math.max(x, scene.left) + 6, shift + first.top + ROW_PX / 2);
  }

  #drawWindow(context: Context, scene: ChartScene): void {
    const { window, left, right, ruler, height } = scene;
    if (window === null) return;
    const at = (us: number) => Math.min(Math.max(xOf(scene, us), left), right);
    const [from, to] = [at(window.from), at(window.to)];
    const { read } = this.#colors;
    context.globalAlpha = 0.6;
    context.fillStyle = read('--bg');
    context.fillRect(left, ruler, from - left, height);
    context.fillRect(to, ruler, right - to, height);
    context.globalAlpha = 1;
    context.fillStyle = read('--accent');
    context.fillRect(from - 0.5, ruler, 1, height);
    context.fillRect(to - 0.5, ruler, 1, height);
  }

  #hatch(paint: string): Hatch {
    let hatch = this.#hatches.get(paint);
    if (hatch === undefined) {
      hatch = this.#hatcher(this.#colors.read(paint), this.#colors.read('--bg'));
      this.#hatches.set(paint, hatch);
    }
    return hatch;
  }

  /** What follows the pointer and the keyboard. */
  drawOver(context: CanvasRenderingContext2D, scene: ChartScene, over: ChartOverlay): void {
    const { width, height, left, right, ruler } = scene;
    const { read } = this.#colors;
    context.clearRect(0, 0, width, height);
    context.save();
    clip(context, left, 0, right - left, height);
    if (over.cursorUs !== null) {
      context.fillStyle = read('--chart-cursor');
      context.fillRect(Math.round(xOf(scene, over.cursorUs)), 0, 1, height);
    }
    if (over.span !== null) this.#drawSpan(context, scene, over.span);
    clip(context, left, ruler, right - left, height - ruler);
    this.#outline(context, scene, over.selected, '--accent', 2);
    this.#outline(context, scene, over.hovered, '--text', 1);
    this.#outline(context, scene, over.focused, '--focus', 3);
    context.restore();
  }

  #outline(context: CanvasRenderingContext2D, scene: ChartScene, call: ChartCall | null, color: string, line: number): void {
    if (call === null) return;
    const lane = scene.picture.lanes[call.lane];
    if (lane === undefined) return;
    const x = Math.max(scene.left - 4, xOf(scene, call.start));
    const width = Math.min(scene.right + 4, xOf(scene, call.end)) - x;
    const y = scene.ruler - scene.scrollTop + lane.top + call.row * ROW_PX;
    context.strokeStyle = this.#colors.read(color);
    context.lineWidth = line;
    context.strokeRect(x, y, Math.max(2, width - 1), ROW_PX - 1);
  }

  #drawSpan(context: CanvasRenderingContext2D, scene: ChartScene, { from, to, label }: NonNullable<ChartOverlay['span']>): void {
    const { read } = this.#colors;
    const x = xOf(scene, from);
    const width = xOf(scene, to) - x;
    context.globalAlpha = 0.18;
    context.fillStyle = read('--accent');
    context.fillRect(x, scene.ruler, width, scene.height);
    context.globalAlpha = 1;
    context.fillRect(x - 0.5, scene.ruler, 1, scene.height);
    context.fillRect(x + width - 0.5, scene.ruler, 1, scene.height);
    context.font = FONT;
    context.textBaseline = 'middle';
    const room = context.measureText(label).width + 12;
    const at = Math.min(Math.max(scene.left, x + width / 2 - room / 2), scene.right - room);
    context.fillStyle = read('--accent-fill');
    context.fillRect(at, scene.ruler + 4, room, 18);
    context.fillStyle = read('--text-on-accent');
    context.fillText(label, at + 6, scene.ruler + 13);
  }
}

export interface ChartOverlay {
  readonly cursorUs: number | null;
  readonly hovered: ChartCall | null;
  readonly focused: ChartCall | null;
  readonly selected: ChartCall | null;
  /** A measured span, or what is chosen while it is dragged. */
  readonly span: (TimeSpan & { readonly label: string }) | null;
}

function clip(context: Context, x: number, y: number, width: number, height: number): void {
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
}
