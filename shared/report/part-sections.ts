/** In the report of a grid whose cells record: what those of each case have recorded, beside each other. */
import { tickPassOf } from '../analysis/ticks-per-request.ts';
import { type GridPart, gridParts } from '../analysis/verdicts/grid-parts.ts';
import { variantLetter } from '../model/comparison/comparison.ts';
import type { ComparisonInfo } from '../model/comparison/comparison-info.ts';
import { text } from '../words/words.ts';
import {
  htmlTables,
  markdownTables,
  type ProfilePair,
  profileFigures,
  tickFigures,
  type VariantTicks,
  variantList,
} from './comparison-report.ts';
import type { ReportSection } from './document.ts';
import { escapeMarkdown } from './escape.ts';
import { type Html, html } from './html.ts';
import { htmlTable } from './table.ts';
import { tickSummaryTable } from './tables/ticks.ts';

/** What the report draws of one case. */
export interface PartRecorded {
  readonly profiles: readonly ProfilePair[];
  readonly tickFlames: readonly VariantTicks[];
}

/** Of each case that has some of it, by its row. */
export type PartsRecorded = ReadonlyMap<number, PartRecorded>;

const NOTHING: PartRecorded = { profiles: [], tickFlames: [] };

/** `most`: frames in all flame graphs of the document. */
export function partSections(info: ComparisonInfo, recorded: PartsRecorded, most: number): ReportSection[] {
  const drawn = [...recorded.values()].flatMap(({ profiles, tickFlames }) => [...profiles, ...tickFlames]);
  const each = Math.ceil(most / Math.max(1, drawn.length));
  return gridParts(info).map((part) => ({
    id: `part-${part.row + 1}`,
    title: part.title,
    body: html`${variantList(part.info)}<p class="help">${text('grid.parts.oneRun')}</p>${bodyOf(part, recorded.get(part.row) ?? NOTHING, each)}`,
  }));
}

function bodyOf({ row, info, yields }: GridPart, { profiles, tickFlames }: PartRecorded, each: number): Html[] {
  const figures =
    yields === 'ticks'
      ? [...summaries(info), ...htmlTables({ info }, 'ticks'), ...tickFigures(`ticks-${row + 1}`, tickFlames, each)]
      : profileFigures(`flame-${row + 1}`, info, profiles, each);
  return figures.length === 0 ? [html`<p>${text('grid.parts.none')}</p>`] : figures;
}

/** As `node --prof-process` prints them, one beside the other. */
function summaries(info: ComparisonInfo): Html[] {
  const tables = info.setup.variants.flatMap((_, variant) => {
    const pass = tickPassOf(info.passes, variant);
    if (pass === null) return [];
    const { caption, note: __, ...table } = tickSummaryTable(pass.ticks);
    return [html`<div>${htmlTable({ ...table, caption: text('grid.parts.of', { letter: variantLetter(variant), caption }) })}</div>`];
  });
  return tables.length === 0 ? [] : [html`<div class="pair">${tables}</div>`];
}

export function markdownParts(info: ComparisonInfo): string[] {
  return gridParts(info).flatMap(({ title, info: part }) => {
    const tables = markdownTables(part, 'ticks');
    return tables.length === 0 ? [] : [`## ${escapeMarkdown(title)}`, ...tables];
  });
}
