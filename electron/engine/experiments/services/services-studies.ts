/**
 * Studies of unknown services as sessions: those that were started last, whose session begins when somebody has guessed, or when they are probed or told,
 * and grows with what is found out and told; and those of files. What the services are gets into a session when it is told, and not before.
 */
import { randomUUID } from 'node:crypto';
import { FailureError, fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import { NO_PROBE } from '../../../../shared/model/probe.ts';
import {
  isTold,
  NO_SERVICES,
  type RecordedService,
  type RecordedServices,
  type ServiceGuess,
  type ServicesState,
  type StudiedServices,
} from '../../../../shared/model/services.ts';
import type { EngineEvent } from '../../../../shared/protocol/contract.ts';
import { say } from '../../../../shared/words/said.ts';
import { text } from '../../../../shared/words/words.ts';
import { OpenServices } from '../../sessions/open-services.ts';
import { type ServicesOrder, type StartedServices, UnknownServices } from '../../studies/unknown-services.ts';
import type { OpenSessions } from '../open-sessions.ts';
import type { Session } from '../session.ts';
import { ServicesCell } from './services-cell.ts';

/** The session of the services that were started last. */
interface Kept {
  readonly session: Session;
  readonly open: OpenServices;
}

export class ServicesStudies {
  private readonly unknowns: UnknownServices;
  private guesses: readonly ServiceGuess[] | null = null;
  private kept: Kept | null = null;

  private wasProbing = false;

  constructor(
    private readonly sessions: OpenSessions,
    private readonly emit: (event: EngineEvent) => void,
  ) {
    this.unknowns = new UnknownServices(() => this.changed());
  }

  get state(): ServicesState {
    const started = this.unknowns.state;
    if (started === null) return NO_SERVICES;
    return { running: { ...started, sessionId: this.sessionId, guesses: this.guesses } };
  }

  /** The session that is kept of those started last; null: none is. */
  get sessionId(): string | null {
    return this.kept?.session.id ?? null;
  }

  /** The path of the session whose services are probed now; null: none. */
  get probedPath(): string | null {
    return this.isProbing ? (this.kept?.session.path ?? null) : null;
  }

  private get isProbing(): boolean {
    return this.unknowns.state?.services.some(({ probe }) => probe.progress !== null) ?? false;
  }

  start(order: ServicesOrder): Promise<Outcome<null>> {
    return this.unknowns.start(order, () => {
      this.guesses = null;
      this.kept = null;
    });
  }

  /** One for each, in their order; all of them may be empty. They are written down once. */
  async guess(guesses: readonly ServiceGuess[]): Promise<Outcome<{ sessionId: string }>> {
    const { state } = this.unknowns;
    if (state === null) return fail('not-available', say('study.notStarted'));
    if (guesses.length !== state.services.length) return fail('bad-request', say('study.oneGuessEach', { count: state.services.length }));
    if (this.kept !== null) return fail('not-available', say('study.guessedAlready'));
    this.guesses = guesses;
    const { session } = this.keep(state);
    this.changed();
    await this.saved();
    return succeed({ sessionId: session.id });
  }

  /** All of them, one after the other; resolves when the first has begun. */
  async probe(): Promise<Outcome<null>> {
    const started = await this.unknowns.probe();
    const { state } = this.unknowns;
    if (started.ok && state !== null) {
      this.keep(state);
      this.changed();
    }
    return started;
  }

  untilProbed(): Promise<void> {
    return this.unknowns.untilProbed();
  }

  stopProbing(): Promise<void> {
    return this.unknowns.stopProbing();
  }

  async reveal(): Promise<void> {
    const { state } = this.unknowns;
    if (state !== null) this.keep(state);
    this.unknowns.reveal();
    await this.saved();
  }

  stop(): Promise<void> {
    return this.unknowns.stop();
  }

  /** Resolves when all that is known is in the file. */
  async saved(): Promise<void> {
    await this.kept?.session.settled();
  }

  close(): Promise<void> {
    return this.unknowns.close();
  }

  /** A session as its screen shows it: of the services that run, or as it was kept. Throws FailureError if it is of something else. */
  shown(sessionId: string): Outcome<StudiedServices> {
    const { running } = this.state;
    if (running !== null && running.sessionId === sessionId) return succeed(running);
    const { open } = this.sessions.get(sessionId).cell;
    return open.kind === 'services' ? succeed(shownAgain(sessionId, open.recorded)) : fail('not-available', say('session.isNoServices'));
  }

  private changed(): void {
    this.grow();
    this.emit({ type: 'services.changed' });
    if (this.wasProbing === this.isProbing) return;
    this.wasProbing = this.isProbing;
    // The list of recent sessions says so.
    this.emit({ type: 'sessions.changed' });
  }

  private keep(state: StartedServices): Kept {
    if (this.kept !== null) return this.kept;
    const { plan } = state;
    const name =
      plan.seed === null
        ? text('services.sessionName', { title: plan.title, form: plan.form.title })
        : text('services.seededName', { title: plan.title, seed: String(plan.seed) });
    const services = recordedOf(state, this.guesses, []);
    const open = new OpenServices({ id: randomUUID(), name, createdAt: new Date().toISOString(), plan, services });
    const session = this.sessions.begin(new ServicesCell(open, () => this.kept?.open === open), { name });
    this.kept = { session, open };
    this.write(session);
    return this.kept;
  }

  /** Writes down what has become known since. */
  private grow(): void {
    const { kept } = this;
    const { state } = this.unknowns;
    if (kept === null || state === null) return;
    const { recorded } = kept.open;
    const services = recordedOf(state, this.guesses, recorded.services);
    if (services.every((one, at) => isSame(one, recorded.services[at]!))) return;
    kept.open.recorded = { ...recorded, services };
    this.write(kept.session);
  }

  /** Why it could not be written is told with `session.saved`. */
  private write({ id }: Session): void {
    this.sessions.keep(id).catch((error: unknown) => {
      // It was closed: what is found out later is shown, and not kept.
      if (!(error instanceof FailureError)) throw error;
    });
  }
}

/** `before`: what was kept; it stays until a probe that is made again has ended. */
function recordedOf(
  { services, truths }: StartedServices,
  guesses: readonly ServiceGuess[] | null,
  before: readonly RecordedService[],
): readonly RecordedService[] {
  return services.map(({ name, url, lightUrl, probe }, at) => {
    const { report, failure } = (probe.progress === null ? undefined : before[at]) ?? probe;
    return { name, url, lightUrl, report, failure, guess: guesses?.[at] ?? null, truth: truths?.[at] ?? null };
  });
}

function isSame(one: RecordedService, other: RecordedService): boolean {
  return (['guess', 'report', 'failure', 'truth'] as const).every((key) => one[key] === other[key]);
}

function shownAgain(sessionId: string, recorded: RecordedServices): StudiedServices {
  const { plan, services } = recorded;
  const isGuessed = services.some(({ guess }) => guess !== null);
  return {
    sessionId,
    plan,
    services: services.map(({ name, url, lightUrl, report, failure }) => ({
      ...{ name, url, lightUrl },
      probe: { ...NO_PROBE, asked: report === null && failure === null ? null : { url, budgetS: plan.form.budgetS }, report, failure },
    })),
    guesses: isGuessed ? services.map(({ guess }) => guess ?? { workers: null, synchronous: null }) : null,
    isUp: false,
    truths: isTold(recorded) ? services.map(({ truth }) => truth!) : null,
  };
}
