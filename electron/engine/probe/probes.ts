/** The probe that this engine makes, or has made last: one for all its pages. */
import { type Outcome, succeed } from '../../../shared/model/failure.ts';
import { NO_PROBE, type ProbeOrder, type ProbeState } from '../../../shared/model/probe.ts';
import { REDACTED } from '../../../shared/model/setup/hidden.ts';
import { redactUrl } from '../../../shared/privacy/redact-url.ts';
import { Starts } from '../machine/starts.ts';
import { startProbe } from './probe-service.ts';

export class Probes {
  private now: ProbeState = NO_PROBE;
  private readonly starts = new Starts();
  private ended: Promise<void> = Promise.resolve();

  /** `onChange`: the state has changed. */
  constructor(private readonly onChange: () => void) {}

  get state(): ProbeState {
    return this.now;
  }

  start(order: ProbeOrder): Promise<Outcome<null>> {
    return this.starts.start((signal) => this.begin(order, signal));
  }

  /** Resolves when nothing is sent any more; what was found is kept. One that is being started ends before it sends anything. */
  async stop(): Promise<void> {
    if (this.now.progress !== null) this.become({ ...this.now, isStopping: true });
    await this.starts.stop();
    await this.ended;
  }

  /** As `stop`; no probe is started afterwards. */
  async close(): Promise<void> {
    await Promise.all([this.starts.close(), this.stop()]);
  }

  /** Resolves when the probe that was started last has ended. */
  untilEnded(): Promise<void> {
    return this.ended;
  }

  private async begin(order: ProbeOrder, signal: AbortSignal): Promise<Outcome<null>> {
    const started = await startProbe(order, signal, (progress) => this.become({ ...this.now, progress }));
    if (!started.ok) return started;
    const asked = { url: redactUrl(order.url, () => REDACTED, true), budgetS: order.budgetS };
    this.become({ ...NO_PROBE, asked, progress: { stage: { doing: 'single' }, elapsedS: 0, serviceMs: null, steps: [], levels: [] } });
    this.ended = started.value.result.then((found) =>
      this.become({ ...NO_PROBE, asked, ...(found.ok ? { report: found.value } : { failure: found.failure }) }),
    );
    return succeed(null);
  }

  private become(state: ProbeState): void {
    this.now = state;
    this.onChange();
  }
}
