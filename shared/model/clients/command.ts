/** A command of the user, any load generator, in place of a client of ours: its requests leave no rows here. */
import { say } from '../../words/said.ts';
import { endOf, hasSchedule } from '../load-models.ts';
import { findCommandProblem } from '../setup/command-problem.ts';
import type { Fields } from '../setup/setting.ts';
import { type ClientOf, DEFAULT_CLIENT } from './client.ts';

const SETTINGS = {
  /** As it would be typed, but never given to a shell; `{url}` in it stands for what is requested. Null: a client of ours makes the load. */
  loadCommand: {
    is: 'text',
    holds: 'command',
    min: 1,
    max: 100_000,
    default: null,
    addedLater: true,
    refuse: findCommandProblem,
    affectsSpeed: true,
    flag: { names: '--load-command <command>' },
    ofVariant: { names: '--load-command <command>' },
  },
} as const satisfies Fields;

export const LOAD_COMMAND: ClientOf<typeof SETTINGS> = {
  settings: SETTINGS,
  // What its requests are, says the command itself.
  limits: ({ load, plan, client, requests: [{ method, headers, body }] }) => {
    const hint = say('load.commandSays');
    const isPlain = method === 'GET' && headers.length === 0 && body === '';
    return [
      ...(!hasSchedule(load) && endOf(load).by === 'duration' ? [] : [{ field: 'load.end', says: say('load.commandEnd'), hint }]),
      ...(plan === null && isPlain ? [] : [{ field: 'loadCommand', says: say('load.commandRequests'), hint }]),
      ...(load.warmupS === 0 ? [] : [{ field: 'load.warmupS', says: say('load.commandWarmup'), hint: say('load.commandNoWarmup') }]),
      ...(client.kind === DEFAULT_CLIENT ? [] : [{ field: 'client.kind', says: say('load.commandClient'), hint }]),
    ];
  },
  hidesUnanswered: true,
};

/** The settings of our own clients: a load command says itself how many connections it opens, and how. */
export function isUnreadByCommand(path: string): boolean {
  return path === 'load.connections' || (path.startsWith('client.') && path !== 'client.kind');
}
