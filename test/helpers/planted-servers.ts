/** Servers that keep something of each request or nothing, and what is true of each. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bytes } from '../../shared/base/units.ts';
import type { LeakCounter, LeakWord } from '../../shared/model/leak.ts';

export interface PlantedServer {
  /** A module behind the class `Ticket`; `handle(request, response, n)` responds to request number `n`, from 0 on. */
  readonly program: string;
  /** What may be said of it. */
  readonly verdicts: readonly LeakWord[];
  /** Where it leaks. */
  readonly counter?: LeakCounter;
  /** Bytes that each request leaves there: what is planted, and at most this with the entry of its holder. */
  readonly keeps?: readonly [planted: Bytes, most: Bytes];
  /** A worker thread keeps it. */
  readonly inThread?: boolean;
  /** Who keeps what grew in the heap of the main thread, as it is called in sentences; empty: nobody. */
  readonly heldBy?: string;
  /** Line of the variable in the module; null: it is global, or inside Node. */
  readonly line?: number | null;
  /** Flags of a search that its truth needs. */
  readonly flags?: readonly string[];
}

/** Of 1,056 bytes with its array, on Node 18 to 26. */
export const TICKET = 'class Ticket { constructor(n) { this.n = n; this.data = new Array(120).fill(n); } }\n';
const TICKET_BYTES: Bytes = 1_000;
/** With an entry in a table that has just doubled, or with a timer or a resource of its own. */
const WITH_HOLDER: Bytes = 1_400;

const handle = (what: string): string => `exports.handle = (request, response, n) => { ${what}; response.end('done'); };\n`;

/** Keeps a ticket of each request. */
function keepsTickets(program: string, heldBy: string, line: number | null, keeps = [TICKET_BYTES, WITH_HOLDER] as const): PlantedServer {
  return { program, verdicts: ['leak'], counter: 'heap', keeps, heldBy, line };
}

const HEALTHY = { verdicts: ['no leak'] } as const satisfies Partial<PlantedServer>;
/** Fills, or is full in part, while it is looked at. */
const UNSTEADY = { verdicts: ['no leak', 'cannot tell'] } as const satisfies Partial<PlantedServer>;

/** The oldest goes. */
const lru = (entries: number): string =>
  `const cache = new Map();\n${handle(`cache.set(n, new Ticket(n)); if (cache.size > ${entries}) cache.delete(cache.keys().next().value)`)}`;

const inThread = (kept: string): string =>
  [
    `const { Worker } = require('node:worker_threads');`,
    `const worker = new Worker(\`\${${JSON.stringify(TICKET)}} const kept = []; require('node:worker_threads').parentPort.on('message', (n) => kept.push(${kept}));\`, { eval: true });`,
    handle('worker.postMessage(n)'),
  ].join('\n');

export const PLANTED: Readonly<Record<string, PlantedServer>> = {
  // Objects of the main thread.
  array: keepsTickets(`const journal = [];\n${handle('journal.push(new Ticket(n))')}`, 'journal (Array)', 2),
  string: keepsTickets(`let log = [];\n${handle('log.push(("x".repeat(1_000) + n).toUpperCase())')}`, 'log (Array)', 2),
  object: keepsTickets(
    `const registry = { byId: {} };\n${handle('registry.byId["id-" + n] = new Ticket(n)')}`,
    'registry.byId (Object)',
    2,
  ),
  map: keepsTickets(`const sessions = new Map();\n${handle('sessions.set("id-" + n, new Ticket(n))')}`, 'sessions (Map)', 2),
  /** In a block with variables of its own, the handler sees it through two scopes. */
  block: keepsTickets(
    `const sessions = new Map();\n{\n  let last = 0;\n  ${handle('last = n; sessions.set("id-" + last, new Ticket(n))')}}\n`,
    'sessions (Map)',
    2,
  ),
  /** As in a worker of a cluster that stands in one file with the primary: V8 has no name at the variable. */
  'variable of a block': keepsTickets(
    `if (true) {\n  const sessions = new Map();\n  const other = {};\n  ${handle('sessions.set(other, new Ticket(n)); sessions.set("id-" + n, new Ticket(n))')}}\n`,
    'sessions (Map)',
    3,
  ),
  /** Of two variables one is a number, and V8 does not say which. */
  'variables of a block': keepsTickets(
    `if (true) {\n  const sessions = new Map();\n  let count = 0;\n  ${handle('count += 1; sessions.set("id-" + count, new Ticket(n))')}}\n`,
    'sessions/count (Map)',
    3,
  ),
  set: keepsTickets(`const seen = new Set();\n${handle('seen.add(new Ticket(n))')}`, 'seen (Set)', 2),
  closure: keepsTickets(
    `function makeStore() {\n  const hidden = [];\n  return (ticket) => hidden.push(ticket);\n}\nconst keep = makeStore();\n${handle('keep(new Ticket(n))')}`,
    'hidden (Array)',
    3,
  ),
  handlers: keepsTickets(
    `const handlers = [];\n${handle('const ticket = new Ticket(n); handlers.push(() => ticket)')}`,
    'handlers (Array)',
    2,
  ),
  listener: keepsTickets(
    `const bus = new (require('node:events'))();\nbus.setMaxListeners(0);\n${handle('const ticket = new Ticket(n); bus.on("done", () => ticket)')}`,
    'listeners of “done” on bus (Array)',
    2,
  ),
  timer: keepsTickets(
    handle('const ticket = new Ticket(n); setTimeout(() => ticket, 3_600_000).unref()'),
    'timers of 1:00:00 (TimersList)',
    null,
  ),
  static: keepsTickets(`class Tickets {\n  static all = [];\n}\n${handle('Tickets.all.push(new Ticket(n))')}`, 'Tickets.all (Array)', 2),
  global: keepsTickets(`globalThis.lastTickets = [];\n${handle('lastTickets.push(new Ticket(n))')}`, 'lastTickets (Array)', null),
  list: keepsTickets(
    `let last = null;\n${handle('const ticket = new Ticket(n); ticket.before = last; last = ticket')}`,
    'last (Ticket)',
    2,
  ),
  storage: keepsTickets(
    `const { AsyncLocalStorage } = require('node:async_hooks');\nconst storage = new AsyncLocalStorage();\nconst resources = [];\nconst { AsyncResource } = require('node:async_hooks');\n${handle('storage.run(new Ticket(n), () => resources.push(new AsyncResource("kept")))')}`,
    'resources (Array)',
    4,
  ),
  promises: keepsTickets(
    `const pending = new Set();\n${handle('const ticket = new Ticket(n); const promise = new Promise(() => {}); promise.then(() => ticket); pending.add(promise)')}`,
    'pending (Set)',
    2,
  ),
  cache: keepsTickets(handle('require.cache["/made/" + n] = new Ticket(n)'), 'require.cache (Object)', null),
  /** Each with its request. */
  responses: keepsTickets(
    `const registry = { waiting: [] };\n${handle('registry.waiting.push(response)')}`,
    'registry.waiting (Array)',
    2,
    [1_000, 8_000],
  ),
  numbers: keepsTickets(
    `const ids = new Set();\n${handle('for (let i = 0; i < 10; i++) ids.add(10 * n + i)')}`,
    'ids (Set)',
    2,
    [160, 500],
  ),
  keyed: keepsTickets(
    `const stores = { sid_5f2cSECRET: new Map(), other: new Map() };\ndelete stores.other;\nconst byName = new Map([["SECRETname", stores]]);\nstores["token SECRET"] = new Map();\n${handle('byName.get("SECRETname")["token SECRET"].set("SECRET" + n, new Ticket(n))')}`,
    'byName[key][key] (Map)',
    4,
  ),
  /** With the map, the properties and the elements of an object, five fields are 64 bytes. */
  '64 B': {
    ...keepsTickets(
      `const small = [];\nclass Small { constructor(n) { this.a = n; this.b = n; this.c = n; this.d = n; this.e = n; } }\n${handle('small.push(new Small(n))')}`,
      'small (Array)',
      2,
      [64, 90],
    ),
    flags: ['--per-round', '8000'],
  },
  '40,000 B': {
    ...keepsTickets(`const large = [];\n${handle('large.push(new Array(5_000).fill(n))')}`, 'large (Array)', 2, [40_000, 40_400]),
    flags: ['--at-most', '20'],
  },
  '10,000 B at every 10th': keepsTickets(
    `const rare = [];\n${handle('if (n % 10 === 0) rare.push(new Array(1_250).fill(n))')}`,
    'rare (Array)',
    2,
    [1_000, 1_040],
  ),
  /** A cache that forgets later than anybody waits for; its map keeps one part of each entry alive, the list of timers the other. */
  'time limit of 10 min': {
    program: `const slow = new Map();\n${handle('slow.set(n, new Ticket(n)); setTimeout(() => slow.delete(n), 600_000).unref()')}`,
    ...{ verdicts: ['leak'], counter: 'heap', keeps: [TICKET_BYTES, 1_700] },
  },

  // Outside of the heap of the main thread.
  'Buffers of 1,000 B': {
    program: `const kept = [];\n${handle('kept.push(Buffer.alloc(1_000))')}`,
    ...{ verdicts: ['leak'], counter: 'outside', keeps: [1_000, 1_250] },
  },
  'Buffers of 40,000 B': {
    program: `const kept = [];\n${handle('kept.push(Buffer.alloc(40_000))')}`,
    ...{ verdicts: ['leak'], counter: 'outside', keeps: [40_000, 40_400] },
    flags: ['--at-most', '20'],
  },
  /** Ten bytes of each keep the whole pool alive. */
  'slices of pooled Buffers': {
    program: `const kept = [];\n${handle('kept.push(Buffer.allocUnsafe(1_000).subarray(0, 10))')}`,
    ...{ verdicts: ['leak'], counter: 'outside', keeps: [1_000, 1_350] },
  },
  SharedArrayBuffer: {
    program: `const kept = [];\n${handle('kept.push(new SharedArrayBuffer(2_000))')}`,
    ...{ verdicts: ['leak'], counter: 'outside', keeps: [2_000, 2_100] },
  },
  /** In no counter of V8 from Node 26 on, so that only the process grows. */
  'WebAssembly.Memory': {
    program: `const kept = [];\n${handle('if (n % 100 === 0) { const memory = new WebAssembly.Memory({ initial: 2 }); new Uint8Array(memory.buffer).fill(1); kept.push(memory); }')}`,
    ...{ verdicts: ['leak', 'cannot tell'], counter: 'outside', keeps: [1_310, 1_330] },
  },
  'array in a thread': {
    program: inThread('new Ticket(n)'),
    ...{ verdicts: ['leak'], counter: 'heap', inThread: true, keeps: [TICKET_BYTES, WITH_HOLDER] },
  },
  'Buffers in a thread': {
    program: inThread('Buffer.alloc(1_000)'),
    ...{ verdicts: ['leak'], counter: 'outside', inThread: true, keeps: [1_000, 1_250] },
  },
  'open files': {
    program: `const { openSync } = require('node:fs');\n${handle('if (n % 100 === 0) openSync(__filename)')}`,
    ...{ verdicts: ['leak'], counter: 'descriptors' },
  },

  // Nothing, or only so much.
  nothing: { ...HEALTHY, program: handle('') },
  garbage: { ...HEALTHY, program: handle('for (let i = 0; i < 20; i++) new Ticket(n)') },
  'garbage of Buffers': { ...HEALTHY, program: handle('Buffer.alloc(20_000)') },
  weak: {
    ...HEALTHY,
    program: `const seen = [];\n${handle('const ticket = new WeakRef(new Ticket(n)); seen[n % 50] = ticket')}`,
    heldBy: '',
  },
  FinalizationRegistry: {
    ...HEALTHY,
    program: `let gone = 0;\nconst registry = new FinalizationRegistry(() => gone++);\n${handle('registry.register(new Ticket(n), n)')}`,
  },
  'LRU of 1,000': { ...HEALTHY, program: lru(1_000) },
  'LRU of 8,000': { ...HEALTHY, program: lru(8_000) },
  'LRU of 20,000': { ...HEALTHY, program: lru(20_000) },
  'ring of 5,000': { ...HEALTHY, program: `const ring = [];\n${handle('ring[n % 5_000] = new Ticket(n)')}` },
  'counters of 3,000 users': {
    ...HEALTHY,
    program: `const counts = new Map();\n${handle('const user = "user-" + (n * 7919) % 3_000; counts.set(user, (counts.get(user) ?? 0) + 1)')}`,
  },
  'new shapes': { ...HEALTHY, program: handle('const shape = {}; shape["key" + n] = n; shape["other" + n] = n') },
  'functions made late': {
    ...HEALTHY,
    program: `const made = [];\n${handle('if (n % 100 === 0 && made.length < 400) made.push(new Function("a", "return a + " + n))')}`,
  },
  'long chain of promises': { ...HEALTHY, program: `let chain = Promise.resolve();\n${handle('chain = chain.then(() => n)')}` },
  'random keys of 10,000': {
    ...UNSTEADY,
    program: `const cache = new Map();\nlet seed = 1;\n${handle('seed = (seed * 48271) % 2147483647; cache.set(seed % 10_000, new Ticket(n))')}`,
  },
  /** Longer than the rounds of a fast server take, shorter than the rest. */
  'time limit by timer': {
    ...UNSTEADY,
    program: `const sessions = new Map();\n${handle('sessions.set(n, new Ticket(n)); setTimeout(() => sessions.delete(n), 15_000).unref()')}`,
    flags: ['--rest', '20'],
  },
  /** Tidies up when it is asked. */
  'time limit on access': {
    ...UNSTEADY,
    program: `const sessions = new Map();\n${handle('const now = Date.now(); for (const [key, { at }] of sessions) { if (at > now - 15_000) break; sessions.delete(key); } sessions.set(n, { at: now, ticket: new Ticket(n) })')}`,
    flags: ['--rest', '20'],
  },
  'table made once': {
    ...UNSTEADY,
    program: `let table = null;\n${handle('if (n === 62_000) table = Array.from({ length: 3_000 }, (_, i) => new Ticket(i))')}`,
  },
  'failing requests': { verdicts: ['cannot tell'], program: handle('response.statusCode = n >= 50_000 && n % 10 === 0 ? 503 : 200') },
};

const SERVER = `
const { createServer } = require('node:http');
const { writeHeapSnapshot } = require('node:v8');
const { handle } = require('./leak.cjs');
let n = 0;
const server = createServer((request, response) => handle(request, response, n++));
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }));
process.on('message', (path) => setTimeout(() => { gc(); gc(); writeHeapSnapshot(path); process.send({ path }); }, 200));
`;

/** All of its module. */
export const programOf = ({ program }: PlantedServer): string => TICKET + program;

/** Its path; `program`: all of the module. Forked, it tells its port and writes a snapshot to each path that it is sent. */
export function writeServer(folder: string, program: string): string {
  const server = join(folder, 'server.cjs');
  writeFileSync(join(folder, 'leak.cjs'), program);
  writeFileSync(server, SERVER);
  return server;
}
