/**
 * A canvas context that writes SVG: what the painter of flame charts uses of one, so that a picture is drawn by what draws the screen.
 * Colours are `var(--name)`, with the names of the style sheet of pictures, which puts in those of a theme.
 */
import { px } from '../../shared/charts/scales.ts';
import { type Html, html, trusted } from '../../shared/report/html.ts';
import { FONT } from '../charts/plot.ts';
import type { ChartContext } from './draw-chart.ts';

/** Of the screen's colours those of the painter: their names in pictures. */
const NAMES: Readonly<Record<string, string>> = {
  '--chart-grid': 'grid',
  '--chart-axis': 'faint',
  '--text-muted': 'muted',
  '--line-control': 'tie',
  '--bg-sunken': 'sunken',
  '--series-loop': 'loop',
  '--series-gc': 'gc',
  '--flame-match': 'match',
  '--flame-match-text': 'match-t',
  '--kind-dependency': 'dep',
  '--kind-dependency-text': 'dep-t',
  '--series-inflight': 'inflight',
  '--text-on-accent': 'on-fill',
  '--accent-fill': 'accent-fill',
  '--error-fill': 'error-fill',
  '--wait-text': 'on-wait',
};

/** For the painter, in place of the colours of the page. */
export function pictureColor(name: string): string {
  return `var(--${NAMES[name] ?? name.replace(/^--(?:kind-)?/, '').replace(/-text$/, '-t')})`;
}

/** Half of the height of a letter that is centred: SVG has the baseline. */
const TO_BASELINE = 4;

export class SvgContext implements ChartContext {
  fillStyle: ChartContext['fillStyle'] = '';
  strokeStyle: ChartContext['strokeStyle'] = '';
  font = '';
  textAlign: CanvasTextAlign = 'left';
  textBaseline: CanvasTextBaseline = 'middle';
  globalAlpha = 1;
  readonly #parts: Html[] = [];
  readonly #measure = document.createElement('canvas').getContext('2d');
  readonly #hatches = new Map<string, string>();
  /** Groups that are open, for each `save`. */
  readonly #open: number[] = [0];
  #dash: readonly number[] = [];
  #rect: readonly [number, number, number, number] = [0, 0, 0, 0];
  #ids = 0;

  /** `id`: begins the ids of what is defined, unique in the picture. */
  constructor(private readonly id: string) {
    if (this.#measure !== null) this.#measure.font = FONT;
  }

  body(): readonly Html[] {
    const hatches = [...this.#hatches].map(
      ([color, id]) =>
        html`<pattern id="${id}" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0,0h6v6h-6z" fill="var(--bg)"/><path d="M0,0h6v6h-6z" fill="${color}" fill-opacity="0.45"/><path d="M-1,7L7,-1M-4,4L4,-4M2,10L10,2" stroke="${color}" stroke-width="1.6"/></pattern>\n`,
    );
    return [html`<defs>${hatches}</defs>\n`, ...this.#parts];
  }

  hatch(color: string): string {
    const known = this.#hatches.get(color) ?? `${this.id}-h${this.#hatches.size}`;
    this.#hatches.set(color, known);
    return `url(#${known})`;
  }

  clearRect(): void {}

  save(): void {
    this.#open.push(0);
  }

  restore(): void {
    this.#parts.push(trusted('</g>'.repeat(this.#open.pop() ?? 0)));
  }

  beginPath(): void {}

  rect(x: number, y: number, width: number, height: number): void {
    this.#rect = [x, y, width, height];
  }

  clip(): void {
    const id = `${this.id}-c${this.#ids++}`;
    const [x, y, width, height] = this.#rect.map(px);
    this.#parts.push(
      html`<clipPath id="${id}"><rect x="${x!}" y="${y!}" width="${width!}" height="${height!}"/></clipPath><g clip-path="url(#${id})">\n`,
    );
    this.#open[this.#open.length - 1]! += 1;
  }

  setLineDash(dash: readonly number[]): void {
    this.#dash = dash;
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    if (width <= 0 || height <= 0) return;
    const alpha = this.globalAlpha === 1 ? null : html` fill-opacity="${this.globalAlpha}"`;
    this.#parts.push(
      html`<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" fill="${String(this.fillStyle)}"${alpha}/>\n`,
    );
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    const dash = this.#dash.length === 0 ? null : html` stroke-dasharray="${this.#dash.join(' ')}"`;
    this.#parts.push(
      html`<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" fill="none" stroke="${String(this.strokeStyle)}"${dash}/>\n`,
    );
  }

  fillText(text: string, x: number, y: number, room?: number): void {
    const narrower =
      room !== undefined && this.measureText(text).width > room ? html` textLength="${px(room)}" lengthAdjust="spacingAndGlyphs"` : null;
    const anchor = this.textAlign === 'center' ? html` text-anchor="middle"` : null;
    this.#parts.push(
      html`<g fill="${String(this.fillStyle)}"><text class="call" x="${px(x)}" y="${px(y + TO_BASELINE)}"${anchor}${narrower}>${text}</text></g>\n`,
    );
  }

  measureText(text: string): { readonly width: number } {
    return this.#measure?.measureText(text) ?? { width: text.length * 6 };
  }
}
