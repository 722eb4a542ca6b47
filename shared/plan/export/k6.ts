/** A plan as one script of k6: the plan as data, and below it what carries it out (`k6-runtime.ts`). */
import { wordSaid } from '../../format/word-said.ts';
import type { Plan } from '../../model/load/plan.ts';
import { type Phase, peakOf } from '../../model/load/schedule.ts';
import { partsOfLoad, portableLoad } from '../../model/load-models.ts';
import type { Load } from '../../model/setup/setup.ts';
import { type Said, say } from '../../words/said.ts';
import type { PlanFiles } from '../program.ts';
import { originsOf } from '../request-target.ts';
import { K6_RUNTIME } from './k6-runtime.ts';
import { loadOfPlan } from './load-of.ts';
import { type Portable, tablesOf, toPortable } from './portable.ts';

export interface Exported {
  readonly text: string;
  /** What is different there; also in the head of the text. */
  readonly notes: readonly Said[];
}

/** Rates of k6 are whole numbers of visitors in this time: so a thousandth of one a second is one. */
const TIME_UNIT_S = 1_000;
/** Those that arrivals begin with; more are made while the test runs, up to `maxInFlight`. */
const MOST_READY = 1_000;
/** Executors that end by their number of passes have to have an end in time as well. */
const LONGEST = '24h';

type Scenario = Readonly<Record<string, string | number | readonly object[]>>;

/** `target`: where paths of the plan go. The plan has been found portable (`not-portable.ts`). */
export function exportToK6(plan: Plan, files: PlanFiles, target: string): Exported {
  const load = loadOfPlan(plan);
  const data = toPortable(plan, files);
  const { scenario, notes: ofLoad } = scenarioOf(load, data, null);
  const notes = [...notesOf(plan, load), ...ofLoad];
  const head = [
    '// A request plan of Loopscope as a script of k6: k6 run -e TARGET=http://127.0.0.1:3000 THIS-FILE',
    ...notes.map((note) => `// - ${oneLine(wordSaid(note))}`),
  ];
  const rows = tablesOf(files).map((name) => files.tables.get(name)!.rows);
  const text = writeScript({ data, rows, load, scenario, target, keepAlive: plan.keepAlive, options: {} }, head, K6_RUNTIME);
  return { text, notes };
}

/** What a run of ours asks k6 for. */
export interface K6Order {
  readonly data: Portable;
  readonly rows: readonly (readonly (readonly string[])[])[];
  readonly load: Load;
  readonly keepAlive: boolean;
  /** Origin of the server that is measured. */
  readonly target: string;
  /** Addresses that names stand for, so that they mean what they meant when they were checked. */
  readonly hosts: Readonly<Record<string, string>>;
}

/** What the script writes to its log when the load begins, before the time in ms since 1970. */
export const K6_BEGINS = 'loopscope: the load begins at ';
/** The tags that rows are made from: every further one is written for every point. */
const TAGS = ['name', 'status', 'error', 'error_code', 'vu'];

/** The script for a run: its end cuts what is in flight, as that of our own client, and its points name requests by their number. */
export function writeK6Run({ data, hosts, ...order }: K6Order): Exported {
  const { scenario, notes } = scenarioOf(order.load, data, '0s');
  const numbered = { ...data, requests: data.requests.map((request, at) => ({ ...request, name: String(at) })) };
  const options = { hosts, systemTags: TAGS, insecureSkipTLSVerify: true };
  const begin = `export function setup() {\n  console.log('${K6_BEGINS}' + Date.now());\n}\n`;
  return { text: writeScript({ ...order, data: numbered, scenario, options }, [], K6_RUNTIME + begin), notes };
}

interface Script extends Omit<K6Order, 'hosts'> {
  readonly scenario: Scenario;
  readonly options: object;
}

function writeScript({ data, rows, load, scenario, target, keepAlive, options: more }: Script, head: readonly string[], runtime: string) {
  const asked = portableLoad(load);
  const options = {
    scenarios: { plan: scenario },
    maxRedirects: 0,
    noConnectionReuse: !keepAlive,
    // A client of a closed load and a user keep their cookies from pass to pass; each visitor is somebody new.
    noCookiesReset: asked.by !== 'rate',
    ...more,
  };
  const spread = asked.by === 'amount' && asked.spreadS > 0 ? { users: asked.clients, seconds: asked.spreadS } : null;
  const plan = { ...data, timeoutMs: Math.round(load.timeoutS * 1_000), spread };
  const tables = rows.map((of, at) => `new SharedArray('table ${at}', () => ${asCode(of)})`);
  return [
    ...head,
    "import { check, sleep } from 'k6';",
    "import { SharedArray } from 'k6/data';",
    "import { b64decode } from 'k6/encoding';",
    "import exec from 'k6/execution';",
    "import http from 'k6/http';",
    '',
    `const TARGET = (__ENV.TARGET || ${asCode(target)}).replace(/\\/$/, '');`,
    `const PLAN = ${asCode(plan, 2)};`,
    `const TABLES = [${tables.join(', ')}];`,
    `export const options = ${asCode(options, 2)};`,
    '',
    runtime,
  ].join('\n');
}

/** JSON is JavaScript, but for two characters that end a line in it. */
function asCode(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(/[\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);
}

function oneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]+/g, ' ');
}

function notesOf(plan: Plan, load: Load): Said[] {
  const origins = originsOf(plan);
  return [
    say('planExport.secret'),
    say('planExport.timing', { generator: 'k6' }),
    say('planExport.ofSending'),
    ...(plan.values.length > 0 ? [say('planExport.values')] : []),
    ...(load.warmupS > 0 ? [say('planExport.warmup', { seconds: load.warmupS, generator: 'k6' })] : []),
    ...(origins.length > 0 ? [say('planExport.origins', { origins: { list: origins, by: 'and' }, generator: 'k6' })] : []),
  ];
}

/* ---- the load ---- */

/** `grace`: how long what is in flight at the end may go on; null: as long as a request may take. */
function scenarioOf(
  load: Load,
  { order, requests }: Pick<Portable, 'order' | 'requests'>,
  grace: string | null,
): { readonly scenario: Scenario; readonly notes: readonly Said[] } {
  const length = order === 'sequence' ? requests.length : 1;
  const gracefulStop = grace ?? `${Math.ceil(load.timeoutS)}s`;
  const ends = grace === null ? [say('planExport.ends', { seconds: Math.ceil(load.timeoutS) })] : [];
  const levels = partsOfLoad(load)?.are === 'levels' ? [say('planExport.levels', { generator: 'k6' })] : [];
  const asked = portableLoad(load);
  switch (asked.by) {
    case 'search':
      throw new Error('k6 is refused where a rate is searched for');
    case 'rate':
      return {
        scenario: arrivals(asked.phases, asked.maxInFlight, gracefulStop),
        notes: [say('planExport.users', { most: asked.maxInFlight }), ...levels, ...ends],
      };
    case 'amount': {
      const iterations = Math.ceil(asked.requests / length);
      // k6 refuses more users than passes that they share.
      const [executor, vus] = asked.isEach
        ? ['per-vu-iterations', asked.clients]
        : ['shared-iterations', Math.min(asked.clients, iterations)];
      return { scenario: { executor, vus, iterations, maxDuration: LONGEST }, notes: passes(asked.requests, iterations, length) };
    }
    case 'clients': {
      const [first] = asked.stages;
      if (levels.length === 0)
        return {
          scenario: { executor: 'constant-vus', vus: first!.clients, duration: seconds(first!.seconds), gracefulStop },
          notes: ends,
        };
      const stages = asked.stages.flatMap(({ clients: target, seconds: length }) => [
        { duration: '0s', target },
        { duration: seconds(length), target },
      ]);
      return {
        scenario: { executor: 'ramping-vus', startVUs: first!.clients, stages, gracefulRampDown: gracefulStop, gracefulStop },
        notes: [...levels, ...ends],
      };
    }
  }
}

function passes(requests: number, iterations: number, length: number): Said[] {
  return length === 1 ? [] : [say('planExport.passes', { requests, passes: iterations, length })];
}

/** A stage of no time is a jump to its rate. */
function arrivals(phases: readonly Phase[], maxInFlight: number, gracefulStop: string): Scenario {
  const per = (rate: number): number => Math.round(rate * TIME_UNIT_S);
  const stages = phases.flatMap(({ from, to, seconds: length }, at) => [
    ...(at > 0 && phases[at - 1]!.to !== from ? [{ duration: '0s', target: per(from) }] : []),
    { duration: seconds(length), target: per(to) },
  ]);
  const peak = peakOf(phases);
  return {
    executor: 'ramping-arrival-rate',
    timeUnit: `${TIME_UNIT_S}s`,
    startRate: per(phases[0]!.from),
    stages,
    preAllocatedVUs: Math.min(maxInFlight, MOST_READY, Math.max(20, Math.ceil(peak))),
    maxVUs: maxInFlight,
    gracefulStop,
  };
}

/** k6 reads times as Go does, which has no bound on their digits. */
function seconds(value: number): string {
  return `${Math.round(value * 1_000)}ms`;
}
