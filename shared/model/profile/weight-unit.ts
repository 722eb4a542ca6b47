/** What the weights of a profile count. */
export const WEIGHT_UNITS = ['microseconds', 'bytes', 'ticks', 'samples'] as const;
export type WeightUnit = (typeof WEIGHT_UNITS)[number];
