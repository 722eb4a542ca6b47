import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { showHidden } from '../../../shared/base/show-hidden.ts';
import type { Microseconds } from '../../../shared/base/units.ts';
import type { ExitInfo, TargetProcess } from '../../../shared/model/run.ts';
import { MOST_THREAD_TITLE, type ProcessThread } from '../../../shared/model/thread-times.ts';
import { MOST_TIMING_CHARACTERS, type UserTiming } from '../../../shared/model/user-timings.ts';
import type { NodeBinary } from '../../../shared/protocol/setup-contract.ts';
import { type Said, say } from '../../../shared/words/said.ts';
import { type ProcessRow, readProcess } from '../agent/processes.ts';
import type { FromAgent } from '../agent/protocol.ts';
import type { TimingReport } from '../agent/user-timings.ts';
import { within } from '../agent/within.ts';
import type { CapturedProcess, FromHalf } from '../captures/capture-port.ts';
import type { CaptureSet } from '../captures/captures.ts';
import { clockUs } from '../machine/clock.ts';
import { type Deferred, defer } from '../machine/defer.ts';
import type { AgentLink, AgentServerEvents } from './agent-server.ts';
import type { Evidence, LaunchedKind, LaunchedScript, Listener, ScriptEvents } from './launched-script.ts';
import { drainOutput, Tail } from './output.ts';
import { FIGURES_WITHIN_MS, HELLO_WITHIN_MS, type OutsideOptions, OutsideWatch } from './outside-watch.ts';
import { findPortOwner, type PortOwner } from './port-owner.ts';
import { ProcessControl } from './process-control.ts';
import { isRunning, startOf } from './process-life.ts';
import { isNode, titleOf } from './process-title.ts';
import { type Stats, sampleFromStats } from './samples.ts';
import { SystemSampler } from './system-figures.ts';
import { runtimeOf, whyUnobserved } from './why-unobserved.ts';

/** After the process has ended: its last output and its agent's last messages are still in the pipes. A child may hold them open. */
const LAST_WORDS_MS = 300;
/** Of the event loop, after the one in which the end was noticed: a connection of its agent is accepted in one at the latest, and read in the next. */
const TURNS_UNTIL_KNOWN = 3;

/** Of a sample that was asked for: an agent whose main thread is blocked says so within 350 ms; one that is stopped says nothing. */
const SAMPLE_WITHIN_MS = 500;
const SETTLE_LOOK_MS = 20;
/** A process whose agent has gone has ended within a second, or goes on without it. */
const MOST_LOOKS = 50;

/** A shell that becomes the program it was asked to start has done so by then. */
const SHELL_MS = 500;

/** Combines the reports of the agents, the observations from outside, and the process itself. */
export class RunningTarget implements LaunchedScript {
  readonly listeners: Listener[] = [];
  readonly exit: Promise<ExitInfo>;
  readonly launched: LaunchedKind;
  readonly agentEvents: AgentServerEvents;
  exited: ExitInfo | null = null;
  agent: boolean;
  private readonly links = new Set<AgentLink>();
  private readonly system = new SystemSampler();
  private readonly lastStats = new Map<AgentLink, Stats>();
  /** Whoever waits for a sample that was asked for. */
  private readonly asked = new Map<AgentLink, readonly Deferred<void>[]>();
  private readonly captured = new Map<AgentLink, CapturedProcess>();
  private readonly tails = { stdout: new Tail(), stderr: new Tail() };
  /** The port on which the script could not listen; null once it listens on one. */
  private takenPort: number | null = null;
  private resolveExit!: (exit: ExitInfo) => void;
  /** The connection of the main process's agent is closed: all that it sent has been read. */
  private onHeard: () => void = () => {};
  private child!: ChildProcess;
  /** Kills every process that still has an agent. */
  private closeServer!: () => void;
  private control!: ProcessControl;
  private watch!: OutsideWatch;
  private mainRuns = true;
  private stopping: Promise<ExitInfo> | null = null;
  /** What was said, and is not said again. */
  private readonly warned = new Set<'stranger' | 'invalid'>();
  private readonly known = new Map<number, TargetProcess>();
  /** When an agent last sent figures, or came. */
  private readonly heard = new Map<AgentLink, number>();
  /** Every process that has reported. */
  private readonly reported = new Set<number>();
  /** What is said at the end of processes that have not reported by then, though nothing kept them from it. */
  private readonly silent = new Map<number, Said>();
  /** What is being found out of processes without an agent. */
  private readonly asking = new Set<Promise<void>>();
  /** Of what leads, had it no agent when it was found. */
  private says: Said | null = null;
  /** Processes of which it was said why they have no agent. */
  private readonly told = new Set<number>();
  private leadPort: number | null = null;
  /** By process and port: when it was first seen to listen. */
  private readonly listenedFrom = new Map<string, Microseconds>();
  /** Of processes that have ended, as far as it is known how. */
  private readonly exits = new Map<number, ExitInfo>();
  /** The process that serves. Null: of a command, before it listens; until then nothing is recorded inside its processes. */
  private lead: number | null = null;

  constructor(
    readonly node: NodeBinary | null,
    private readonly runId: string,
    private readonly mayHaveAgent: boolean,
    private readonly captures: CaptureSet,
    private readonly events: ScriptEvents,
  ) {
    this.agent = mayHaveAgent;
    this.launched = node === null ? 'command' : 'script';
    this.exit = new Promise((resolve) => {
      this.resolveExit = resolve;
    });
    this.agentEvents = {
      onHello: (link) => this.onHello(link),
      onMessage: (link, message) => this.onMessage(link, message),
      onGone: (link) => this.onGone(link),
      onStranger: () => this.warnOnce('stranger', say('recording.stranger')),
      onInvalid: ({ hello: { pid, title } }) => this.warnOnce('invalid', say('recording.invalid', { pid, title: showHidden(title) })),
    };
    if (!mayHaveAgent) {
      events.onWarning(say('recording.permissionModel'));
    }
  }

  /** Called once, in the same tick in which the process was started, so that no output is missed. */
  attach(child: ChildProcess, closeServer: () => void): void {
    this.child = child;
    this.closeServer = closeServer;
    // Never written to; who has closed its end need not be told.
    child.stdin!.on('error', () => {});
    if (this.launched === 'script') this.lead = this.pid;
    this.control = new ProcessControl(
      this.pid,
      this.runId,
      () => this.mainRuns,
      () => [...this.links].map(({ hello }) => hello.pid),
    );
    this.watch = new OutsideWatch(this.control, this.outsideOptions(), {
      onUnobserved: ({ pid, ppid }, title, isNode) =>
        this.onUnobserved({ pid, parentPid: ppid, role: this.roleOf(pid), title, node: '' }, isNode),
      onEnded: (pid, at) => this.noteEnd(pid, at),
      onSample: this.events.onSample,
      onThreads: this.events.onThreads,
      onPort: (pid, { host, port }) => this.onOutsidePort({ protocol: 'unknown', host, port, socketPath: null, pid }),
    });
    for (const stream of ['stdout', 'stderr'] as const) {
      drainOutput(child[stream]!, (text) => {
        this.tails[stream].push(text);
        this.events.onOutput(stream, text);
      });
    }
    const closed = once(child, 'close');
    child.once('exit', (code, signal) => void this.onExit({ code, signal }, closed));
  }

  private outsideOptions(): OutsideOptions {
    return {
      mainPid: this.pid,
      expectsAgent: (pid) => this.mayHaveAgent && (this.launched === 'script' || isNode(pid)),
      settleMs: this.launched === 'script' ? 0 : SHELL_MS,
      hasAgent: (pid) => this.hasAgent(pid),
      hasReported: (pid) => this.reported.has(pid) && this.known.get(pid)?.ended === undefined,
      isServing: (pid) => pid === this.lead,
      reports: (pid) => this.reports(pid),
      wantsPorts: () => this.listeners.length === 0 || this.isDeserted(),
      isDeserted: () => this.isDeserted(),
    };
  }

  get pid(): number {
    return this.child.pid!;
  }

  ownerOf(host: string, port: number): PortOwner {
    return findPortOwner(host, port, this.control.alive());
  }

  evidence(): Evidence {
    return {
      launched: this.launched,
      stdout: this.tails.stdout.toString(),
      stderr: this.tails.stderr.toString(),
      takenPort: this.takenPort,
    };
  }

  processes(): readonly ProcessRow[] {
    return this.control.known();
  }

  async sample(): Promise<void> {
    this.watch.sample();
    const asked = [...this.links].map((link) => {
      const sampled = defer<void>();
      this.asked.set(link, [...(this.asked.get(link) ?? []), sampled]);
      link.send({ type: 'sample' });
      return sampled.promise;
    });
    await within(Promise.all(asked), SAMPLE_WITHIN_MS);
  }

  stop(): Promise<ExitInfo> {
    this.stopping ??= this.stopAll();
    return this.stopping;
  }

  private async stopAll(): Promise<ExitInfo> {
    await within(Promise.all(this.asking), LAST_WORDS_MS);
    for (const [pid, says] of this.silent) if (!this.launchersOf(this.lead ?? this.pid).has(pid)) this.events.onWarning(says);
    const left = await this.control.stop(() => this.sendQuit());
    this.watch.stop();
    this.closeServer();
    this.child.stdin!.destroy();
    if (left.length > 0) this.events.onWarning(say('recording.notEnded', { pids: { list: left, by: 'comma' } }));
    if (this.mainRuns) return { code: null, signal: null };
    const exit = await this.exit;
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
    return exit;
  }

  private sendQuit(): void {
    for (const link of this.links) if (link.hello.pid === this.pid) link.send({ type: 'quit' });
  }

  private async onExit(exit: ExitInfo, closed: Promise<unknown>): Promise<void> {
    this.mainRuns = false;
    this.noteExit(this.pid, exit);
    this.noteEnd(this.pid, clockUs());
    await within(Promise.all([closed, this.heardOut()]), LAST_WORDS_MS);
    this.exited = exit;
    this.events.onExit(exit);
    this.resolveExit(exit);
  }

  /** The end of a process may be noticed before what its agent sent: they come by different ways. */
  private async heardOut(): Promise<void> {
    for (let turn = 0; turn < TURNS_UNTIL_KNOWN; turn++) await nextTurn();
    if (this.linkOf(this.pid) === null) return;
    await new Promise<void>((resolve) => {
      this.onHeard = resolve;
    });
  }

  private onHello(link: AgentLink): void {
    const { pid, ppid, role, title, node } = link.hello;
    this.links.add(link);
    this.heard.set(link, performance.now());
    this.reported.add(pid);
    this.silent.delete(pid);
    this.agent = true;
    this.announce({ pid, parentPid: ppid, role: role === 'cluster worker' ? role : this.roleOf(pid), title, node });
    const captured = toCaptured(link);
    this.captured.set(link, captured);
    if (this.lead !== null) this.captures.onProcess(captured);
  }

  /**
   * The load goes to this port. Of a command the process that serves it leads. Those between it and the command (npm, a shell, a watcher) have only started it,
   * and nothing is recorded inside them.
   */
  leadFrom(port: number): void {
    if (this.leadPort !== null) return;
    this.leadPort = port;
    for (const listener of this.listeners) this.noteServing(listener);
    if (this.lead !== null) return;
    const serving = this.listeners.find((listener) => listener.port === port)?.pid;
    // Looked for now: a shell between two of them may be younger than the last look.
    this.control.look();
    const isWorker = serving !== undefined && this.linkOf(serving)?.hello.role === 'cluster worker';
    const lead = (isWorker ? this.parentOf(serving) : serving) ?? this.pid;
    const launchers = this.launchersOf(lead);
    for (const one of this.captured.values()) if (!launchers.has(one.pid)) this.captures.onProcess(one);
    this.leadWith(lead);
    if (this.linkOf(lead) === null && this.mayHaveAgent) this.ask(this.describeStranger(lead), (says) => (this.says = says));
  }

  private leadWith(pid: number): void {
    this.lead = pid;
    const known = this.known.get(pid) ?? { pid, parentPid: this.parentOf(pid) ?? this.pid, title: '', node: '' };
    // A shell that has started it with `exec` was known by its own name.
    this.announce({ ...known, ...(this.linkOf(pid) === null ? { title: titleOf(pid) } : {}), role: 'main' });
  }

  async stranger(): Promise<Said | null> {
    await within(Promise.all(this.asking), LAST_WORDS_MS);
    return this.lead === null || this.reported.has(this.lead) || this.told.has(this.lead) ? null : this.says;
  }

  /** What leads has no agent. Asked while it lives. */
  private async describeStranger(pid: number): Promise<Said> {
    const { title } = this.known.get(pid)!;
    const [why, runtime] = await Promise.all([isNode(pid) ? whyUnobserved(pid, title) : null, runtimeOf(pid)]);
    return why ?? (runtime === null ? say('target.noNodeServer', { title, pid }) : say('target.otherRuntime', { title, pid, runtime }));
  }

  /** Waits for the agent of what leads, which may come late on a busy machine. */
  async settleLead(): Promise<void> {
    const until = performance.now() + HELLO_WITHIN_MS;
    const isAwaited = () => this.lead !== null && this.mayHaveAgent && isNode(this.lead) && !this.reported.has(this.lead);
    if (!isAwaited() || (await whyUnobserved(this.lead!, '')) !== null) return;
    while (isAwaited() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, SETTLE_LOOK_MS));
  }

  private parentOf(pid: number): number | undefined {
    return this.linkOf(pid)?.hello.ppid ?? readProcess(pid)?.ppid;
  }

  /** What only started this process, or what started it. */
  private launchersOf(lead: number): ReadonlySet<number> {
    const launchers = new Set<number>();
    for (let pid = this.parentOf(lead); pid !== undefined && pid > 1 && !launchers.has(pid); pid = this.parentOf(pid)) launchers.add(pid);
    return launchers;
  }

  /** Of a command: where the process that served has ended, whoever listens at its port has taken its place. */
  private noteRestart({ port, pid }: Listener): void {
    if (this.lead === null || port === null || port !== this.leadPort || this.hasAgent(this.lead) || readProcess(this.lead) !== null)
      return;
    const isWorker = this.linkOf(pid)?.hello.role === 'cluster worker';
    this.leadWith((isWorker ? this.parentOf(pid) : null) ?? pid);
  }

  private ask<T>(question: Promise<T>, take: (found: T) => void): void {
    const asked = question.then(take);
    this.asking.add(asked);
    void asked.then(() => this.asking.delete(asked));
  }

  /** The version of Node that serves; null: it is no Node, or has no agent. */
  get servingNode(): string | null {
    return (this.lead === null ? null : this.linkOf(this.lead)?.hello.node) ?? null;
  }

  /** What was known of the same process before stays. */
  private announce(process: TargetProcess): void {
    const before = this.known.get(process.pid);
    const isSame = before !== undefined && before.ended === undefined;
    const since = isSame ? before : { startedAt: startOf(process.pid) };
    const known = { ...process, startedAt: process.startedAt ?? since.startedAt };
    this.tellProcess(isSame && before.servesFrom !== undefined ? { ...known, servesFrom: before.servesFrom } : known);
    if (isSame) return;
    this.exits.delete(process.pid);
    for (const listener of this.listeners) if (listener.pid === process.pid) this.noteServing(listener);
  }

  private tellProcess(process: TargetProcess): void {
    this.known.set(process.pid, process);
    this.events.onProcess(process);
  }

  private noteServing({ pid, port }: Pick<Listener, 'pid' | 'port'>): void {
    const known = this.known.get(pid);
    if (port === null || port !== this.leadPort || known === undefined || known.servesFrom !== undefined) return;
    this.tellProcess({ ...known, servesFrom: this.listenedFrom.get(`${pid}:${port}`) });
  }

  /** Whoever listened where the load goes has ended, and nobody has come since. */
  private isDeserted(): boolean {
    const serving = [...this.known.values()].filter(({ servesFrom }) => servesFrom !== undefined);
    return serving.length > 0 && serving.every(({ ended }) => ended !== undefined);
  }

  private noteEnd(pid: number, at: Microseconds): void {
    const known = this.known.get(pid);
    if (this.stopping !== null || known === undefined || known.ended !== undefined) return;
    this.tellProcess({ ...known, ended: { at, exit: this.exits.get(pid) ?? null } });
  }

  /** Its parent may say so later than its own agent, and knows better. */
  private noteExit(pid: number, exit: ExitInfo): void {
    this.exits.set(pid, exit);
    const known = this.known.get(pid);
    if (known?.ended !== undefined) this.tellProcess({ ...known, ended: { ...known.ended, exit } });
  }

  /** Its agent has gone: with it, unless it was cut off, or is about to. */
  private awaitEnd(pid: number): void {
    const at = clockUs();
    let looks = 0;
    const look = () => {
      if (this.hasAgent(pid) || this.stopping !== null) return;
      if (!isRunning(pid)) this.noteEnd(pid, at);
      else if (++looks < MOST_LOOKS) setTimeout(look, SETTLE_LOOK_MS).unref();
    };
    look();
  }

  private linkOf(pid: number): AgentLink | null {
    return [...this.links].find(({ hello }) => hello.pid === pid) ?? null;
  }

  /** False: it is not a valid message. */
  private onMessage(link: AgentLink, message: FromAgent): boolean {
    const { pid } = link.hello;
    switch (message.type) {
      case 'listen-failed':
        if (message.code === 'EADDRINUSE') this.takenPort = message.port;
        break;
      case 'listening':
        this.takenPort = null;
        this.addListener({
          protocol: message.protocol,
          host: message.address ?? '',
          port: message.port,
          socketPath: message.socketPath,
          pid,
        });
        break;
      case 'stats':
        this.onStats(link, message);
        break;
      case 'threads': {
        const { type: _, ...told } = message;
        this.events.onThreads({ pid, ...told, threads: told.threads.map(shown) });
        break;
      }
      case 'timings':
        this.events.onTimings(toTimings(pid, message.thread ?? 0, message.timings), message.lost);
        break;
      case 'capture-started':
        return this.onCapture(link, message.capture, { type: 'started' });
      case 'capture-stopped':
        return this.onCapture(link, message.capture, { type: 'stopped' });
      case 'capture-report':
        return this.onCapture(link, message.capture, { type: 'report', report: message.report });
      case 'capture-failed':
        return this.onCapture(link, message.capture, { type: 'failed', why: message.why });
      case 'child-exit':
        this.noteExit(message.pid, { code: message.code, signal: message.signal });
        break;
      case 'exit':
        // Of one that ends itself by a signal its parent knows more; that of the main process comes from the system.
        if (message.code !== null && pid !== this.pid) this.noteExit(pid, { code: message.code, signal: null });
        break;
      case 'hello':
        break;
    }
    return true;
  }

  private onCapture(link: AgentLink, capture: string, message: FromHalf): boolean {
    return this.captures.onMessage(this.captured.get(link)!, capture, message);
  }

  private onStats(link: AgentLink, stats: Stats): void {
    const before = this.lastStats.get(link);
    this.lastStats.set(link, stats);
    const { pid } = link.hello;
    this.heard.set(link, performance.now());
    const system = this.system.sample(pid);
    if (before) this.events.onSample({ ...sampleFromStats(pid, before, stats), ...system });
    if (stats.asked) this.resolveAsked(link);
  }

  private resolveAsked(link: AgentLink): void {
    for (const { resolve } of this.asked.get(link) ?? []) resolve();
    this.asked.delete(link);
  }

  private onGone(link: AgentLink): void {
    this.links.delete(link);
    this.resolveAsked(link);
    this.lastStats.delete(link);
    this.heard.delete(link);
    const captured = this.captured.get(link);
    this.captured.delete(link);
    if (captured) this.captures.onGone(captured);
    if (link.hello.pid === this.pid) this.onHeard();
    else this.awaitEnd(link.hello.pid);
  }

  /** Several processes of a cluster report the same port; the scan from outside does not know the protocol and comes late. */
  private addListener(listener: Listener): void {
    const key = `${listener.pid}:${listener.port}`;
    if (!this.listenedFrom.has(key)) this.listenedFrom.set(key, clockUs());
    this.noteServing(listener);
    this.noteRestart(listener);
    const isSame = (other: Listener) =>
      other.port === listener.port &&
      other.socketPath === listener.socketPath &&
      (listener.protocol === 'unknown' ||
        (other.protocol === listener.protocol && other.pid === listener.pid && other.host === listener.host));
    if (this.listeners.some(isSame)) return;
    this.listeners.push(listener);
    this.events.onListening(listener);
  }

  /** The user's own --inspect opens a port, too; Node announces it on stderr. */
  private onOutsidePort(listener: Listener): void {
    const debugged = [...this.tails.stderr.toString().matchAll(/^Debugger listening on ws:\/\/\S*?:(\d+)\//gm)].map(([, port]) =>
      Number(port),
    );
    if (!debugged.includes(listener.port!)) this.addListener(listener);
  }

  private onUnobserved(process: TargetProcess, isNode: boolean): void {
    this.announce(process);
    if (process.pid === this.pid) this.agent = false;
    // Under the permission model this was already reported.
    if (!isNode || !this.mayHaveAgent) return;
    const { pid, title } = process;
    this.ask(whyUnobserved(pid, title), (why) => {
      if (this.reported.has(pid)) return;
      if (why === null) this.silent.set(pid, say('recording.silent', { pid, title }));
      else if (this.lead === null || !this.launchersOf(this.lead).has(pid)) {
        this.told.add(pid);
        this.events.onWarning(why);
      }
    });
  }

  private warnOnce(of: 'stranger' | 'invalid', says: Said): void {
    if (this.warned.has(of)) return;
    this.warned.add(of);
    this.events.onWarning(says);
  }

  private hasAgent(pid: number): boolean {
    return this.linkOf(pid) !== null;
  }

  private reports(pid: number): boolean {
    const link = this.linkOf(pid);
    return link !== null && performance.now() - this.heard.get(link)! < FIGURES_WITHIN_MS;
  }

  private roleOf(pid: number): TargetProcess['role'] {
    return pid === this.lead ? 'main' : 'child';
  }
}

/** The process as a capture sees it. */
function toCaptured(link: AgentLink): CapturedProcess {
  return {
    pid: link.hello.pid,
    role: link.hello.role,
    prepare: (capture, options) => link.send({ type: 'capture-prepare', capture, options }),
    start: (capture, options) => link.send({ type: 'capture-start', capture, options }),
    stop: (capture) => link.send({ type: 'capture-stop', capture }),
  };
}

/** The names come from the user's program. */
function shown(thread: ProcessThread): ProcessThread {
  return { ...thread, title: showHidden(thread.title).slice(0, MOST_THREAD_TITLE) };
}

/** The name comes from the user's program. */
function toTimings(pid: number, thread: number, told: readonly TimingReport[]): UserTiming[] {
  return told.map(([name, at, us]) => ({
    pid,
    ...(thread > 0 && { thread }),
    name: showHidden(name).slice(0, MOST_TIMING_CHARACTERS),
    at: Math.round(at),
    us: us < 0 ? null : Math.round(us),
  }));
}
