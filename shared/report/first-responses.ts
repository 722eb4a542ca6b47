/** What each variant of a comparison, or each cell of a grid, sent first: sizes, times and headers side by side. */
import { formatCount, formatDifferenceFigures, formatSignificant, NOTHING } from '../format/figures.ts';
import { variantLetter } from '../model/comparison/comparison.ts';
import type { ComparisonInfo } from '../model/comparison/comparison-info.ts';
import { gridPlace } from '../model/comparison/grid.ts';
import type { FirstResponse } from '../model/kept-response.ts';
import { text } from '../words/words.ts';
import type { Cell, ReportTable } from './table.ts';

export interface FirstResponses {
  /** A row for each. */
  readonly sizes: ReportTable;
  /** Of those that answer the same request, a row for each header, and a column for each of them. */
  readonly headers: readonly ReportTable[];
  /** Responses to one request have another status, type or coding: that is to be known before any figure is read. */
  readonly differ: boolean;
}

interface First {
  readonly name: string;
  /** Beside those that answer the same request. */
  readonly short: string;
  /** Those with the same group answer the same request. */
  readonly group: string;
  readonly answer: FirstResponse;
}

/** They differ between any two responses, and say nothing of the server. */
const OF_THE_MOMENT = ['date', 'age', 'set-cookie', 'x-request-id'];

/** Null: nothing was kept, or clients ask for several things, which have tables of their own. */
export function firstResponses(info: ComparisonInfo): FirstResponses | null {
  const firsts = firstOfEach(info);
  if (firsts.length < 2) return null;
  const groups = [...new Set(firsts.map(({ group }) => group))].map((group) => firsts.filter((one) => one.group === group));
  return {
    sizes: {
      caption: text('compare.firsts.title'),
      columns: [
        { title: text('compare.firsts.of'), share: 20 },
        // Room for "text/html", which would be broken into letters.
        { title: text('compare.firsts.type'), share: 15 },
        { title: text('compare.firsts.coding') },
        ...(['wire', 'decoded', 'saved', 'total', 'time'] as const).map((name) => ({
          title: text(`compare.firsts.${name}`),
          numeric: true,
        })),
      ],
      rows: firsts.map((first) => sizeRow(first, groups.find((group) => group.includes(first))![0]!)),
      note: text('compare.firsts.note'),
    },
    differ: groups.some(isUnlike),
    // Of a grid only where they differ: there are many cells.
    headers: groups
      .filter((group) => group.length > 1 && (groups.length === 1 || isUnlike(group)))
      .filter((group) => group.every(({ answer }) => answer.head?.isLeftOut !== true))
      .map((group, at, all) => ({ ...headerTable(group), ...(at === all.length - 1 ? { note: text('compare.firsts.headersNote') } : {}) })),
  };
}

function firstOfEach({ setup, firsts = [] }: ComparisonInfo): First[] {
  const { variants, grid } = setup;
  return variants.flatMap(({ title }, variant) => {
    const answer = firsts[variant] ?? null;
    if (answer === null) return [];
    if (grid === undefined) {
      const name = `${variantLetter(variant)} ${title}`;
      return [{ name, short: name, group: '', answer }];
    }
    const { row, column } = gridPlace(grid, variant);
    return [{ name: title, short: grid.topologies[column]!, group: grid.cases[row]!, answer }];
  });
}

function isUnlike(group: readonly First[]): boolean {
  return new Set(group.map(kindOf)).size > 1;
}

function kindOf({ answer: { status, body } }: First): string {
  return `${status} ${body?.type ?? ''} ${body?.coding ?? ''}`;
}

function sizeRow({ name, answer }: First, first: First): Cell[] {
  const { body, bytes, latencyMs } = answer;
  const [wire, base] = [body?.wireBytes ?? null, first.answer.body?.wireBytes ?? null];
  const isSame = answer === first.answer || wire === null || base === null || base === 0;
  return [
    name,
    body?.type || NOTHING,
    body?.coding || text('compare.firsts.asItIs'),
    wire === null ? NOTHING : formatCount(wire),
    body?.decodedBytes == null ? NOTHING : formatCount(body.decodedBytes),
    isSame ? '' : formatDifferenceFigures(100 * (wire / base - 1)),
    formatCount(bytes),
    formatSignificant(latencyMs),
  ];
}

function headerTable(group: readonly First[]): ReportTable {
  const values = group.map(({ answer }) => {
    const lines = answer.head?.headers ?? [];
    return new Map(
      lines.map(({ name }) => [
        name.toLowerCase(),
        lines
          .filter((one) => one.name.toLowerCase() === name.toLowerCase())
          .map(({ value }) => value)
          .join(', '),
      ]),
    );
  });
  const names = [...new Set(values.flatMap((of) => [...of.keys()]))];
  return {
    caption: group[0]!.group === '' ? text('compare.firsts.headers') : text('compare.firsts.headersOf', { of: group[0]!.group }),
    columns: [{ title: text('compare.firsts.header') }, ...group.map(({ short }) => ({ title: short }))],
    rows: names.map((name) => {
      const own = values.map((of) => of.get(name) ?? NOTHING);
      const differs = !OF_THE_MOMENT.includes(name) && new Set(own).size > 1;
      return [name, ...own.map((value): Cell => (differs ? { text: value, tone: 'strong' } : value))];
    }),
  };
}
