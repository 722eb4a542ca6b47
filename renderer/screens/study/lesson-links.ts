/** Links in lessons point to figures: `chart:answer-order`, `frame:renderToString`. Pure. */
export const PICTURES = ['verdicts', 'dots', 'percentiles', 'answer-order', 'stalls', 'flame-charts', 'flame'] as const;
export type Picture = (typeof PICTURES)[number];

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

/** The first figure a text links to, shown initially. The table is already above the text. */
export function firstLink(markdown: string): LessonLink | null {
  for (const [, href] of markdown.matchAll(/\]\(([^)\s]+)\)/g)) {
    const link = parseLessonLink(href!);
    if (link !== null && link.picture !== 'verdicts') return link;
  }
  return null;
}
