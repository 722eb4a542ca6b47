/** Whether an event loop was blocked when the load ended, since when, and by which code. */
import type { Microseconds } from '../base/units.ts';
import { MAIN_THREAD } from '../model/profile/profile.ts';
import { CPU_TIME } from '../model/profile/selection.ts';
import type { BlockedAtEnd } from '../model/report.ts';
import { whyNotTold } from '../profile/time/known-cpu.ts';
import { WHOLE_PROFILE } from '../profile/tree/call-tree.ts';
import { findHotCode } from '../profile/tree/hot-code.ts';
import type { RunRecording } from './recording.ts';

/** Shorter ones are collections of garbage, or a busy machine. */
const LEAST_US: Microseconds = 1_000_000;
/** Samples come four times a second, and later on a busy machine. */
const FRESH_US: Microseconds = 1_000_000;
/** Two samples of one stall tell the same beginning, to some milliseconds. */
const SAME_START_US: Microseconds = 50_000;
/** Of the CPU time of the stall: less is not what blocked it. */
const MOST_PERCENT = 80;
const US_PER_MS = 1_000;

/** Null: none was, or it is not known. Of several the one that was blocked for longest. */
export function blockedAtEndOf(recording: RunRecording): BlockedAtEnd | null {
  const { originUs, load } = recording;
  if (originUs === null || load.endUs === null) return null;
  const endUs = originUs + load.durationUs;
  const around = [...samplesAtEnd(recording, endUs)];
  const starts = around.flatMap(([pid, { last, next }]) => {
    if (last === undefined || endUs - last.at > FRESH_US || !(last.loopStall >= LEAST_US)) return [];
    const from = last.at - last.loopStall;
    // A sample of a stall that is over tells its length; the next one tells whether it went on.
    return next === undefined || Math.abs(next.at - next.loopStall - from) <= SAME_START_US ? [{ pid, from }] : [];
  });
  const [longest] = starts.sort((a, b) => a.from - b.from);
  if (longest === undefined) return null;
  const fromMs = Math.max(0, longest.from - originUs) / US_PER_MS;
  const loops = around.filter(([, { last }]) => last !== undefined && endUs - last.at <= FRESH_US && last.loopStall >= 0).length;
  const beside = loops > 1 ? { isOneOfSeveral: true as const } : {};
  return { pid: longest.pid, ...beside, fromMs, code: codeOf(recording, longest.pid, { fromMs, toMs: load.durationUs / US_PER_MS }) };
}

interface Around {
  readonly last?: { readonly at: Microseconds; readonly loopStall: Microseconds };
  readonly next?: { readonly at: Microseconds; readonly loopStall: Microseconds };
}

/** Of each process the last sample until then, and the one after it. */
function samplesAtEnd({ server }: RunRecording, endUs: Microseconds): ReadonlyMap<number, Around> {
  const found = new Map<number, Around>();
  for (let row = 0; row < server.rows; row++) {
    const [pid, at, loopStall] = [server.get('pid', row), server.get('at', row), server.get('loopStall', row)];
    const known = found.get(pid) ?? {};
    if (at <= endUs) found.set(pid, { last: { at, loopStall } });
    else if (known.next === undefined) found.set(pid, { ...known, next: { at, loopStall } });
  }
  return found;
}

/** Null: there are too few samples, or nothing stands out. */
function codeOf(recording: RunRecording, pid: number, window: { fromMs: number; toMs: number }): BlockedAtEnd['code'] {
  const selection = { ...CPU_TIME, process: pid, thread: MAIN_THREAD };
  if (recording.profiles(selection).length === 0) return null;
  const { own, samples, cpu } = findHotCode(recording.callTree({ ...WHOLE_PROFILE, selection, window }));
  if (own === null || own.totalPercent < MOST_PERCENT || whyNotTold(samples, cpu) !== null) return null;
  return { function: own.function, url: own.url, line: own.line };
}
