/** What time is added up by, besides functions. */
export const GROUPINGS = ['file', 'package'] as const;
export type Grouping = (typeof GROUPINGS)[number];
