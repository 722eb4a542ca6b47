import { MOST_ROWS } from '../../../../shared/model/run.ts';

/** Ends runs earlier, for tests and for a disk that is nearly full; it cannot raise the limit. */
export const ROW_LIMIT_VARIABLE = 'LOOPSCOPE_MOST_REQUESTS';

/** How many requests a run may have. */
export function rowLimit(lowered = process.env[ROW_LIMIT_VARIABLE] ?? ''): number {
  return /^[1-9]\d{0,8}$/.test(lowered) ? Math.min(MOST_ROWS, Number(lowered)) : MOST_ROWS;
}
