/**
 * A drawing of the screen as a picture of its own, in one theme: its name, what a reader needs to know about it, its legend, its panels.
 * Loads nothing, so that it can be drawn on a canvas and pasted anywhere.
 */

import { showHidden } from '../../base/show-hidden.ts';
import { px } from '../../charts/scales.ts';
import { type Html, html, trusted } from '../html.ts';
import { type PictureTheme, pictureColors, pictureStyle } from './style.ts';
import type { Panel } from './svg.ts';

export interface LegendItem {
  readonly text: string;
  /** A swatch of this class; null: `mark` is drawn. */
  readonly swatch: string | null;
  /** Around a point. */
  readonly mark?: (x: number, y: number) => Html;
}

export interface Picture {
  /** With its unit, if all of it has one. */
  readonly title: string;
  /** Below it: of which session, which window, how many samples. */
  readonly about: readonly string[];
  readonly legend: readonly LegendItem[];
  /** One without a name of its own is named by the picture. */
  readonly panels: readonly (Omit<Panel, 'title' | 'help'> & { readonly title: string | null })[];
  /** Panels beside each other. */
  readonly columns?: number;
}

export interface DrawnPicture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

const MARGIN = 20;
const LINE = 18;
const GAP = 24;
/** Average widths of letters, px: of the lines below the heading, and of the heading. */
const LETTER = 6.4;
const HEADING_LETTER = 8.8;
const SWATCH = 12;

export function drawPicture({ title, about, legend, panels, columns = 1 }: Picture, theme: PictureTheme): DrawnPicture {
  const cell = Math.max(...panels.map(({ drawing }) => drawing.width));
  const across = Math.min(columns, panels.length);
  const inner = across * cell + (across - 1) * GAP;
  const width = inner + 2 * MARGIN;
  const parts: Html[] = [];
  let y = MARGIN;
  for (const line of wrap(title, inner / HEADING_LETTER)) {
    y += 20;
    parts.push(textAt('heading', MARGIN, y - 4, line));
  }
  for (const line of about.filter((some) => some !== '').flatMap((some) => wrap(some, inner / LETTER))) {
    y += LINE;
    parts.push(textAt('about', MARGIN, y - 4, line));
  }
  const keys = placeLegend(legend, inner);
  if (keys.length > 0) {
    parts.push(...keys.map(({ item, x, row }) => drawKey(item, MARGIN + x, y + 8 + row * LINE)));
    y += 8 + (keys[keys.length - 1]!.row + 1) * LINE;
  }
  y += 10;
  for (let first = 0; first < panels.length; first += across) {
    const row = panels.slice(first, first + across);
    const named = row.some((panel) => panel.title !== null);
    row.forEach((panel, column) => {
      const x = MARGIN + column * (cell + GAP);
      if (panel.title !== null) parts.push(textAt('panel', x, y + 12, panel.title));
      const { className } = panel.drawing;
      parts.push(
        html`<g${className ? html` class="${className}"` : null} transform="translate(${px(x)} ${px(y + (named ? LINE : 0))})">${panel.body}</g>\n`,
      );
    });
    y += (named ? LINE : 0) + Math.max(...row.map(({ drawing }) => drawing.height)) + (first + across < panels.length ? GAP : 0);
  }
  const height = Math.ceil(y + MARGIN);
  const summary = panels.map(({ drawing }) => drawing.summary).join(' ');
  const { html: svg } =
    html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc">
<title id="title">${title}</title><desc id="desc">${summary}</desc>
<style>${trusted(pictureStyle(theme))}</style>
<rect class="ground" width="${width}" height="${height}"/>
${parts}</svg>
`;
  const colorOf = pictureColors(theme);
  // Names have no quotes left, so that this is never one of them.
  const colored = svg.replace(/(fill|stroke)="var\(--([\w-]+)\)"/g, (_, what: string, name: string) => `${what}="${colorOf(name)}"`);
  return { svg: colored, width, height };
}

function textAt(className: string, x: number, y: number, text: string): Html {
  return html`<text class="${className}" x="${px(x)}" y="${px(y)}">${text}</text>\n`;
}

/** Between words, and within one that is longer than a line. */
function wrap(text: string, letters: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of showHidden(text).split(' ')) {
    if (line !== '' && line.length + 1 + word.length > letters) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
    while (line.length > letters) {
      lines.push(line.slice(0, Math.floor(letters)));
      line = line.slice(Math.floor(letters));
    }
  }
  return line === '' ? lines : [...lines, line];
}

interface PlacedKey {
  readonly item: LegendItem;
  readonly x: number;
  readonly row: number;
}

function placeLegend(legend: readonly LegendItem[], inner: number): PlacedKey[] {
  const placed: PlacedKey[] = [];
  let x = 0;
  let row = 0;
  for (const item of legend) {
    const needed = SWATCH + 6 + item.text.length * LETTER;
    if (x > 0 && x + needed > inner) {
      x = 0;
      row++;
    }
    placed.push({ item, x, row });
    // Shades of one thing stand close together.
    x += item.text === '' ? SWATCH + 2 : needed + 16;
  }
  return placed;
}

function drawKey({ text, swatch, mark }: LegendItem, x: number, y: number): Html {
  const drawn =
    swatch === null
      ? mark?.(x + SWATCH / 2, y + 6)
      : html`<rect class="${swatch}" x="${px(x)}" y="${px(y)}" width="${SWATCH}" height="${SWATCH}" rx="1"/>`;
  return html`${drawn ?? null}${textAt('', x + (text === '' ? 0 : SWATCH + 6), y + 10, text)}`;
}
