/** Texts of the run screen, its charts, its flame graph and its tables. */
export const run = {
  title: 'Run',
} as const;
