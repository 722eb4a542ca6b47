/**
 * The table of settings: each setting of a run once, at its place in the set-up. What a setting is called for people is in the catalogues,
 * under its key.
 */
import { LONGEST_STORED_GROUP } from '../group/group.ts';
import { readLevels } from '../load/levels.ts';
import { readSchedule } from '../load/schedule-text.ts';
import { LONGEST_STORED_PLAN } from '../plan/limits.ts';
import { say } from '../words/said.ts';
import { findCommandProblem } from './command-problem.ts';
import { HTTP_METHODS } from './http-methods.ts';
import { findNodeArgsProblem } from './node-args.ts';
import { MOST_ROWS } from './run.ts';
import { splitUrl } from './server-url.ts';
import type { Fields } from './setting.ts';
import { DIRECT, refuseTopology } from './topology.ts';

const SCRIPT = {
  /** Absolute path of the script to launch. */
  script: { is: 'text', holds: 'path', min: 1, max: 4_096, default: '', subject: 'otherwise' },
  args: {
    is: 'words',
    most: 1_000,
    longest: 100_000,
    affectsSpeed: true,
    ofVariant: { names: '--args <words>' },
  },
  /** Flags of Node itself, before the script. */
  nodeArgs: {
    is: 'words',
    most: 1_000,
    longest: 100_000,
    addedLater: true,
    refuse: findNodeArgsProblem,
    affectsSpeed: true,
    flag: { names: '--node-args <words>' },
    ofVariant: { names: '--node-args <words>' },
  },
  /** Absolute path; null: the folder of the script. */
  cwd: {
    is: 'text',
    holds: 'path',
    min: 1,
    max: 4_096,
    default: null,
    flag: { names: '--cwd <dir>', always: true },
  },
  /** Added to the environment the app itself runs in. */
  env: {
    is: 'pairs',
    holds: 'variables',
    one: 'env',
    most: 1_000,
    affectsSpeed: true,
    flag: { names: '--env <name=value>' },
    ofVariant: { names: '--env <name=value>' },
  },
  /** Absolute path of a Node binary; null: the first suitable one found. */
  node: {
    is: 'text',
    holds: 'path',
    min: 1,
    max: 4_096,
    default: null,
    affectsSpeed: true,
    flag: { names: '--node <path>' },
    ofVariant: { names: '--node <path>' },
  },
  /** What is in front of it, as it is typed: `nginx:2`. Paths in it are absolute. */
  topology: {
    is: 'text',
    holds: 'topology',
    min: 1,
    max: 4_200,
    default: DIRECT,
    addedLater: true,
    refuse: refuseTopology,
    affectsSpeed: true,
    flag: { names: '--topology <kind>' },
    ofVariant: { names: '--topology <kind>' },
  },
  portTimeoutS: {
    is: 'number',
    whole: false,
    unit: 's',
    min: 0.1,
    max: 3_600,
    default: 30,
    flag: { names: '--port-timeout <seconds>' },
  },
} as const satisfies Fields;

/** Any program. Its processes that run Node have the agent in them. */
const COMMAND = {
  /** As it would be typed, but never given to a shell. */
  command: {
    is: 'text',
    holds: 'command',
    min: 1,
    max: 100_000,
    default: '',
    subject: 'flag',
    refuse: findCommandProblem,
    affectsSpeed: true,
    flag: { names: '--command <command>' },
    ofVariant: { names: '--command <command>' },
  },
  /** Absolute path. A command has no folder of its own: null is refused before the start. */
  cwd: SCRIPT.cwd,
  env: SCRIPT.env,
  topology: SCRIPT.topology,
  portTimeoutS: SCRIPT.portTimeoutS,
} as const satisfies Fields;

/** Programs that are one server together: started in order, stopped together. */
const GROUP = {
  /** Its text (docs/user/GROUPS.md). What is wrong with it takes a parser to say, as with a plan. On the command line the file that has it. */
  group: {
    is: 'text',
    holds: 'group',
    min: 1,
    max: LONGEST_STORED_GROUP,
    default: '',
    affectsSpeed: true,
    flag: { names: '--group <file>' },
    ofVariant: { names: '--group <file>' },
  },
  /** Absolute path of the file it was read from, or the name that it would have. */
  groupFile: { is: 'text', holds: 'path', min: 1, max: 4_096, default: 'group.yaml', subject: 'flag' },
  /** Absolute path, from which those of the members go on. */
  cwd: SCRIPT.cwd,
  /** Of every member, before its own. */
  env: SCRIPT.env,
  /** Of each member, until it is ready. */
  portTimeoutS: SCRIPT.portTimeoutS,
} as const satisfies Fields;

/** A server that runs already. Nothing is started, and nothing stopped. */
const RUNNING_URL = {
  /** `http://127.0.0.1:3000`: what is requested of it are paths. */
  server: {
    is: 'text',
    holds: 'server',
    min: 1,
    max: 1_000,
    default: '',
    subject: /^https?:\/\//i,
    refuse: (text) => {
      const path = splitUrl(text)?.path;
      if (text === '' || path === '/') return null;
      return path === undefined
        ? { says: say('target.noServer', { server: text }), hint: say('target.serverForm') }
        : { says: say('target.serverWithPath', { path }), hint: say('target.pathIsRequest') };
    },
    affectsSpeed: true,
  },
} as const satisfies Fields;

/** A process that runs already. It is profiled through its inspector, and never stopped. */
const RUNNING_PROCESS = {
  pid: {
    is: 'text',
    holds: 'pid',
    min: 1,
    max: 10,
    default: '',
    subject: 'flag',
    refuse: (text) => (/^\d*$/.test(text) ? null : { says: say('target.pidNoNumber', { pid: text }), hint: say('target.pidForm') }),
    affectsSpeed: true,
    flag: { names: '--pid <number>' },
    ofVariant: { names: '--pid <number>' },
  },
  /** SIGUSR1 may be sent, so that Node opens its inspector. A handler of the program's own would run instead. */
  signal: { is: 'switch', default: false, addedLater: true, flag: { names: '--signal' } },
} as const satisfies Fields;

const REQUEST = {
  /** A path on the target (`/slow?x=1`), or a whole http(s) URL. */
  url: {
    is: 'text',
    holds: 'url',
    min: 1,
    max: 8_192,
    default: '/',
    often: true,
    affectsSpeed: true,
    flag: { names: '--url <path|url>' },
    ofVariant: { names: '--url <path|url>' },
  },
  method: {
    is: 'choice',
    of: HTTP_METHODS,
    default: 'GET',
    affectsSpeed: true,
    flag: { names: '--method <method>' },
  },
  headers: {
    is: 'pairs',
    holds: 'headers',
    one: 'header',
    most: 200,
    flag: { names: '-H, --header <name: value>' },
    ofVariant: { names: '--header <name: value>' },
  },
  body: {
    is: 'text',
    holds: 'content',
    min: 0,
    max: 10_000_000,
    default: '',
    affectsSpeed: true,
    flag: { names: '--body <text|@file>' },
  },
} as const satisfies Fields;

/**
 * What clients ask for, when it is more than one request. What is wrong with a plan takes a parser to say, so it is checked by those who have
 * one: the command line, the form, the engine.
 */
const PLAN = {
  /** Its text (docs/user/PLANS.md), in place of the one request, whose URL then says only where the server is. */
  plan: {
    is: 'text',
    holds: 'plan',
    min: 1,
    max: LONGEST_STORED_PLAN,
    default: null,
    addedLater: true,
    affectsSpeed: true,
    ofVariant: { names: '--plan <file>' },
  },
  /** Absolute path of the file it was read from: files that it names are beside that; null: it was not read from one. */
  planFile: { is: 'text', holds: 'path', min: 1, max: 4_096, default: null, addedLater: true },
} as const satisfies Fields;

/** What ends the measured phase. */
const END = {
  is: 'union',
  tag: 'by',
  key: 'endBy',
  implied: true,
  default: 'duration',
  members: {
    duration: {
      seconds: {
        is: 'number',
        key: 'durationS',
        whole: false,
        unit: 's',
        min: 0.1,
        max: 86_400,
        default: 10,
        often: true,
        flag: { names: '-d, --duration <seconds>', always: true },
      },
    },
    amount: {
      requests: {
        is: 'number',
        whole: true,
        unit: null,
        min: 1,
        max: MOST_ROWS,
        default: 1_000,
        often: true,
        flag: { names: '-a, --amount <n>', always: true },
      },
    },
  },
} as const;

/** What every load model has, beside settings of its own. */
export const OF_EVERY_LOAD = {
  /** Separate load before the measured phase, on its own connections, drained; 0: none. */
  warmupS: {
    is: 'number',
    whole: false,
    unit: 's',
    min: 0,
    max: 3_600,
    default: 0,
    // In the forms only, where it is seen before Run: long enough for V8 to have optimised the hot paths of most servers, short enough
    // not to be skipped. A command line does what it says, and those in use go on measuring what they measured.
    proposed: 3,
    often: true,
    flag: {
      names: '--warmup <seconds>',
    },
  },
  /** A request has failed when no byte of its response arrives for this long; in a load of a number of requests, when its response is not complete by then. */
  timeoutS: {
    is: 'number',
    whole: false,
    unit: 's',
    min: 0.01,
    max: 86_400,
    default: 10,
    flag: { names: '--timeout <seconds>' },
  },
  /** A host other than loopback may be loaded only when its name is given here, typed by the user for this run. */
  allowHost: {
    is: 'text',
    holds: 'host',
    min: 0,
    max: 253,
    default: null,
    flag: {
      names: '--allow-host <name>',
    },
  },
  /** Of the responses that are kept, their bodies as well. */
  keepBodies: { is: 'switch', default: true, addedLater: true, flag: { names: '--no-keep-bodies' } },
} as const satisfies Fields;

/** Closed model: N connections, each sends its next request when the last answer has arrived. */
const CLOSED_LOAD = {
  connections: {
    is: 'number',
    whole: true,
    unit: null,
    min: 1,
    max: 10_000,
    default: 10,
    often: true,
    flag: {
      names: '-c, --connections <n>',
      always: true,
    },
  },
  end: END,
} as const satisfies Fields;

/** Users who each make so many requests, one after the other, each on a connection of its own. */
const USERS_LOAD = {
  users: {
    is: 'number',
    whole: true,
    unit: null,
    min: 1,
    max: 10_000,
    default: 50,
    often: true,
    flag: { names: '--users <n>', always: true },
  },
  requestsEach: {
    is: 'number',
    whole: true,
    unit: null,
    min: 1,
    max: 1_000_000,
    default: 20,
    often: true,
    flag: { names: '--requests <n>', always: true },
  },
  /** They come evenly over this time; 0: all at once. */
  spreadS: { is: 'number', whole: false, unit: 's', min: 0, max: 86_400, default: 0, flag: { names: '--spread <seconds>' } },
} as const satisfies Fields;

/** Of the models that open connections for whoever comes: who comes when so many are in flight is dropped, and counted. */
const IN_FLIGHT = {
  maxInFlight: { is: 'number', whole: true, unit: null, min: 1, max: 50_000, default: 10_000, flag: { names: '--max-in-flight <n>' } },
} as const satisfies Fields;

/** Open model: visitors who come at a rate, whatever the server does. */
const ARRIVALS_LOAD = {
  /** As people write it: shared/load/schedule-text.ts. */
  schedule: {
    is: 'text',
    holds: 'schedule',
    min: 0,
    max: 10_000,
    default: '10/s for 10s',
    refuse: (text) => {
      const read = readSchedule(text);
      return read.ok ? null : { says: read.says, hint: say('schedule.form') };
    },
    often: true,
    flag: { names: '--arrivals <schedule>', always: true },
  },
  /** At random, as those who know nothing of each other; otherwise evenly spaced. */
  poisson: { is: 'switch', default: false, flag: { names: '--poisson' } },
  /** Of what is random. */
  seed: { is: 'number', whole: true, unit: null, min: 0, max: 4_294_967_295, default: 1, flag: { names: '--seed <n>' } },
  ...IN_FLIGHT,
} as const satisfies Fields;

/** Closed or open load at one level after the other, each drained before the next. */
const SWEEP_LOAD = {
  /** As people write them: shared/load/levels.ts. */
  levels: {
    is: 'text',
    holds: 'levels',
    min: 0,
    max: 1_000,
    default: '1..32',
    refuse: (text) => {
      const read = readLevels(text);
      return read.ok ? null : { says: read.says, hint: say('schedule.levelsForm') };
    },
    often: true,
    flag: { names: '--sweep <levels>', always: true },
  },
  holdS: { is: 'number', whole: false, unit: 's', min: 0.1, max: 3_600, default: 3, flag: { names: '--hold <seconds>' } },
  ...IN_FLIGHT,
} as const satisfies Fields;

/** What the clients have in common that make the requests in load processes of ours. */
const OUR_PROCESSES = {
  /** Requests in flight on each connection. With more than one, the next is sent before the last is answered. */
  pipelining: {
    is: 'number',
    whole: true,
    unit: null,
    min: 1,
    max: 100,
    default: 1,
    addedLater: true,
    affectsSpeed: true,
    flag: { names: '--pipelining <n>' },
  },
  /** Load processes, among which the connections are divided. */
  workers: {
    is: 'number',
    whole: true,
    unit: null,
    min: 1,
    // The connections of a client are at most 10,000, and a process makes tens of thousands of requests a second: more would only take cores.
    max: 32,
    default: 1,
    addedLater: true,
    flag: { names: '-w, --workers <n>' },
  },
  /** Each load process stays on one core, where there are enough of them. */
  pin: { is: 'switch', default: true, addedLater: true, flag: { names: '--no-pin' } },
} as const satisfies Fields;

/** Our own load generator. */
const LOOPSCOPE_CLIENT = {
  keepAlive: { is: 'switch', default: true, flag: { names: '--no-keepalive' } },
  ...OUR_PROCESSES,
} as const satisfies Fields;

/** The npm package autocannon: for figures that were published with it, and as a cross-check. What it cannot do: client-limits.ts. */
const AUTOCANNON_CLIENT = { ...OUR_PROCESSES } as const satisfies Fields;

/**
 * The program k6, which is given the plan as a script (shared/plan/export/k6.ts): its points become rows. It says when it sent a request, not when
 * that was to be sent.
 */
const K6_CLIENT = { keepAlive: LOOPSCOPE_CLIENT.keepAlive } as const satisfies Fields;

/** Any other generator, in place of a client of ours: its requests leave no rows here. */
const OTHER_GENERATOR = {
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

const CPU_CAPTURE = {
  /** Asked sampling interval; what was reached is reported from the samples. 50 us is where V8 stops keeping up. */
  intervalUs: {
    is: 'number',
    whole: true,
    unit: 'µs',
    min: 50,
    max: 1_000_000,
    default: 1_000,
    flag: { names: '--interval <microseconds>' },
  },
  /** When each request was in the server, as Node announces it. */
  spans: { is: 'switch', default: false, addedLater: true, flag: { names: '--spans' } },
  /** Spans, and which request each sample was taken in: by asynchronous context, seen by a hook that costs something at each callback. */
  byRequest: { is: 'switch', default: false, addedLater: true, flag: { names: '--by-request' } },
  /** Blocks with and without sampling in turn (profiling-cost.ts): the profile is of the blocks with. */
  measureCost: { is: 'switch', default: false, addedLater: true, flag: { names: '--measure-cost' } },
  /** The text of the files with most of the time becomes a part of the session, for whoever opens it elsewhere. */
  keepSource: { is: 'switch', default: false, addedLater: true, flag: { names: '--keep-source' } },
  /** A second, shorter pass in which V8 inlines nothing (exact-pass.ts), with a profile of its own. */
  exactFrames: { is: 'switch', default: false, addedLater: true, flag: { names: '--exact-frames' } },
} as const satisfies Fields;

export const SETTINGS = {
  target: {
    is: 'union',
    tag: 'kind',
    key: 'target',
    implied: true,
    default: 'script',
    members: { script: SCRIPT, command: COMMAND, group: GROUP, url: RUNNING_URL, pid: RUNNING_PROCESS },
  },
  /** Exactly one. */
  requests: { is: 'list', item: REQUEST },
  ...PLAN,
  load: {
    is: 'union',
    tag: 'model',
    key: 'loadModel',
    default: 'closed',
    members: {
      closed: { ...CLOSED_LOAD, ...OF_EVERY_LOAD },
      users: { ...USERS_LOAD, ...OF_EVERY_LOAD },
      arrivals: { ...ARRIVALS_LOAD, ...OF_EVERY_LOAD },
      sweep: { ...SWEEP_LOAD, ...OF_EVERY_LOAD },
    },
  },
  client: {
    is: 'union',
    tag: 'kind',
    key: 'client',
    default: 'loopscope',
    affectsSpeed: true,
    flag: { names: '--client <kind>' },
    ofVariant: { names: '--client <kind>' },
    members: { loopscope: LOOPSCOPE_CLIENT, autocannon: AUTOCANNON_CLIENT, k6: K6_CLIENT },
  },
  ...OTHER_GENERATOR,
  capture: {
    is: 'union',
    tag: 'kind',
    default: 'cpu',
    key: 'capture',
    flag: { names: '--capture <kind>' },
    members: { none: {}, cpu: CPU_CAPTURE, ticks: {} },
  },
} as const satisfies Fields;
