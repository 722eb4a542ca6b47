/** The environment variables of the target. Pure. */
import type { NameValue } from '../../../shared/model/setup.ts';
import { AGENT_VARIABLE, RUN_VARIABLE } from '../agent/protocol.ts';

export type Environment = Record<string, string | undefined>;

/** Variables that belong to the launching process and would mislead the launched one. */
const NOT_INHERITED = /^(ELECTRON_.*|NODE_CHANNEL_FD|NODE_CHANNEL_SERIALIZATION_MODE|NODE_UNIQUE_ID|LOOPSCOPE_(AGENT|RUN))$/i;

/** The launcher's own environment without its private variables, with those of the user added. */
export function inheritEnvironment(own: Environment, added: readonly NameValue[]): Environment {
  const kept = Object.entries(own).filter(([name]) => !NOT_INHERITED.test(name));
  return { ...Object.fromEntries(kept), ...Object.fromEntries(added.map(({ name, value }) => [name, value])) };
}

/** Adds the marker for the sweep, and the agent unless `agent` is null. The user's NODE_OPTIONS stay in front. */
export function addAgent(env: Environment, runId: string, agent: { file: string; address: string } | null): Environment {
  const marked = { ...env, [RUN_VARIABLE]: runId };
  if (agent === null) return marked;
  const options = [env.NODE_OPTIONS, `--require ${quoteNodeOption(agent.file)}`].filter(Boolean).join(' ');
  return { ...marked, NODE_OPTIONS: options, [AGENT_VARIABLE]: agent.address };
}

/** In NODE_OPTIONS double quotes protect spaces, and a backslash escapes inside them. */
export function quoteNodeOption(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Under the permission model the preload could not be read, and the script would not even start. `nodeArgs`: what Node is given besides. */
export function usesPermissionModel(nodeOptions: string | undefined, nodeArgs: readonly string[] = []): boolean {
  return /(^|\s)"?--(experimental-)?permission(=|"|\s|$)/.test([nodeOptions, ...nodeArgs].join(' '));
}
