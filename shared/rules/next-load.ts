/** Loads to try next, of which a rule knows that the client of the run can send them. */
import type { Ratio, Seconds } from '../base/units.ts';
import { clientNamed } from '../model/clients.ts';
import type { Load } from '../model/load-models.ts';
import type { RunReport } from '../model/report.ts';
import type { SettingChanges } from '../model/setup/experiment.ts';
import { completeSetup } from '../model/setup/settings-list.ts';
import type { Setup } from '../model/setup/setup.ts';

/** The longest load that is proposed. */
const LONGEST_S: Seconds = 600;
/** No two runs are equally fast: so much more than what is needed. */
const SPARE: Ratio = 1.2;

export function sweepOf(levels: readonly number[]): SettingChanges {
  return { 'load.model': 'sweep', 'load.levels': levels.join(',') };
}

/** Whether the client of this run has such sweeps. */
export function canSweep({ load }: Pick<RunReport, 'load'>, levels: readonly number[]): boolean {
  const { client, plan, keepAlive, pipelining, workers, method, url, headers, body } = load;
  const sweep = completeSetup({ load: { model: 'sweep', levels: levels.join(',') } }) as Setup;
  const asked = {
    client: { kind: client, keepAlive, pipelining, workers },
    load: sweep.load satisfies Load,
    plan: plan === undefined ? null : '',
    requests: [{ method, url, headers, body }] as const,
  };
  return clientNamed(client).limits(asked).length === 0;
}

/**
 * The same load for longer, until there is `times` as much of something that came evenly. Null: it was cut short, or is no load whose length is one
 * number, or would take too long.
 */
export function longerLoad({ load, window, ending }: RunReport, times: Ratio): SettingChanges | null {
  if (!('end' in load) || window !== null || ending !== 'completed' || times <= 1) return null;
  const more = times * SPARE;
  if ((more * load.durationMs) / 1e3 > LONGEST_S) return null;
  const { end } = load;
  return end.by === 'amount'
    ? { 'load.end.requests': Math.ceil(end.requests * more) }
    : { 'load.end.seconds': Math.ceil(end.seconds * more) };
}
