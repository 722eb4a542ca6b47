/**
 * V8's log (`--prof`) counts its times from its own start. A script compiled here is entered into it with that time, and its name says
 * which process this is and what the clock of all processes shows: `loopscope-clock-PID-MICROSECONDS`.
 */
import { Script } from 'node:vm';
import { clockUs } from './hrtime.ts';

export const CLOCK_MARK = 'loopscope-clock-';

export function markClock(): void {
  if (!process.execArgv.includes('--prof')) return;
  // Once more, so that the time to compile it is no part of the difference.
  for (let i = 0; i < 2; i++) new Script('0', { filename: `${CLOCK_MARK}${process.pid}-${Math.round(clockUs())}` }).runInThisContext();
}
