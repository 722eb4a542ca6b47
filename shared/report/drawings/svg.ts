/** Parts that every drawing of a report has. */
import { formatTick, px, type Scale } from '../../charts/scales.ts';
import { formatNumber } from '../../format/figures.ts';
import { type Html, html, trusted } from '../html.ts';

export interface Drawing {
  /** Unique in the document. */
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** What it is, and what a reader who does not see it should know. */
  readonly title: string;
  readonly summary: string;
  readonly className?: string;
}

export function svg({ id, width, height, title, summary, className }: Drawing, body: readonly Html[]): Html {
  const names = `${id}-title ${id}-desc`;
  return html`<svg${className ? html` class="${className}"` : null} viewBox="0 0 ${px(width)} ${px(height)}" role="img" aria-labelledby="${names}"><title id="${id}-title">${title}</title><desc id="${id}-desc">${summary}</desc>
${body}</svg>`;
}

/** A drawing with its name, before it is written into a page or as a picture of its own. */
export interface Panel {
  readonly title: string;
  readonly help: string | null;
  readonly drawing: Drawing;
  readonly body: readonly Html[];
}

export function panelFigure({ title, help, drawing, body }: Panel): Html {
  return figure(title, help, svg(drawing, body));
}

/** A drawing with its name above and one line of how to read it below. */
export function figure(title: string, help: string | null, drawing: Html, legend: readonly Html[] = []): Html {
  return html`<figure><figcaption><b>${title}</b>${legend.length === 0 ? null : html` <span class="legend">${legend}</span>`}</figcaption>
${drawing}
${help === null ? null : html`<p class="help">${help}</p>`}</figure>
`;
}

export function path(className: string, d: string, extra: Html | null = null): Html {
  return d === '' ? html`` : html`<path class="${className}" d="${trusted(d)}"${extra}/>\n`;
}

/** A round mark with its middle there; `radius`: px. */
export function dot(className: string, x: number, y: number, radius: number): Html {
  const across = 2 * radius;
  return path(className, `M${px(x - radius)},${px(y)}a${radius},${radius} 0 1,0 ${across},0a${radius},${radius} 0 1,0 ${-across},0z`);
}

export function label(className: string, x: number, y: number, text: string): Html {
  return html`<text class="${className}" x="${px(x)}" y="${px(y)}">${text}</text>\n`;
}

export function rule(className: string, x1: number, y1: number, x2: number, y2: number): Html {
  return html`<path class="${className}" d="M${px(x1)},${px(y1)}L${px(x2)},${px(y2)}"/>\n`;
}

/** A point without neighbours is a dot: a line cap of no length. */
export function withDots(d: string): string {
  return d.replace(/M([^ML]+)(?=M|$)/g, 'M$1h0');
}

/** Lines and labels of an axis of values; `digits`: all labels have as many, as of 2.5, 3, 3.5 the second would say nothing. */
export function grid(y: Scale, left: number, right: number, digits?: number): Html {
  const text = (tick: number): string => (digits === undefined ? formatTick(tick) : formatNumber(tick, digits));
  return html`<g aria-hidden="true">${y.ticks.map((tick) => [rule('grid', left, y.at(tick), right, y.at(tick)), label('axis end', left - 6, y.at(tick) + 4, text(tick))])}</g>`;
}
