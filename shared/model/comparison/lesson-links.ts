/** Links in lessons point to figures: `chart:answer-order`, `frame:renderToString`. Pure. */
export const PICTURES = [
  'verdicts',
  'dots',
  'percentiles',
  'answer-order',
  'stalls',
  'response',
  'requests',
  'queue',
  'flame-charts',
  'flame',
] as const;
export type Picture = (typeof PICTURES)[number];

/** Those that a page for class can have. A flame chart is drawn for one width of a window. */
export const PAGE_FIGURES = [
  'response',
  'verdicts',
  'dots',
  'percentiles',
  'answer-order',
  'stalls',
  'queue',
  'flame',
] as const satisfies readonly Picture[];
export type PageFigure = (typeof PAGE_FIGURES)[number];

/** With as many, a page for class is one sheet of paper. */
const FITTING = 3;

export interface LessonLink {
  readonly picture: Picture;
  /** Search in the flame graphs: the full name of a function; empty: none. */
  readonly query: string;
}

/** Null: an unknown link, which is shown as plain text. */
export function parseLessonLink(href: string): LessonLink | null {
  const [, kind, name] = /^(chart|frame):(.+)$/.exec(href) ?? [];
  if (kind === 'frame') return { picture: 'flame', query: `"${name}"` };
  const picture = PICTURES.find((one) => one === name);
  return kind === 'chart' && picture !== undefined ? { picture, query: '' } : null;
}

function linksIn(markdown: string): LessonLink[] {
  return [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, href]) => parseLessonLink(href!) ?? []);
}

/** Whether a text has a link to a figure. */
export function leadsTo(markdown: string, picture: Picture): boolean {
  return linksIn(markdown).some((link) => link.picture === picture);
}

/** The first figure a text links to, shown initially. The table is already above the text. */
export function firstLink(markdown: string): LessonLink | null {
  return linksIn(markdown).find(({ picture }) => picture !== 'verdicts') ?? null;
}

/** What a page for class shows if nobody chooses: the verdicts, and what the lesson talks about first, of what is `there`. */
export function usualFigures(markdown: string, there: readonly PageFigure[] = PAGE_FIGURES): PageFigure[] {
  const talkedOf = linksIn(markdown).map(({ picture }) => picture);
  const figures = [...new Set([...talkedOf, 'dots', 'percentiles'])]
    .filter(isPageFigure)
    .filter((one) => one !== 'verdicts' && there.includes(one));
  return inOrder(['verdicts' as const, ...figures.slice(0, FITTING - 1)].filter((one) => there.includes(one)));
}

/** As they stand on the page. */
export function inOrder(figures: readonly PageFigure[]): PageFigure[] {
  return PAGE_FIGURES.filter((one) => figures.includes(one));
}

export function isPageFigure(name: string): name is PageFigure {
  return (PAGE_FIGURES as readonly string[]).includes(name);
}
