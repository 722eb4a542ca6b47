/** The two sides of a function. */
export const AROUND = ['callers', 'callees'] as const;
