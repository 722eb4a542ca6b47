/** `--from` and `--to`: the part of a run that is shown or written. */
import type { Command } from 'commander';
import type { TimeWindow } from '../../shared/model/units.ts';
import { text } from '../../shared/words/words.ts';
import type { Comparison } from '../engine/sessions/comparison.ts';
import type { OpenSession } from '../engine/sessions/open-session.ts';
import { duration } from './format.ts';
import { number } from './option-values.ts';
import { usageError } from './usage-error.ts';

/** Seconds since the start of the measured phase. */
export interface WindowOptions {
  readonly from?: number;
  readonly to?: number;
}

export function addWindowFlags(command: Command): Command {
  return command
    .option('--from <seconds>', text('commandLine.option.from'), number)
    .option('--to <seconds>', text('commandLine.option.to'), number);
}

/** Null: the whole run. Ends the command if there is nothing in between. */
export function toWindow(command: Command, { from, to }: WindowOptions): TimeWindow | null {
  if (from === undefined && to === undefined) return null;
  const window = { fromMs: (from ?? 0) * 1e3, toMs: to === undefined ? Number.MAX_SAFE_INTEGER : to * 1e3 };
  return window.toMs <= window.fromMs ? usageError(command, text('commandLine.refused.toBeforeFrom')) : window;
}

/** The part of the window that lies in the run. Ends the command if none does. */
export function clipToRun(command: Command, window: TimeWindow | null, open: OpenSession | Comparison): TimeWindow | null {
  if (window === null || open.kind !== 'run') return window;
  const endMs = open.recording.durationUs / 1e3;
  if (window.fromMs >= endMs) return usageError(command, text('commandLine.refused.fromBehindEnd', { time: duration(endMs) }));
  return { fromMs: window.fromMs, toMs: Math.min(window.toMs, endMs) };
}
