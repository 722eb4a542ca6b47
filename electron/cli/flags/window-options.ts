/** `--from` and `--to`: the part of a run that is shown or written. */
import type { Command } from 'commander';
import type { Microseconds, TimeWindow } from '../../../shared/base/units.ts';
import { hasTimes, type Profile } from '../../../shared/model/profile/profile.ts';
import { text } from '../../../shared/words/words.ts';
import type { OpenSession } from '../../engine/sessions/open-session.ts';
import { duration } from '../print/format.ts';
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

/** 0: none of them has a time axis. */
function lengthOf(profiles: readonly Profile[]): Microseconds {
  return profiles.filter(hasTimes).reduce((end, { endTime }) => Math.max(end, endTime), 0);
}

/** The part of the window that lies in the run. Ends the command if none does. */
export function clipToRun(command: Command, window: TimeWindow | null, { kind, recording }: OpenSession): TimeWindow | null {
  if (window === null) return null;
  const endMs = (kind === 'run' ? recording.durationUs : lengthOf(recording.profiles())) / 1e3;
  if (endMs === 0 && kind !== 'run') return usageError(command, text('commandLine.refused.noTimeAxis'));
  if (window.fromMs >= endMs) return usageError(command, text('commandLine.refused.fromBehindEnd', { time: duration(endMs), kind }));
  return { fromMs: window.fromMs, toMs: Math.min(window.toMs, endMs) };
}
