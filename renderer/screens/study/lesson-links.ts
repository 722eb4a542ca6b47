/** Links of lessons lead to what the screen shows: `chart:arrivals`, `frame:renderToString`. Pure. */
export const PICTURES = ['verdicts', 'dots', 'percentiles', 'arrivals', 'stalls', 'flame'] as const;
export type Picture = (typeof PICTURES)[number];

export interface LessonLink {
  readonly picture: Picture;
  /** What to search in the flame graphs: the whole name of a function; empty: nothing. */
  readonly query: string;
}

/** Null: it leads nowhere that is known here, and is shown as its words. */
export function parseLessonLink(href: string): LessonLink | null {
  const [, kind, name] = /^(chart|frame):(.+)$/.exec(href) ?? [];
  if (kind === 'frame') return { picture: 'flame', query: `"${name}"` };
  const picture = PICTURES.find((one) => one === name);
  return kind === 'chart' && picture !== undefined ? { picture, query: '' } : null;
}

/** The first picture a text speaks of; what stands beside it before anything is pressed. The table stands above it already. */
export function firstLink(markdown: string): LessonLink | null {
  for (const [, href] of markdown.matchAll(/\]\(([^)\s]+)\)/g)) {
    const link = parseLessonLink(href!);
    if (link !== null && link.picture !== 'verdicts') return link;
  }
  return null;
}
