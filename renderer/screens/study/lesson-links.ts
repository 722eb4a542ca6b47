/** Links of lessons lead to what the screen shows: `chart:arrivals`, `frame:renderToString`. Pure. */
export const PICTURES = ['dots', 'percentiles', 'arrivals', 'stalls', 'flame'] as const;
export type Picture = (typeof PICTURES)[number];

export interface LessonLink {
  readonly picture: Picture;
  /** A function to look for in the flame graphs; empty: all. */
  readonly frame: string;
}

/** Null: it leads nowhere that is known here, and is shown as its words. */
export function parseLessonLink(href: string): LessonLink | null {
  const [, kind, name] = /^(chart|frame):(.+)$/.exec(href) ?? [];
  if (kind === 'frame') return { picture: 'flame', frame: name! };
  const picture = PICTURES.find((one) => one === name);
  return kind === 'chart' && picture !== undefined ? { picture, frame: '' } : null;
}

/** The first picture a text speaks of; what stands beside it before anything is pressed. */
export function firstLink(markdown: string): LessonLink | null {
  for (const [, href] of markdown.matchAll(/\]\(([^)\s]+)\)/g)) {
    const link = parseLessonLink(href!);
    if (link !== null) return link;
  }
  return null;
}
