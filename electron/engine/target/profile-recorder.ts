import type { Microseconds } from '../../../shared/model/units.ts';
import type { V8Profile } from '../../../shared/profile/v8-profile.ts';
import type { FromAgent, ToAgent } from '../agent/protocol.ts';
import type { AgentLink } from './agent-server.ts';

/** Often enough to watch the flame graph grow; a killed target loses this much. */
const SLICE_MS = 1_000;
/** A main thread blocked in a native call cannot start or end its profile; the run does not wait for it longer. */
const MAX_WAIT_MS = 3_000;

/** Takes the CPU profile of every process of a target, those that come later included. */
export class ProfileRecorder {
  readonly scripts = new Map<string, string>();
  private readonly links = new Set<AgentLink>();
  /** Processes that have yet to answer the order given last. */
  private readonly waiting = new Set<AgentLink>();
  private expected: 'profile-started' | 'scripts' = 'profile-started';
  private onAnswered: () => void = () => {};
  private intervalUs: Microseconds | null = null;

  constructor(
    private readonly onSlice: (pid: number, profile: V8Profile) => void,
    private readonly onWarning: (message: string) => void,
  ) {}

  async start(intervalUs: Microseconds): Promise<void> {
    this.intervalUs = intervalUs;
    const late = await this.order({ type: 'profile-start', intervalUs, sliceMs: SLICE_MS }, 'profile-started');
    for (const pid of late) this.onWarning(`Process ${pid} has not answered for ${MAX_WAIT_MS / 1e3} s: its profile starts late.`);
  }

  async stop(): Promise<void> {
    if (this.intervalUs === null) return;
    const late = await this.order({ type: 'profile-stop' }, 'scripts');
    this.intervalUs = null;
    for (const pid of late) {
      this.onWarning(`Process ${pid} did not answer within ${MAX_WAIT_MS / 1e3} s: the last part of its profile is missing.`);
    }
  }

  onHello(link: AgentLink): void {
    this.links.add(link);
    if (this.intervalUs !== null) link.send({ type: 'profile-start', intervalUs: this.intervalUs, sliceMs: SLICE_MS });
  }

  onGone(link: AgentLink): void {
    this.links.delete(link);
    this.answered(link);
  }

  onMessage(link: AgentLink, message: Extract<FromAgent, { type: 'profile-started' | 'slice' | 'scripts' }>): void {
    if (message.type === 'slice') this.takeSlice(link, message);
    else {
      if (message.type === 'scripts') for (const { url, map } of message.scripts) this.scripts.set(url, map);
      // A late start may be reported while the end is being waited for.
      if (message.type === this.expected) this.answered(link);
    }
  }

  private takeSlice(link: AgentLink, { profile, clockOffset }: Extract<FromAgent, { type: 'slice' }>): void {
    if (profile === null) this.answered(link);
    // What comes after the recording has been closed belongs to nobody.
    else if (this.intervalUs !== null) {
      this.onSlice(link.hello.pid, { ...profile, startTime: profile.startTime + clockOffset, endTime: profile.endTime + clockOffset });
    }
  }

  /** Tells all, and waits until all have answered or are gone. Answers the pids of those that took too long. */
  private async order(message: ToAgent, expected: ProfileRecorder['expected']): Promise<number[]> {
    this.expected = expected;
    this.waiting.clear();
    for (const link of this.links) {
      this.waiting.add(link);
      link.send(message);
    }
    if (this.waiting.size === 0) return [];
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.onAnswered = resolve;
      timer = setTimeout(resolve, MAX_WAIT_MS);
    });
    clearTimeout(timer);
    return [...this.waiting].map(({ hello }) => hello.pid);
  }

  private answered(link: AgentLink): void {
    if (this.waiting.delete(link) && this.waiting.size === 0) this.onAnswered();
  }
}
