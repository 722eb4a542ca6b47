/** The environment variables of the target. Pure. */
import type { NameValue } from '../../../shared/model/setup/setup.ts';
import { addPreload } from '../agent/node-options.ts';
import { AGENT_VARIABLE, RUN_VARIABLE } from '../agent/protocol.ts';

export type Environment = Record<string, string | undefined>;

/** Variables that belong to the launching process and would mislead the launched one. */
const NOT_INHERITED = /^(ELECTRON_.*|NODE_CHANNEL_FD|NODE_CHANNEL_SERIALIZATION_MODE|NODE_UNIQUE_ID|LOOPSCOPE_(AGENT|RUN))$/i;

/** The launcher's own environment without its private variables, with those of the user added. */
export function inheritEnvironment(own: Environment, added: readonly NameValue[], platform: string = process.platform): Environment {
  // On Windows `port` and `PORT` are one variable, and Node would take whichever comes first in the alphabet.
  const given = new Set(platform === 'win32' ? added.map(({ name }) => name.toUpperCase()) : []);
  const kept = Object.entries(own).filter(([name]) => !NOT_INHERITED.test(name) && !given.has(name.toUpperCase()));
  return { ...Object.fromEntries(kept), ...Object.fromEntries(added.map(({ name, value }) => [name, value])) };
}

/** Adds the marker for the sweep, and the agent unless `agent` is null. */
export function addAgent(env: Environment, runId: string, agent: { preload: string; address: string } | null): Environment {
  const marked = { ...env, [RUN_VARIABLE]: runId };
  if (agent === null) return marked;
  return { ...marked, NODE_OPTIONS: addPreload(env.NODE_OPTIONS, agent.preload), [AGENT_VARIABLE]: agent.address };
}
