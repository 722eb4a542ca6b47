import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ExitInfo, TargetProcess } from '../../../shared/model/run.ts';
import type { Microseconds } from '../../../shared/model/units.ts';
import type { NodeBinary } from '../../../shared/protocol/contract.ts';
import type { FromAgent } from '../agent/protocol.ts';
import type { AgentLink, AgentServer, AgentServerEvents } from './agent-server.ts';
import type { Listener, Target, TargetEvents } from './launch.ts';
import { drainOutput, Tail } from './output.ts';
import { type OutsideOptions, OutsideWatch } from './outside-watch.ts';
import { ProcessControl } from './process-control.ts';
import { ProfileRecorder } from './profile-recorder.ts';
import { type Stats, sampleFromStats } from './samples.ts';

/** After the process has ended: its last output and its agent's last words are still in the pipes. A child may hold them open. */
const LAST_WORDS_MS = 300;

/** Puts together what the agents report, what is seen from outside, and the process itself. */
export class RunningTarget implements Target {
  readonly listeners: Listener[] = [];
  readonly exit: Promise<ExitInfo>;
  readonly agentEvents: AgentServerEvents;
  exited: ExitInfo | null = null;
  agent: boolean;
  private readonly links = new Set<AgentLink>();
  private readonly lastStats = new Map<AgentLink, Stats>();
  private readonly recorder: ProfileRecorder;
  private readonly tail = new Tail();
  private resolveExit!: (exit: ExitInfo) => void;
  private child!: ChildProcess;
  private server!: AgentServer;
  private control!: ProcessControl;
  private watch!: OutsideWatch;
  private mainRuns = true;
  private stopping: Promise<ExitInfo> | null = null;
  private warnedOfGarbage = false;

  constructor(
    readonly node: NodeBinary,
    private readonly runId: string,
    private readonly mayHaveAgent: boolean,
    private readonly events: TargetEvents,
  ) {
    this.agent = mayHaveAgent;
    this.exit = new Promise((resolve) => {
      this.resolveExit = resolve;
    });
    this.recorder = new ProfileRecorder(events.onSlice, events.onWarning);
    this.agentEvents = {
      onHello: (link) => this.onHello(link),
      onMessage: (link, message) => this.onMessage(link, message),
      onGone: (link) => this.onGone(link),
      onGarbage: () => this.onGarbage(),
    };
    if (!mayHaveAgent) {
      events.onWarning(
        'The script runs under the permission model, where the agent cannot be loaded: no profile and no event-loop figures; processor time and memory are measured from outside.',
      );
    }
  }

  /** Called once, in the same turn in which the process was started: nothing it says is missed. */
  attach(child: ChildProcess, server: AgentServer): void {
    this.child = child;
    this.server = server;
    this.control = new ProcessControl(
      this.pid,
      this.runId,
      () => this.mainRuns,
      () => [...this.links].map(({ hello }) => hello.pid),
    );
    this.watch = new OutsideWatch(this.control, this.outsideOptions(), {
      onUnobserved: ({ pid, ppid }, title, isNode) =>
        this.onUnobserved({ pid, parentPid: ppid, role: this.roleOf(pid), title, node: '' }, isNode),
      onSample: this.events.onSample,
      onPort: (pid, { host, port }) => this.onOutsidePort({ protocol: 'unknown', host, port, socketPath: null, pid }),
    });
    drainOutput(child.stdout!, (text) => this.events.onOutput('stdout', text));
    drainOutput(child.stderr!, (text) => {
      this.tail.push(text);
      this.events.onOutput('stderr', text);
    });
    const closed = once(child, 'close');
    child.once('exit', (code, signal) => void this.onExit({ code, signal }, closed));
  }

  private outsideOptions(): OutsideOptions {
    return {
      mainPid: this.pid,
      expectAgent: this.mayHaveAgent,
      hasAgent: (pid) => this.hasAgent(pid),
      wantsPorts: () => this.listeners.length === 0,
    };
  }

  get pid(): number {
    return this.child.pid!;
  }

  stderrTail(): string {
    return this.tail.toString();
  }

  startProfile(intervalUs: Microseconds): Promise<void> {
    return this.recorder.start(intervalUs);
  }

  stopProfile(): Promise<void> {
    return this.recorder.stop();
  }

  scripts(): readonly { url: string; map: string }[] {
    return [...this.recorder.scripts].map(([url, map]) => ({ url, map }));
  }

  stop(): Promise<ExitInfo> {
    this.stopping ??= this.stopAll();
    return this.stopping;
  }

  private async stopAll(): Promise<ExitInfo> {
    const left = await this.control.stop(() => this.sendQuit());
    this.watch.stop();
    // Whatever still has an agent dies with this.
    this.server.close();
    if (left.length > 0) this.events.onWarning(`These processes could not be ended: ${left.join(', ')}.`);
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
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS))]);
    this.exited = exit;
    this.events.onExit(exit);
    this.resolveExit(exit);
  }

  private onHello(link: AgentLink): void {
    const { pid, ppid, role, title, node } = link.hello;
    this.links.add(link);
    this.agent = true;
    this.events.onProcess({ pid, parentPid: ppid, role, title, node });
    this.recorder.onHello(link);
  }

  private onMessage(link: AgentLink, message: FromAgent): void {
    const { pid } = link.hello;
    switch (message.type) {
      case 'listening':
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
      case 'profile-started':
      case 'slice':
      case 'scripts':
        this.recorder.onMessage(link, message);
        break;
      case 'warning':
        this.events.onWarning(message.message);
        break;
      case 'hello':
      case 'exit':
        // The connection closes right after; the code of the main process comes from the system.
        break;
    }
  }

  private onStats(link: AgentLink, stats: Stats): void {
    const before = this.lastStats.get(link);
    this.lastStats.set(link, stats);
    if (before) this.events.onSample(sampleFromStats(link.hello.pid, before, stats));
  }

  private onGone(link: AgentLink): void {
    this.links.delete(link);
    this.lastStats.delete(link);
    this.recorder.onGone(link);
  }

  /** Several processes of a cluster report the same port; the outside look knows no protocol and comes late. */
  private addListener(listener: Listener): void {
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
    const debugged = [...this.tail.toString().matchAll(/^Debugger listening on ws:\/\/\S*?:(\d+)\//gm)].map(([, port]) => Number(port));
    if (!debugged.includes(listener.port!)) this.addListener(listener);
  }

  private onUnobserved(process: TargetProcess, isNode: boolean): void {
    this.events.onProcess(process);
    if (process.pid === this.pid) this.agent = false;
    // Under the permission model this has been said already.
    if (!isNode || !this.mayHaveAgent) return;
    this.events.onWarning(
      `Process ${process.pid} (${process.title}) does not report: it was started without the NODE_OPTIONS that load the agent. Its processor time and memory are measured from outside; it has no profile.`,
    );
  }

  private onGarbage(): void {
    if (this.warnedOfGarbage) return;
    this.warnedOfGarbage = true;
    this.events.onWarning('Something that is not our agent spoke on its private socket and was disconnected.');
  }

  private hasAgent(pid: number): boolean {
    return [...this.links].some(({ hello }) => hello.pid === pid);
  }

  private roleOf(pid: number): TargetProcess['role'] {
    return pid === this.pid ? 'main' : 'child';
  }
}
