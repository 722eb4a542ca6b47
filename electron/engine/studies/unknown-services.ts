/**
 * The services of a study of unknown services: started on free ports with parameters that nobody is told, probed one after the other, and
 * told on request. They run until others are started, until they are stopped, or as long as the engine; what was found out about them is kept until
 * others are started. One pair for all pages.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { drawServices } from '../../../shared/analysis/probe/draw-services.ts';
import type { Study } from '../../../shared/model/comparison/study.ts';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { PROBE_DEFAULTS, type ProbeOrder } from '../../../shared/model/probe.ts';
import { SEEDS, type ServicesForm, type ServicesPlan, type ServiceTruth, type StudiedServices } from '../../../shared/model/services.ts';
import { completeSetup } from '../../../shared/model/setup/settings-list.ts';
import { setupSchema } from '../../../shared/model/setup/setup-schema.ts';
import { say } from '../../../shared/words/said.ts';
import { CaptureSet } from '../captures/captures.ts';
import { orStopped, Starts, stoppedBefore } from '../machine/starts.ts';
import { Probes } from '../probe/probes.ts';
import type { TargetPort } from '../target/target-port.ts';
import { startTarget } from '../target/targets.ts';

const NAMES = ['A', 'B', 'C', 'D'];

export interface ServicesOrder extends Omit<ServicesPlan, 'form' | 'seed'> {
  readonly script: string;
  readonly form: ServicesForm;
  /** Null: any. */
  readonly seed: number | null;
}

/** `form`: one of this study, which is of unknown services. `seed`: null: any. */
export function orderServices({ name, folder, title, services }: Study, form: ServicesForm, seed: number | null): ServicesOrder {
  const { script, lesson } = services!;
  return { study: name, folder, title, lesson, script, form, seed };
}

/** The services that were started last, and what is known of them. */
export type StartedServices = Omit<StudiedServices, 'sessionId' | 'guesses'>;

interface UnknownService {
  readonly name: string;
  readonly url: string;
  readonly lightUrl: string;
  readonly truth: ServiceTruth;
  readonly target: TargetPort;
  readonly probes: Probes;
}

interface Running {
  readonly order: ServicesOrder;
  readonly seed: number | null;
  readonly unknowns: readonly UnknownService[];
  isTold: boolean;
  isUp: boolean;
  /** The probe was stopped, so that it does not go on to the next service. */
  isStopped: boolean;
}

export class UnknownServices {
  private running: Running | null = null;
  /** Starts and stops run one after the other. */
  private turn: Promise<unknown> = Promise.resolve();
  private readonly starts = new Starts();
  private probing: Promise<void> = Promise.resolve();

  /** `onChange`: the state has changed. */
  constructor(private readonly onChange: () => void) {}

  /** Null: none were started. */
  get state(): StartedServices | null {
    if (this.running === null) return null;
    const { order, seed, unknowns, isTold, isUp } = this.running;
    const { study, folder, title, form, lesson } = order;
    const services = unknowns.map(({ name, url, lightUrl, probes }) => ({ name, url, lightUrl, probe: probes.state }));
    const truths = isTold ? unknowns.map(({ truth }) => truth) : null;
    const plan = { study, folder, title, form: { name: form.name, title: form.title, budgetS: form.budgetS }, seed, lesson };
    return { plan, services, isUp, truths };
  }

  /** `onStarted`: they take the place of the earlier ones now. */
  start(order: ServicesOrder, onStarted: () => void = () => {}): Promise<Outcome<null>> {
    return this.starts.start((signal) => this.begin(order, signal, onStarted));
  }

  private begin(order: ServicesOrder, signal: AbortSignal, onStarted: () => void): Promise<Outcome<null>> {
    return this.inTurn(async () => {
      if (signal.aborted) return stoppedBefore();
      await this.end();
      const seed = order.form.fixed === null ? (order.seed ?? randomInt(SEEDS.low, SEEDS.high + 1)) : null;
      const truths = order.form.fixed ?? drawServices(seed!);
      const started = await Promise.all(truths.map((truth, index) => this.startService(order.script, NAMES[index]!, truth, signal)));
      const unknowns = started.flatMap((one) => (one.ok ? [one.value] : []));
      const failed = started.find((one) => !one.ok);
      if (failed !== undefined) {
        await Promise.all(unknowns.map(({ target }) => target.stop()));
        this.onChange();
        return failed as Outcome<never>;
      }
      this.running = { order, seed, unknowns, isTold: false, isUp: true, isStopped: false };
      onStarted();
      this.onChange();
      return succeed(null);
    });
  }

  /** All of them, one after the other; resolves when the first has begun. `untilProbed` when they have ended. */
  async probe(): Promise<Outcome<null>> {
    const { running } = this;
    const [first, ...others] = running?.unknowns ?? [];
    if (running === null || !running.isUp || first === undefined) return fail('not-available', say('study.notStarted'));
    const { form } = running.order;
    running.isStopped = false;
    const started = await first.probes.start(orderOf(first, form));
    if (!started.ok) return started;
    this.probing = (async () => {
      await first.probes.untilEnded();
      for (const service of others) {
        if (running.isStopped || this.running !== running) return;
        const next = await service.probes.start(orderOf(service, form));
        if (!next.ok) return;
        await service.probes.untilEnded();
      }
    })();
    return succeed(null);
  }

  untilProbed(): Promise<void> {
    return this.probing;
  }

  /** Stops probing; the findings so far are kept. */
  async stopProbing(): Promise<void> {
    const { running } = this;
    if (running === null) return;
    running.isStopped = true;
    await Promise.all(running.unknowns.map(({ probes }) => probes.stop()));
    await this.probing;
  }

  reveal(): void {
    if (this.running !== null) this.running.isTold = true;
    this.onChange();
  }

  /** Stops all services, including those that are starting. */
  stop(): Promise<void> {
    // A start in progress comes before this in the queue, and is cut short.
    void this.starts.stop();
    return this.inTurn(async () => {
      await this.end();
      this.onChange();
    });
  }

  /** As `stop`; no service is started afterwards. */
  async close(): Promise<void> {
    await Promise.all([this.starts.close(), this.stop()]);
  }

  private async end(): Promise<void> {
    if (this.running === null) return;
    // First, so that no probe begins meanwhile.
    this.running.isUp = false;
    await this.stopProbing();
    await Promise.all(this.running.unknowns.map(({ target }) => target.stop()));
  }

  private async startService(script: string, name: string, truth: ServiceTruth, signal: AbortSignal): Promise<Outcome<UnknownService>> {
    const env = { KIND: truth.kind, WORKERS: String(truth.workers ?? 0), SERVICE_MS: String(truth.serviceMs), PORT: '0' };
    const service = { script, env: Object.entries(env).map(([key, value]) => ({ name: key, value })) };
    const setup = setupSchema.parse(completeSetup({ target: service, requests: [{ url: '/' }] }));
    // Nothing is recorded. The agent in them ends them with the engine.
    const run = { id: randomUUID(), captures: new CaptureSet([]), record: () => {}, guard: () => {} };
    const started = await startTarget(setup.target, run);
    if (!started.ok) return started;
    const target = started.value;
    const found = await orStopped(findUrl(target, signal), signal);
    if (!found.ok) {
      await target.stop();
      return found;
    }
    const url = found.value;
    return succeed({ name, url, lightUrl: new URL('/light', url).href, truth, target, probes: new Probes(this.onChange) });
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => {});
    return done;
  }
}

async function findUrl(target: TargetPort, signal: AbortSignal): Promise<Outcome<string>> {
  const found = await target.findUrl('/', null, signal);
  return found.kind === 'found' ? succeed(found.url) : { ok: false, failure: found.failure };
}

function orderOf({ url, lightUrl }: UnknownService, { max, budgetS, ramp }: ServicesForm): ProbeOrder {
  return { url, lightUrl, headers: [], max, budgetS, timeoutS: PROBE_DEFAULTS.timeoutS, allowHost: null, ramp };
}
