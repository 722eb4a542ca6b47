/** The sentence about processes of the server that ended under load: what was seen, and how many requests failed meanwhile. */
import type { RunReport } from '../model/report.ts';
import type { ExitInfo } from '../model/run.ts';
import { type Said, say } from '../words/said.ts';

type Restarted = Pick<RunReport, 'restarts' | 'requests'>;

/** Null: none ended, or it is not known. */
export function sayRestarts({ restarts, requests }: Restarted): Said | null {
  if (restarts == null) return null;
  const { ended, startedAgain, isOneOfSeveral, exits, failed } = restarts;
  const [first] = exits;
  const how =
    exits.length === 1 && first !== undefined
      ? sayExit(first)
      : ({ list: exits.map((exit) => say('load.exitTimes', { count: exit.count, how: sayExit(exit) })), by: 'comma' } as const);
  const several = isOneOfSeveral ? 'yes' : 'no';
  const { failed: all } = requests;
  const meanwhile =
    failed === 0
      ? say('load.noneFailedMeanwhile')
      : failed >= all
        ? say('load.allFailedMeanwhile', { all, several })
        : say('load.someFailedMeanwhile', { failed: { figure: failed, as: 'count' }, all: { figure: all, as: 'count' }, several });
  return say(isOneOfSeveral ? 'load.oneEnded' : 'load.restarted', { ended, how, again: startedAgain, meanwhile });
}

/** Some requests failed for it. */
export function isFelt({ restarts }: Restarted): boolean {
  return (restarts?.failed ?? 0) > 0;
}

export function sayExit({ code, signal }: ExitInfo): Said {
  if (signal !== null) return say('load.exitSignal', { signal });
  return code === null ? say('load.exitUnknown') : say('load.exitCode', { code: String(code) });
}
