/** A group as a text that reads back as the same group. */
import type { Json } from '../model/load/plan.ts';
import type { Group, Member, Ready } from '../model/setup/group.ts';
import { GROUP_VERSION } from './read-group.ts';
import { printYaml } from './yaml.ts';

export function writeGroup({ members }: Group): string {
  return printYaml({ group: GROUP_VERSION, members: members.map(memberOf) });
}

function memberOf({ name, starts, env, cwd, ready, loaded, copies }: Member): Json {
  return {
    name,
    ...(starts.by === 'command'
      ? { command: starts.command }
      : { script: starts.script, ...listOf('args', starts.args), ...listOf('nodeArgs', starts.nodeArgs) }),
    ...(env.length === 0 ? {} : { env: Object.fromEntries(env.map((one) => [one.name, one.value])) }),
    ...(cwd === null ? {} : { cwd }),
    ...(ready.by === 'listening' ? {} : { ready: readyOf(ready) }),
    ...(loaded ? { loaded } : {}),
    ...(copies === 1 ? {} : { copies }),
  };
}

function listOf(key: string, words: readonly string[]): Record<string, Json> {
  return words.length === 0 ? {} : { [key]: words };
}

function readyOf(ready: Ready): Json {
  switch (ready.by) {
    case 'port':
      return { port: ready.port };
    case 'url':
      return { url: ready.url };
    case 'line':
      return { line: ready.line };
    default:
      return ready.by;
  }
}
