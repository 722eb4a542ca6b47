/**
 * k6 makes the load: it is given the plan as a script, and what it writes while it runs becomes rows as those of our own client.
 *
 *   warm-up by our own client ──► measure ──► k6 starts ──► "the load begins" = time 0 ──► points ──► exit ──► finished
 */
import type { Microseconds } from '../../../../../shared/base/units.ts';
import { fail, type Outcome } from '../../../../../shared/model/failure.ts';
import { endOf, partsOfLoad } from '../../../../../shared/model/load-models.ts';
import type { GeneratorHealth } from '../../../../../shared/model/run.ts';
import { DEFAULT_SETUP, keepsConnections, type Load, type Setup } from '../../../../../shared/model/setup/setup.ts';
import { K6_BEGINS, writeK6Run } from '../../../../../shared/plan/export/k6.ts';
import { type Portable, tablesOf, toPortable } from '../../../../../shared/plan/export/portable.ts';
import { type Said, say } from '../../../../../shared/words/said.ts';
import { K6Rows } from '../../../load/k6-rows.ts';
import type { LoadRunner, Where } from '../../../load/load-runner.ts';
import type { UsersOrder } from '../../../load/load-shares.ts';
import { startLoad } from '../../../load/load-workers.ts';
import { clockUs } from '../../../machine/clock.ts';
import { inheritEnvironment } from '../../../target/environment.ts';
import { findProgram } from '../../../target/find-program.ts';
import type { ClientPort, ClientRun } from './client-port.ts';
import { IGNORED, ProgramLoad, startProgram } from './program-load.ts';

/** Time to end by itself after its script; then it is asked to end. */
const OVERDUE_MS = 3_000;
const US_PER_S = 1_000_000;
/** Lines of its log about failed requests that are kept. */
const SHOWN_FAILURES = 20;
/** The script comes on standard input, points go to standard output; it neither listens nor reports to its makers. */
const ARGS = ['run', '--quiet', '--no-color', '--no-usage-report', '--address', '', '--summary-mode', 'disabled', '--out', 'json=-', '-'];

interface Program {
  readonly file: string;
  readonly args: readonly string[];
}

export const K6: ClientPort = {
  check: () => {
    const found = findK6();
    return found.ok ? null : found.failure;
  },
  start: (run) => startProgram(run, findK6(), (program, guardian) => new K6Load(run, program, guardian)),
};

function findK6(): Outcome<Program> {
  const found = findProgram(['k6'], { cwd: process.cwd(), env: environment(), platform: process.platform });
  return found.ok ? found : fail('bad-request', say('load.k6Missing'), say('load.k6Install'));
}

/** Without the variables that set options of k6: the script sets all of them. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(inheritEnvironment(process.env, [])).filter(([name]) => !/^K6_/i.test(name)));
}

class K6Load extends ProgramLoad {
  readonly #run: ClientRun;
  readonly #load: Load;
  readonly #keepAlive: boolean;
  readonly #program: Program;
  #where: Where | null = null;
  #warmUp: LoadRunner | null = null;
  #rows: K6Rows | null = null;
  /** Output before the load begins. */
  #early = '';
  /** The last, incomplete line of its standard error. */
  #line = '';
  #failures = 0;
  #cpu = { at: 0, ticks: 0, percent: null as number | null };

  constructor(run: ClientRun, program: Program, guardian: LoadRunner) {
    super(run, guardian);
    this.#run = run;
    this.#program = program;
    this.#load = run.setup.load;
    this.#keepAlive = keepsConnections(run.setup.client);
    this.process.keepsOutput = false;
  }

  protected heard = (stream: 'client' | 'clientError', text: string): void => (stream === 'client' ? this.#points(text) : this.#said(text));

  override get pids(): readonly number[] {
    return [...super.pids, ...(this.#warmUp?.pids ?? [])];
  }

  /** k6 has no warm-up, and connections that our client kept open would be in the way of a server that serves one at a time. */
  prepare(where: Where): void {
    this.#where = where;
    if (this.#load.warmupS === 0) this.events.onWarm();
    else void this.#warm(where);
  }

  async #warm(where: Where): Promise<void> {
    const { id, setup, users } = this.#run;
    const client = { ...DEFAULT_SETUP.client, keepAlive: this.#keepAlive };
    const warm = await startLoad(id, { requests: setup.requests, load: this.#load, client }, users, {
      ...IGNORED,
      onWarm: (warmUp) => {
        const used = this.#warmUp!;
        this.#warmUp = null;
        void used.dispose().then(() => this.events.onWarm(warmUp));
      },
      onFailed: (failure) => this.events.onFailed(failure),
    });
    if (!warm.ok) {
      this.events.onFailed(warm.failure);
      return;
    }
    this.#warmUp = warm.value;
    if (this.isOver) await warm.value.dispose();
    else warm.value.prepare(where);
  }

  measure(): void {
    const { setup, users } = this.#run;
    const { url, address } = this.#where!;
    const { origin, hostname } = new URL(url);
    const files = users?.files ?? { tables: new Map(), bodies: new Map() };
    const script = writeK6Run({
      data: users === null ? oneRequest(setup, url) : toPortable(users.plan, files),
      rows: tablesOf(files).map((name) => files.tables.get(name)!.rows),
      load: this.#load,
      keepAlive: this.#keepAlive && users?.plan.keepAlive !== false,
      target: origin,
      hosts: { ...(isName(hostname) ? { [hostname]: address } : {}), ...hostsOf(users) },
    });
    for (const note of script.notes) this.events.onWarning(note);
    const { file, args } = this.#program;
    this.process.start({ file, args: [...args, ...ARGS], cwd: process.cwd(), env: environment(), input: script.text });
  }

  /** Its log. One line of it says when the load begins. */
  #said(text: string): void {
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop()!;
    for (const line of lines) {
      const at = line.indexOf(K6_BEGINS);
      if (at >= 0 && this.#rows === null) this.#begun(Number.parseInt(line.slice(at + K6_BEGINS.length), 10));
      // k6 logs each of them, and each has a row.
      else if (!line.includes('msg="Request Failed"') || ++this.#failures <= SHOWN_FAILURES)
        this.events.onOutput('clientError', `${line}\n`);
    }
  }

  #begun(wallMs: number): void {
    // It was asked to end and has not reacted yet: nothing is measured any more, and the timers would never be cleared.
    if (this.isOver || this.process.wasStopped) return;
    const toClock = wallToClock();
    this.origin = toClock(wallMs * 1_000);
    this.#rows = new K6Rows({ origin: this.origin, toClock, phaseAt: phaseAt(this.#load), hasPlan: this.#run.users !== null });
    this.events.onStarted(this.origin);
    this.#points('');
    this.watch((this.#until - clockUs()) / 1_000 + OVERDUE_MS, () => this.stop());
  }

  #points(text: string): void {
    if (this.#rows === null) this.#early += text;
    else {
      this.#rows.push(this.#early + text);
      this.#early = '';
    }
  }

  /** When the load ends as planned; infinite: when all requests have been made. */
  get #until(): Microseconds {
    const end = endOf(this.#load);
    return end.by === 'duration' ? this.origin + end.seconds * US_PER_S : Number.POSITIVE_INFINITY;
  }

  get #generator(): GeneratorHealth {
    return { cpuPercent: this.#cpu.percent, latenessMs: null, limited: false };
  }

  protected report(): void {
    if (this.#rows === null) return;
    this.#lookAtCpu();
    const batch = this.#rows.take(false, this.#until);
    const { sent } = this.#rows;
    this.events.onRows(batch, { sent, inFlight: 0 }, this.#generator, clockUs() - this.origin);
  }

  /** Once a second: its clock has ticks of 10 ms. */
  #lookAtCpu(): void {
    const now = clockUs();
    if (now - this.#cpu.at < US_PER_S) return;
    const ticks = this.process.look().reduce((sum, { cpuTicks }) => sum + cpuTicks, 0);
    const { at, ticks: before } = this.#cpu;
    this.#cpu = { at: now, ticks, percent: at === 0 ? null : (100 * (ticks - before) * 10_000) / (now - at) };
  }

  protected sayNotStarted(why: string): Said {
    return say('load.k6NotStarted', { why });
  }

  protected sayFailed(how: string | Said): Said {
    return say('load.k6Failed', { how });
  }

  protected reportEnd(): void {
    const at = Math.min(this.#until, this.process.endedAt);
    const batch = this.#rows?.take(true, at);
    const counts = { sent: this.#rows?.sent ?? 0, inFlight: 0 };
    if (batch !== undefined) this.events.onRows(batch, counts, this.#generator, at - this.origin);
    this.events.onFinished(at - this.origin, counts, this.#generator, []);
  }

  protected override async release(): Promise<void> {
    await this.#warmUp?.dispose();
  }
}

/** The one request of a set-up, as a plan has it. */
function oneRequest({ requests: [{ method, headers, body }] }: Setup, url: string): Portable {
  const { pathname, search } = new URL(url);
  const expect = { status: [], contains: [], matches: [], json: [], maxMs: null };
  const request: Portable['requests'][number] = {
    name: '0',
    method,
    origin: null,
    path: [pathname + search],
    headers: headers.map(({ name, value }) => [name, [value]]),
    body: body === '' ? null : [body],
    weight: 1,
    thinkS: [0, 0],
    expect,
    captures: [],
  };
  return { order: 'mix', cookies: false, requests: [request], values: [] };
}

function isName(hostname: string): boolean {
  return !/^\[|^\d+(\.\d+){3}$/.test(hostname);
}

function hostsOf(users: UsersOrder | null): Record<string, string> {
  const others = [...(users?.others ?? [])].map(([origin, { address }]) => [new URL(origin).hostname, address] as const);
  return Object.fromEntries(others.filter(([name]) => isName(name)));
}

/** Requests have the phase in which they were sent: k6 does not say for which they were meant. */
function phaseAt(load: Load): (at: Microseconds) => number {
  const parts = partsOfLoad(load);
  if (parts === null) return () => 0;
  return atEnds(
    parts.are === 'phases'
      ? parts.schedule.phases.map(({ seconds }) => seconds)
      : parts.levels.values.map((_, place) => parts.holdS(place)),
  );
}

function atEnds(lengths: readonly number[]): (at: Microseconds) => number {
  let end = 0;
  const ends = lengths.map((seconds) => {
    end += seconds;
    return end * US_PER_S;
  });
  return (at) => {
    const phase = ends.findIndex((one) => at < one);
    return phase < 0 ? Math.max(0, ends.length - 1) : phase;
  };
}

/** k6 has the time of day. When a millisecond begins, it is known to some microseconds. */
function wallToClock(): (wall: Microseconds) => Microseconds {
  const before = Date.now();
  let wall = Date.now();
  while (wall === before) wall = Date.now();
  const offset = clockUs() - wall * 1_000;
  return (at) => at + offset;
}
