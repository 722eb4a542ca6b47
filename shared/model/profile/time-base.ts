/** What percentages of the time of threads are of: on CPU; blocked in a call; or all of it by the clock, `(idle)` and waiting for a core included. */
export const TIME_BASES = ['cpu', 'blocked', 'wall'] as const;
export type TimeBase = (typeof TIME_BASES)[number];
