/**
 * The table of settings: each setting of a run once, at its place in the set-up. What a setting is called for people is in the catalogues,
 * under its key.
 */
import { say } from '../../words/said.ts';
import { LOAD_COMMAND } from '../clients/command.ts';
import { CLIENT_SETTINGS } from '../clients.ts';
import { LEAK_LIMITS, LEAK_PLAN } from '../leak.ts';
import { LONGEST_STORED_PLAN } from '../load/limits.ts';
import { LOAD_SETTINGS } from '../load-models.ts';
import { findCommandProblem } from './command-problem.ts';
import { LONGEST_STORED_GROUP } from './group.ts';
import { HTTP_METHODS } from './http-methods.ts';
import { findNodeArgsProblem } from './node-args.ts';
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

const CPU_CAPTURE = {
  /** What is allocated is sampled, too, as by the capture of that alone. */
  allocations: { is: 'switch', default: false, addedLater: true, flag: { names: '--allocations' } },
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
  byRequest: { is: 'switch', default: true, addedLater: true, before: false, flag: { names: '--no-by-request', opposite: '--by-request' } },
  /** What that may take of the time of the main thread, as the agent estimates in the second second of requests; beyond, only spans are recorded. */
  byRequestLimit: {
    is: 'number',
    whole: true,
    unit: null,
    min: 1,
    max: 100,
    default: 10,
    addedLater: true,
    before: 100,
    flag: { names: '--by-request-limit <percent>' },
  },
  /** By request, also what each request waited for: what the program writes and reads on its connections to other servers is looked at. */
  waits: { is: 'switch', default: true, addedLater: true, flag: { names: '--no-waits' } },
  /** Of what is waited for, the text of statements, without their values. Otherwise each has a number. */
  keepStatements: { is: 'switch', default: true, addedLater: true, flag: { names: '--no-keep-statements' } },
  /** Blocks with and without sampling in turn (profiling-cost.ts): the profile is of the blocks with. */
  measureCost: { is: 'switch', default: false, addedLater: true, flag: { names: '--measure-cost' } },
  /** The text of the files with most of the time becomes a part of the session, for whoever opens it elsewhere. */
  keepSource: { is: 'switch', default: false, addedLater: true, flag: { names: '--keep-source' } },
  /** A second, shorter pass in which V8 inlines nothing (exact-pass.ts), with a profile of its own. */
  exactFrames: { is: 'switch', default: false, addedLater: true, flag: { names: '--exact-frames' } },
} as const satisfies Fields;

/** What the program allocates in its heaps, sampled. */
const HEAP_CAPTURE = {
  /** Only what is alive at the end, instead of all that is allocated. */
  alive: { is: 'switch', default: false, flag: { names: '--alive' } },
  /** Bytes that are allocated from one sample to the next, on average. */
  sampleBytes: {
    is: 'number',
    whole: true,
    unit: 'bytes',
    min: 1_024,
    max: 16_777_216,
    default: 131_072,
    flag: { names: '--sample-bytes <bytes>' },
  },
  /** Off: V8 inlines nothing, so that each function has what it allocates itself; the server is slower. */
  inlining: { is: 'switch', default: true, flag: { names: '--no-inlining' } },
} as const satisfies Fields;

/** Whether the server keeps more memory with each request: equal loads, and between them full collections (model/leak.ts). */
const LEAK_CAPTURE = {
  /** Of which the verdict is made; three before them settle. */
  rounds: {
    is: 'number',
    whole: true,
    unit: null,
    min: LEAK_LIMITS.judge.low,
    max: LEAK_LIMITS.judge.high,
    default: LEAK_PLAN.judge,
    flag: { names: '--rounds <n>' },
  },
  /** Requests of each. 0: as many as the server responds to in 2.5 s. */
  perRound: {
    is: 'number',
    whole: true,
    unit: null,
    min: 0,
    max: LEAK_LIMITS.perRound.high,
    default: 0,
    flag: { names: '--per-round <n>' },
  },
  /** Without requests, where memory has grown: caches that forget have the time for it. 0: none. */
  restS: {
    is: 'number',
    whole: false,
    unit: 's',
    min: 0,
    max: LEAK_LIMITS.restS.high,
    default: LEAK_PLAN.restS,
    flag: { names: '--rest <seconds>' },
  },
  /** Further rounds, where those of a leak had few requests, end by then. */
  atMostS: {
    is: 'number',
    whole: false,
    unit: 's',
    min: LEAK_LIMITS.atMostS.low,
    max: LEAK_LIMITS.atMostS.high,
    default: LEAK_PLAN.atMostS,
    flag: { names: '--at-most <seconds>' },
  },
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
  load: LOAD_SETTINGS,
  client: CLIENT_SETTINGS,
  ...LOAD_COMMAND.settings,
  capture: {
    is: 'union',
    tag: 'kind',
    default: 'cpu',
    key: 'capture',
    flag: { names: '--capture <kind>' },
    members: { none: {}, cpu: CPU_CAPTURE, heap: HEAP_CAPTURE, ticks: {}, leak: LEAK_CAPTURE },
    combined: { 'cpu,heap': { member: 'cpu', with: 'allocations' } },
  },
  /** One full garbage collection before and one after the measured phase: what is alive is known then. Of a server that somebody else has started never. */
  collectGarbage: {
    is: 'switch',
    default: true,
    addedLater: true,
    before: false,
    flag: { names: '--no-collect-garbage', opposite: '--collect-garbage' },
  },
} as const satisfies Fields;
