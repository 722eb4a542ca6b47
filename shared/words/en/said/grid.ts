/** A grid of a study. */
export const grid = {
  nothingMeasured: 'No cell of the grid could be measured. {why}',
} as const;
