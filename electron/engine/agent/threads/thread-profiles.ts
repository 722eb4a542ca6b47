/**
 * The profiles of the worker threads of the user's program, each in slices like that of the main thread. Node announces every thread of the
 * process to a session with its main thread (NodeWorker), those that other worker threads have started included, and carries
 * messages to it. They interrupt running JavaScript, in the main thread and in the worker: a thread that never yields is profiled like
 * others, and one that is terminated loses its last slice only.
 */
import type { CaptureContext, WorkerHalf } from '../capture-half.ts';
import type { Inspector } from '../inspector-client.ts';
import { linkExpression, tidIn } from '../requests/worker-table.ts';
import { within } from '../within.ts';
import { type Announced, identityOf, isOurThread } from './announced-thread.ts';
import { ThreadInspector } from './thread-inspector.ts';

export interface OfThread {
  /** As Node numbers the threads of a process. */
  readonly thread: number;
}

export type ThreadsReport =
  /** A thread that is profiled, told again when `tid` is known, its number in the system. `title`: the name its program gave it, or its file; empty for code without either. */
  | ({ readonly type: 'thread'; readonly title: string; readonly tid?: number } & OfThread)
  /** So many more have no profile: `short` ended too early, `more` were more than are profiled. */
  | { readonly type: 'unprofiled'; readonly short: number; readonly more: number };

/** Takes the profile of one thread, in a session that another closes. */
export interface ThreadProfiler extends WorkerHalf {
  prepare(): Promise<void>;
  /** Whether a slice has been delivered. */
  readonly hasReported: boolean;
}

/** How the profile of a thread is taken. */
export interface ThreadProfiling<Report> {
  make(context: Pick<CaptureContext<Report>, 'options' | 'report'>, inspector: Inspector): ThreadProfiler;
  /** Evaluated in each thread before its profile begins, and when the process ends. Absent: nothing is. */
  readonly expressions?: { readonly install: string; readonly finish: string };
}

/**
 * Starting V8's profiler stops a thread for 10 to 20 ms: a program that has a thread for each small task would be half as fast. Threads
 * that end sooner than this are left alone.
 */
const SETTLED_AFTER_MS = 50;
/** Of a process and a recording. A pool has as many as there are cores; a program that starts threads again and again has thousands. */
const MOST_PROFILED = 128;
/** The load waits for the threads that are there before it: their first slice begins with it, unless they are blocked. */
const START_WITHIN_MS = 1_000;
/** A thread blocked in a native call cannot end its slice; nobody waits longer for it. The engine waits 3 s for the process. */
const STOP_WITHIN_MS = 1_500;
/** How often it is told that threads were too short. */
const TELL_EVERY_MS = 1_000;
/** By default; the program has given it no name. */
const NO_NAME = 'WorkerThread';

export class ThreadProfiles<Report> {
  /** By their session. */
  private readonly threads = new Map<string, ProfiledThread<Report>>();
  private profiled = 0;
  private unprofiled = { short: 0, more: 0 };
  private telling: NodeJS.Timeout | undefined;
  private isEnabled = false;
  private isStarted = false;
  private isEnding = false;

  constructor(
    private readonly context: Pick<CaptureContext<(Report & OfThread) | ThreadsReport>, 'options' | 'report'>,
    private readonly main: Inspector,
    private readonly profiling: ThreadProfiling<Report>,
  ) {}

  async prepare(): Promise<void> {
    await this.enable();
    for (const thread of this.threads.values()) thread.prepareAfter(0);
  }

  /** Without threads this is one command, and nothing more happens. */
  async start(): Promise<void> {
    await this.enable();
    this.isStarted = true;
    // Those that have ended by now are not of the recording.
    this.unprofiled.short = 0;
    const starts = [...this.threads.values()].map((thread) => thread.start());
    if (starts.length > 0) await within(Promise.all(starts), START_WITHIN_MS);
    if (this.isEnding) return;
    this.telling = setInterval(() => this.tellUnprofiled(), TELL_EVERY_MS);
  }

  private async enable(): Promise<void> {
    if (this.isEnabled) return;
    const { main } = this;
    main.on('NodeWorker.attachedToWorker', (announced) => this.add(announced as unknown as Announced));
    main.on('NodeWorker.detachedFromWorker', ({ sessionId }) => this.remove(sessionId as string));
    main.on('NodeWorker.receivedMessageFromWorker', ({ sessionId, message }) =>
      this.threads.get(sessionId as string)?.inspector.receive(message as string),
    );
    // Existing threads are announced before the reply to this.
    await main.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
    this.isEnabled = true;
  }

  /** Ends all recordings, as far as the threads respond. */
  async stop(): Promise<void> {
    await this.end((thread) => thread.stop(), STOP_WITHIN_MS);
    await this.main.post('NodeWorker.disable').catch(() => {});
  }

  /** Before the process exits: reports what its threads have done since their last slice, as far as they still respond. */
  async leave(timeoutMs: number): Promise<void> {
    await this.end((thread) => thread.leave(timeoutMs), timeoutMs);
  }

  close(): void {
    this.isEnding = true;
    clearInterval(this.telling);
    for (const thread of this.threads.values()) thread.close();
    this.threads.clear();
  }

  private async end(step: (thread: ProfiledThread<Report>) => Promise<void>, timeoutMs: number): Promise<void> {
    this.isEnding = true;
    const steps = [...this.threads.values()].map((thread) => step(thread).catch(() => {}));
    if (steps.length > 0) await within(Promise.all(steps), timeoutMs);
    for (const thread of this.threads.values()) this.countUnprofiled(thread);
    this.tellUnprofiled();
    this.close();
  }

  private add({ sessionId, workerInfo }: Announced): void {
    const known = nameOf(workerInfo);
    if (isOurThread(workerInfo.url) || known === null || this.isEnding) {
      if (!isOurThread(workerInfo.url) && known !== null) this.unprofiled.short += 1;
      this.detach(sessionId);
      return;
    }
    if (this.profiled >= MOST_PROFILED) {
      this.unprofiled.more += 1;
      this.detach(sessionId);
      return;
    }
    const { options, report } = this.context;
    const { thread, title } = known;
    let isNew = true;
    const told = (of: Report): void => {
      if (isNew) report({ type: 'thread', ...known });
      isNew = false;
      report({ ...of, thread });
    };
    this.profiled += 1;
    const tellTid = (tid: number): void => {
      if (!isNew) report({ type: 'thread', thread, title, tid });
      else known.tid = tid;
    };
    const profiled = new ProfiledThread(this.main, sessionId, this.profiling, { options, report: told }, tellTid);
    this.threads.set(sessionId, profiled);
    // Threads that were there before need not settle.
    if (this.isStarted) profiled.startAfter(SETTLED_AFTER_MS);
    else if (this.isEnabled) profiled.prepareAfter(SETTLED_AFTER_MS);
  }

  private remove(sessionId: string): void {
    const thread = this.threads.get(sessionId);
    this.threads.delete(sessionId);
    if (thread === undefined) return;
    thread.close();
    this.countUnprofiled(thread);
  }

  private countUnprofiled(thread: ProfiledThread<Report>): void {
    if (thread.hasReported) return;
    this.unprofiled.short += 1;
    this.profiled -= 1;
  }

  private tellUnprofiled(): void {
    const { short, more } = this.unprofiled;
    if (short + more === 0) return;
    this.context.report({ type: 'unprofiled', short, more });
    this.unprofiled = { short: 0, more: 0 };
  }

  private detach(sessionId: string): void {
    this.main.post('NodeWorker.detach', { sessionId }).catch(() => {});
  }
}

class ProfiledThread<Report> {
  readonly inspector: ThreadInspector;
  private readonly profiler: ThreadProfiler;
  private begun: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private hasAskedTid = false;

  constructor(
    main: Inspector,
    sessionId: string,
    private readonly profiling: ThreadProfiling<Report>,
    context: Pick<CaptureContext<Report>, 'options' | 'report'>,
    private readonly tellTid: (tid: number) => void,
  ) {
    this.inspector = new ThreadInspector(main, sessionId);
    this.profiler = profiling.make(context, this.inspector);
  }

  prepareAfter(delayMs: number): void {
    this.timer = setTimeout(() => this.begin(() => this.profiler.prepare()), delayMs);
  }

  startAfter(delayMs: number): void {
    this.timer = setTimeout(() => this.start(), delayMs);
  }

  start(): Promise<void> {
    clearTimeout(this.timer);
    return this.begin(() => this.profiler.start());
  }

  get hasReported(): boolean {
    return this.profiler.hasReported;
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await this.begun;
    await this.profiler.stop();
  }

  async leave(timeoutMs: number): Promise<void> {
    clearTimeout(this.timer);
    const last = this.profiler.leave(timeoutMs);
    await this.evaluate(this.profiling.expressions?.finish);
    await last;
  }

  close(): void {
    clearTimeout(this.timer);
    this.profiler.close();
    this.inspector.close();
  }

  /** Which thread of the system it is, for those that did not load the agent. Nothing waits for it. */
  private async askTid(): Promise<void> {
    if (this.hasAskedTid) return;
    this.hasAskedTid = true;
    const tid = tidIn(await this.inspector.evaluate<string>(linkExpression, true).catch(() => ''));
    if (tid !== null) this.tellTid(tid);
  }

  private async evaluate(expression: string | undefined): Promise<void> {
    if (expression !== undefined) await this.inspector.evaluate(expression);
  }

  /** It may end at any moment; then there is nothing more to know of it. */
  private begin(step: () => Promise<void>): Promise<void> {
    this.begun = this.begun
      .then(() => this.evaluate(this.profiling.expressions?.install))
      .then(step)
      .then(() => void this.askTid())
      .catch(() => {});
    return this.begun;
  }
}

/** Without a name of its own a thread is called as its file. */
function nameOf(info: Announced['workerInfo']): { readonly thread: number; readonly title: string; tid?: number } | null {
  const identity = identityOf(info);
  if (identity === null) return null;
  const { thread, name } = identity;
  return { thread, title: name === '' || name === NO_NAME ? (info.url.split(/[\\/]/).pop() ?? '') : name };
}
