/**
 * The main thread's half of the CPU profile. `console.profile` is the only sampler V8 lets overlap with itself: slice n+1
 * starts before slice n ends, so no moment is lost. The functions are V8's own, captured before the user's program can
 * replace `console`; the worker reaches them through the inspector by a symbol that no program stumbles on.
 */
import type { Microseconds } from '../../../shared/model/units.ts';
import type { MainHalf } from './capture-half.ts';
import { clockUs } from './hrtime.ts';

const { profile, profileEnd } = console;
const KEY = 'loopscope.agent';
export const TITLE_PREFIX = 'loopscope:';
const FINAL_SAMPLE = 'loopscope final sample';

/** Evaluated in the main thread. Answers the clock around the start of the slice, to relate V8's clock to ours. */
export const rotateExpression = (slice: number): string => `globalThis[Symbol.for('${KEY}')].rotate(${slice})`;
export const finishExpression = `globalThis[Symbol.for('${KEY}')].finish()`;
/** What SIGTERM would do, for platforms without signals. Later, so that the session can be closed before the process ends. */
export const quitExpression =
  "setTimeout(() => process.listenerCount('SIGTERM') > 0 ? process.emit('SIGTERM', 'SIGTERM', 15) : process.exit(143), 50), 0";

export class ConsoleProfiles implements MainHalf {
  private running: string | null = null;

  install(): void {
    Object.defineProperty(globalThis, Symbol.for(KEY), { value: this, enumerable: false });
  }

  rotate(slice: number): [before: Microseconds, after: Microseconds] {
    const title = `${TITLE_PREFIX}${slice}`;
    const before = clockUs();
    profile(title);
    const after = clockUs();
    this.end();
    this.running = title;
    return [before, after];
  }

  private end(): void {
    if (this.running === null) return;
    const title = this.running;
    this.running = null;
    profileEnd(title);
  }

  /** Ends the recording. Starting a profile takes a sample for those that run, and ending the last one waits for it: so
   *  the recording reaches to its very end. Between slices nothing is missing, the next one having started. */
  finish(): void {
    if (this.running === null) return;
    profile(FINAL_SAMPLE);
    profileEnd(FINAL_SAMPLE);
    this.end();
  }
}
