/** Servers that keep something of each request, and who keeps it. */
import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { basename, join } from 'node:path';
import type { Found } from '../../electron/engine/captures/what-grew.ts';
import { doAfterEach } from './after-each.ts';
import { scratch } from './command.ts';

export interface Leak {
  /** A module behind the class `Ticket`; `handle(request, response, n)` answers request number `n`. */
  readonly program: string;
  /** All of its file, in place of these. */
  readonly compiled?: string;
  /** Empty: nobody keeps anything. */
  readonly heldBy: string;
  /** `leak.cjs:2`; null: not asked for. */
  readonly place: string | null;
}

/** Of each request a ticket of 1,000 bytes is kept. */
export const TICKET = 'class Ticket { constructor(n) { this.n = n; this.data = new Array(120).fill(n); } }\n';
const handle = (what: string): string => `exports.handle = (request, response, n) => { ${what}; response.end('done'); };\n`;

export const LEAKS: Readonly<Record<string, Leak>> = {
  array: { program: `const journal = [];\n${handle('journal.push(new Ticket(n))')}`, heldBy: 'journal (Array)', place: 'leak.cjs:2' },
  string: { program: `let log = [];\n${handle('log.push("x".repeat(900) + n)')}`, heldBy: 'log (Array)', place: 'leak.cjs:2' },
  object: {
    program: `const registry = { byId: {} };\n${handle('registry.byId["id-" + n] = new Ticket(n)')}`,
    heldBy: 'registry.byId (Object)',
    place: 'leak.cjs:2',
  },
  map: {
    program: `const sessions = new Map();\n${handle('sessions.set("id-" + n, new Ticket(n))')}`,
    heldBy: 'sessions (Map)',
    place: 'leak.cjs:2',
  },
  /** In a block with variables of its own, the handler sees it through two scopes. */
  block: {
    program: `const sessions = new Map();\n{\n  let last = 0;\n  ${handle('last = n; sessions.set("id-" + last, new Ticket(n))')}}\n`,
    heldBy: 'sessions (Map)',
    place: 'leak.cjs:2',
  },
  set: { program: `const seen = new Set();\n${handle('seen.add(new Ticket(n))')}`, heldBy: 'seen (Set)', place: 'leak.cjs:2' },
  closure: {
    program: `function makeStore() {\n  const hidden = [];\n  return (ticket) => hidden.push(ticket);\n}\nconst keep = makeStore();\n${handle('keep(new Ticket(n))')}`,
    heldBy: 'hidden (Array)',
    place: 'leak.cjs:3',
  },
  handlers: {
    program: `const handlers = [];\n${handle('const ticket = new Ticket(n); handlers.push(() => ticket)')}`,
    heldBy: 'handlers (Array)',
    place: 'leak.cjs:2',
  },
  listener: {
    program: `const bus = new (require('node:events'))();\nbus.setMaxListeners(0);\n${handle('const ticket = new Ticket(n); bus.on("done", () => ticket)')}`,
    heldBy: 'bus._events.done (Array)',
    place: 'leak.cjs:2',
  },
  timer: {
    program: handle('const ticket = new Ticket(n); setTimeout(() => ticket, 3_600_000).unref()'),
    heldBy: 'timers 3600000 (TimersList)',
    place: null,
  },
  static: {
    program: `class Tickets {\n  static all = [];\n}\n${handle('Tickets.all.push(new Ticket(n))')}`,
    heldBy: 'Tickets.all (Array)',
    place: 'leak.cjs:2',
  },
  global: {
    program: `globalThis.lastTickets = [];\n${handle('lastTickets.push(new Ticket(n))')}`,
    heldBy: 'lastTickets (Array)',
    place: null,
  },
  list: {
    program: `let last = null;\n${handle('const ticket = new Ticket(n); ticket.before = last; last = ticket')}`,
    heldBy: 'last (Ticket)',
    place: 'leak.cjs:2',
  },
  storage: {
    program: `const { AsyncLocalStorage } = require('node:async_hooks');\nconst storage = new AsyncLocalStorage();\nconst resources = [];\nconst { AsyncResource } = require('node:async_hooks');\n${handle('storage.run(new Ticket(n), () => resources.push(new AsyncResource("kept")))')}`,
    heldBy: 'resources (Array)',
    place: 'leak.cjs:4',
  },
  promises: {
    program: `const pending = new Set();\n${handle('const ticket = new Ticket(n); const promise = new Promise(() => {}); promise.then(() => ticket); pending.add(promise)')}`,
    heldBy: 'pending (Set)',
    place: 'leak.cjs:2',
  },
  cache: { program: handle('require.cache["/made/" + n] = new Ticket(n)'), heldBy: 'module cache (Object)', place: null },
  responses: {
    program: `const registry = { waiting: [] };\n${handle('registry.waiting.push(response)')}`,
    heldBy: 'registry.waiting (Array)',
    place: 'leak.cjs:2',
  },
  numbers: {
    program: `const ids = new Set();\n${handle('for (let i = 0; i < 10; i++) ids.add(10 * n + i)')}`,
    heldBy: 'ids (Set)',
    place: 'leak.cjs:2',
  },
  keyed: {
    program: `const stores = { sid_5f2cSECRET: new Map(), other: new Map() };\ndelete stores.other;\nconst byName = new Map([["SECRETname", stores]]);\nstores["token SECRET"] = new Map();\n${handle('byName.get("SECRETname")["token SECRET"].set("SECRET" + n, new Ticket(n))')}`,
    heldBy: 'byName[key][key] (Map)',
    place: 'leak.cjs:4',
  },
  weak: {
    program: `const seen = [];\n${handle('const ticket = new WeakRef(new Ticket(n)); seen[n % 50] = ticket')}`,
    heldBy: '',
    place: null,
  },
};

/** What a test compares with `heldBy` and `place`. */
export function tellHolders({ grown }: Found): { readonly heldBy: readonly string[]; readonly places: readonly (string | null)[] } {
  const holders = grown.flatMap(({ heldBy }) => heldBy);
  return {
    heldBy: unique(
      holders.map(({ kind, name, constructor: of, delayMs }) => `${name || kind}${delayMs === null ? '' : ` ${delayMs}`} (${of})`),
    ),
    places: unique(holders.map(({ place }) => place && `${basename(place.url)}:${place.line}`)),
  };
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

const HARNESS = `
const { createServer } = require('node:http');
const { writeHeapSnapshot } = require('node:v8');
const { handle } = require('./leak.cjs');
let n = 0;
const server = createServer((request, response) => handle(request, response, n++)).listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', (path) => setTimeout(() => { gc(); gc(); writeHeapSnapshot(path); process.send({ path }); }, 200));
`;

const children: ChildProcess[] = [];
doAfterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

export interface Snapshots {
  /** Of the settled program, after one load and after another one. */
  readonly paths: readonly [string, string, string];
  /** Of each of the two loads. */
  readonly requests: number;
  readonly script: string;
}

export async function writeSnapshots(node: string, leak: Leak, requests = 1_000): Promise<Snapshots> {
  const folder = scratch();
  const script = join(folder, 'leak.cjs');
  writeFileSync(script, leak.compiled ?? TICKET + leak.program);
  writeFileSync(join(folder, 'server.cjs'), HARNESS);
  const child = fork(join(folder, 'server.cjs'), [], {
    execPath: node,
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  const { port } = await messageOf<{ port: number }>(child);
  const paths: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    await send(port, requests);
    const path = join(folder, `${name}.heapsnapshot`);
    child.send(path);
    await messageOf(child);
    paths.push(path);
  }
  child.kill('SIGKILL');
  return { paths: paths as unknown as Snapshots['paths'], requests, script };
}

function messageOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T));
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
  });
}

async function send(port: number, requests: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 5 });
  const one = () =>
    new Promise<void>((resolve, reject) => {
      get({ host: '127.0.0.1', port, agent }, (response) => response.resume().once('end', resolve)).once('error', reject);
    });
  for (let sent = 0; sent < requests; sent += 5) await Promise.all(Array.from({ length: 5 }, one));
  agent.destroy();
}
