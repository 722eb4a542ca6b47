/** What the weights of a profile count. `weight`: something that the file does not name, or that is no sample of a stack. */
export const WEIGHT_UNITS = ['microseconds', 'bytes', 'ticks', 'samples', 'weight'] as const;
export type WeightUnit = (typeof WEIGHT_UNITS)[number];
