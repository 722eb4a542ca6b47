/**
 * The half of the CPU profile in the thread that is profiled. `console.profile` is the only sampler V8 lets overlap with itself: slice n+1
 * starts before slice n ends, so no moment is lost. The functions are V8's own, captured before the user's program can
 * replace `console`; the inspector reaches them by a symbol that no program stumbles on.
 */
import type { Microseconds } from '../../../shared/base/units.ts';
import { beforeExit } from './before-exit.ts';
import type { MainHalf } from './capture-half.ts';
import { clockUs } from './hrtime.ts';

const { profile, profileEnd } = console;
const NAME = 'loopscope.agent';
const KEY = `Symbol.for('${NAME}')`;
export const TITLE_PREFIX = 'loopscope:';

/** Evaluated in the thread. Returns the clock around the start of the slice, to relate V8's clock to ours. */
export const rotateExpression = (slice: number): string => `globalThis[${KEY}].rotate(${slice})`;
export const finishExpression = `globalThis[${KEY}].finish()`;
/** What SIGTERM would do, for platforms without signals. Later, so that the session can be closed before the process ends. */
export const quitExpression =
  "setTimeout(() => process.listenerCount('SIGTERM') > 0 ? process.emit('SIGTERM', 'SIGTERM', 15) : process.exit(143), 50), 0";

/** In a process without the agent: puts there what the expressions above call, and takes it away again. */
const make = `(${overlapProfiles.toString()})('${TITLE_PREFIX}', console, () => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e6 + nanoseconds / 1e3;
})`;
export const installExpression = `void (globalThis[${KEY}] = ${make})`;
/** The same in a worker thread that did not load the agent (its `env` has no NODE_OPTIONS). What was profiled is delivered when the thread ends by itself. */
export const installInThreadExpression = `void (globalThis[${KEY}] ?? (${beforeExit.toString()})((globalThis[${KEY}] = ${make}).finish))`;
export const removeExpression = `delete globalThis[${KEY}]`;

interface OverlappingProfiles {
  rotate(slice: number): [before: Microseconds, after: Microseconds];
  finish(): void;
}

/** Its source is evaluated in processes without the agent, too: it refers to nothing outside itself. */
function overlapProfiles(
  prefix: string,
  { profile, profileEnd }: Pick<Console, 'profile' | 'profileEnd'>,
  clockUs: () => Microseconds,
): OverlappingProfiles {
  let running: string | null = null;
  const end = (): void => {
    if (running === null) return;
    const title = running;
    running = null;
    profileEnd(title);
  };
  return {
    rotate(slice) {
      const title = `${prefix}${slice}`;
      const before = clockUs();
      profile(title);
      const after = clockUs();
      end();
      running = title;
      return [before, after];
    },
    /** Ends the recording. Starting a profile takes a sample for those that run, and ending the last one waits for it: so
     *  the recording reaches to its very end. Between slices nothing is missing, the next one having started. */
    finish() {
      if (running === null) return;
      profile('loopscope final sample');
      profileEnd('loopscope final sample');
      end();
    },
  };
}

/** In a thread that has loaded the agent: the main one, or one of the user's. */
export class ConsoleProfiles implements MainHalf {
  private readonly profiles = overlapProfiles(TITLE_PREFIX, { profile, profileEnd }, clockUs);

  install(): void {
    Object.defineProperty(globalThis, Symbol.for(NAME), { value: this.profiles, enumerable: false });
  }

  finish(): void {
    this.profiles.finish();
  }
}
