/** The text that `node --prof-process` prints of a log: the totals, two of its tables, and the bottom-up profile. */
import { percentOf } from '../../base/percent-of.ts';
import { type BottomUpRow, summarize, TICK_SHARES, type TickFigures, type TickLibrary, type TickShare } from '../../model/profile/ticks.ts';

export interface ProfProcessText extends TickFigures {
  readonly bottomUp: readonly BottomUpRow[];
}

const FIRST_LINE = /^Statistical profiling result from .*, \((\d+) ticks, (\d+) unaccounted, (\d+) excluded\)\.$/m;
const SECTION = /^ \[(.+)\]:$/;
/** `   123   10.0%   12.3%  name`; what has no share of the code outside libraries has a blank there. */
const ROW = /^ *(\d+) +[\d.NaInfity]+%(?: +[\d.NaInfity]+%)? {2,}(\S.*)$/;
/** `   123   10.0%      name`: two spaces, and two more for each step towards the callers. */
const HEAVY_ROW = /^ *(\d+) +[\d.NaInfity]+% {2}( *)(\S.*)$/;

/** Null: it is no such text. Percentages are computed from the ticks, of which the text has the first decimal only. */
export function readProfProcess(text: string): ProfProcessText | null {
  const first = FIRST_LINE.exec(text);
  if (first === null) return null;
  const [total, unaccounted, excluded] = [Number(first[1]), Number(first[2]), Number(first[3])];
  const sections = splitSections(text);
  const rowsOf = (name: string) =>
    (sections.get(name) ?? []).flatMap((line) => {
      const [, ticks, title] = ROW.exec(line) ?? [];
      return title === undefined ? [] : [{ name: title, ticks: Number(ticks) }];
    });
  const libraries = rowsOf('Shared libraries').map((row): TickLibrary => ({ ...row, totalPercent: percentOf(row.ticks, total) }));
  const inLibraries = libraries.reduce((sum, { ticks }) => sum + ticks, 0);
  const shares = rowsOf('Summary').flatMap(({ name, ticks }) => (isShare(name) ? [{ name, ticks }] : []));
  const summary = summarize(total, inLibraries, shares);
  const left = excluded === 0 ? {} : { excluded };
  return {
    total,
    unaccounted,
    ...left,
    summary,
    libraries,
    bottomUp: readBottomUp(sections.get('Bottom up (heavy) profile') ?? [], total),
  };
}

function isShare(name: string): name is TickShare {
  return (TICK_SHARES as readonly string[]).includes(name);
}

function splitSections(text: string): ReadonlyMap<string, readonly string[]> {
  const sections = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const name = SECTION.exec(line)?.[1];
    if (name === undefined) current.push(line);
    else {
      current = [];
      sections.set(name, current);
    }
  }
  return sections;
}

function readBottomUp(lines: readonly string[], total: number): readonly BottomUpRow[] {
  const rows: BottomUpRow[] = [];
  /** Ticks of the line above, by depth. */
  const above: number[] = [];
  for (const line of lines) {
    const [, count, indent, name] = HEAVY_ROW.exec(line) ?? [];
    if (name === undefined || indent === undefined) continue;
    const ticks = Number(count);
    const depth = Math.min(indent.length / 2, rows.length === 0 ? 0 : rows[rows.length - 1]!.depth + 1);
    rows.push({ name, depth, ticks, parentPercent: percentOf(ticks, depth === 0 ? total : above[depth - 1]!) });
    above[depth] = ticks;
  }
  return rows;
}
