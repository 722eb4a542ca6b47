/**
 * The services of a study of unknown services: started on free ports with parameters that nobody is told, probed one after the other, and
 * told on request. They run until others are started, until they are stopped, or as long as the engine; what was found out about them is kept until
 * others are started. One pair for all pages.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { drawServices } from '../../../shared/analysis/probe/draw-services.ts';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { PROBE_DEFAULTS, type ProbeOrder } from '../../../shared/model/probe.ts';
import { NO_SERVICES, SEEDS, type ServicesForm, type ServicesState, type ServiceTruth } from '../../../shared/model/services.ts';
import { completeSetup } from '../../../shared/model/setup/settings-list.ts';
import { setupSchema } from '../../../shared/model/setup/setup-schema.ts';
import { say } from '../../../shared/words/said.ts';
import { CaptureSet } from '../captures/captures.ts';
import { orStopped, Starts, stoppedBefore } from '../machine/starts.ts';
import { Probes } from '../probe/probes.ts';
import type { TargetPort } from '../target/target-port.ts';
import { startTarget } from '../target/targets.ts';

const NAMES = ['A', 'B', 'C', 'D'];

export interface ServicesOrder {
  readonly study: string;
  readonly script: string;
  readonly form: ServicesForm;
  /** Null: any. */
  readonly seed: number | null;
}

interface Box {
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
  readonly boxes: readonly Box[];
  isTold: boolean;
  isUp: boolean;
  /** The probe was, so that it does not go on to the next. */
  isStopped: boolean;
}

export class BlackBoxes {
  private running: Running | null = null;
  /** Whoever starts and stops waits for the one before. */
  private turn: Promise<unknown> = Promise.resolve();
  private readonly starts = new Starts();
  private probing: Promise<void> = Promise.resolve();

  /** `onChange`: there is more to ask for. */
  constructor(private readonly onChange: () => void) {}

  get state(): ServicesState {
    if (this.running === null) return NO_SERVICES;
    const { order, seed, boxes, isTold, isUp } = this.running;
    const services = boxes.map(({ name, url, lightUrl, probes }) => ({ name, url, lightUrl, probe: probes.state }));
    const truths = isTold ? boxes.map(({ truth }) => truth) : null;
    return { running: { study: order.study, form: order.form.name, seed, services, isUp, truths } };
  }

  start(order: ServicesOrder): Promise<Outcome<null>> {
    return this.starts.start((signal) => this.begin(order, signal));
  }

  private begin(order: ServicesOrder, signal: AbortSignal): Promise<Outcome<null>> {
    return this.inTurn(async () => {
      if (signal.aborted) return stoppedBefore();
      await this.end();
      const seed = order.form.fixed === null ? (order.seed ?? randomInt(SEEDS.low, SEEDS.high + 1)) : null;
      const truths = order.form.fixed ?? drawServices(seed!);
      const started = await Promise.all(truths.map((truth, index) => this.startBox(order.script, NAMES[index]!, truth, signal)));
      const boxes = started.flatMap((one) => (one.ok ? [one.value] : []));
      const failed = started.find((one) => !one.ok);
      if (failed !== undefined) {
        await Promise.all(boxes.map(({ target }) => target.stop()));
        this.onChange();
        return failed as Outcome<never>;
      }
      this.running = { order, seed, boxes, isTold: false, isUp: true, isStopped: false };
      this.onChange();
      return succeed(null);
    });
  }

  /** All of them, one after the other; resolves when the first has begun. `untilProbed` when they have ended. */
  async probe(): Promise<Outcome<null>> {
    const { running } = this;
    const [first, ...others] = running?.boxes ?? [];
    if (running === null || !running.isUp || first === undefined) return fail('not-available', say('study.notStarted'));
    const { form } = running.order;
    running.isStopped = false;
    const started = await first.probes.start(orderOf(first, form));
    if (!started.ok) return started;
    this.probing = (async () => {
      await first.probes.untilEnded();
      for (const box of others) {
        if (running.isStopped || this.running !== running) return;
        const next = await box.probes.start(orderOf(box, form));
        if (!next.ok) return;
        await box.probes.untilEnded();
      }
    })();
    return succeed(null);
  }

  untilProbed(): Promise<void> {
    return this.probing;
  }

  /** What was found is kept. */
  async stopProbing(): Promise<void> {
    const { running } = this;
    if (running === null) return;
    running.isStopped = true;
    await Promise.all(running.boxes.map(({ probes }) => probes.stop()));
    await this.probing;
  }

  reveal(): void {
    if (this.running !== null) this.running.isTold = true;
    this.onChange();
  }

  /** Those included that are being started. */
  stop(): Promise<void> {
    // What is being started has its turn before this, and is cut short.
    void this.starts.stop();
    return this.inTurn(async () => {
      await this.end();
      this.onChange();
    });
  }

  /** As `stop`; none are started any more. */
  async close(): Promise<void> {
    await Promise.all([this.starts.close(), this.stop()]);
  }

  private async end(): Promise<void> {
    if (this.running === null) return;
    // First, so that no probe begins meanwhile.
    this.running.isUp = false;
    await this.stopProbing();
    await Promise.all(this.running.boxes.map(({ target }) => target.stop()));
  }

  private async startBox(script: string, name: string, truth: ServiceTruth, signal: AbortSignal): Promise<Outcome<Box>> {
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

function orderOf({ url, lightUrl }: Box, { max, budgetS, ramp }: ServicesForm): ProbeOrder {
  return { url, lightUrl, headers: [], max, budgetS, timeoutS: PROBE_DEFAULTS.timeoutS, allowHost: null, ramp };
}
