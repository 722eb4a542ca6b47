/**
 * A run that goes on, as the rest of the engine sees it: what the controller reports is applied to the recording and
 * appended to the journal (the one door for data), and announced to whoever looks.
 */
import type { Failure } from '../../../shared/model/failure.ts';
import type { Setup } from '../../../shared/model/setup.ts';
import type { Microseconds, Milliseconds } from '../../../shared/model/units.ts';
import type { SourcePositions } from '../../../shared/profile/profile.ts';
import { computeSourcePositions } from '../../../shared/profile/source-maps.ts';
import type { EngineEvent, PortQuestion, RunProgress } from '../../../shared/protocol/contract.ts';
import type { RecordingEntry, SessionHeader } from '../../../shared/session/entries.ts';
import { RunRecording } from '../../../shared/session/recording.ts';
import { clockUs } from '../clock.ts';
import { readSourceMaps } from '../profilers/read-source-maps.ts';
import type { Journal } from '../sessions/journal.ts';
import { RunController, type RunResult } from './run-controller.ts';

/** Often enough to look alive, seldom enough to cost nothing: the page redraws at most this often. */
const PROGRESS_EVERY_MS = 250;

export class LiveRun {
  readonly recording = new RunRecording();
  readonly result: Promise<RunResult>;
  question: PortQuestion | null = null;
  private readonly controller: RunController;
  private progressTimer: NodeJS.Timeout | null = null;

  constructor(
    private readonly header: SessionHeader,
    /** What is run; the header has it without its secrets. */
    setup: Setup,
    readonly journal: Journal,
    private readonly emit: (event: EngineEvent) => void,
    private readonly canAsk: boolean,
  ) {
    this.record({ type: 'header', header });
    this.controller = new RunController(header.id, setup, {
      record: (entry) => this.record(entry),
      onQuestion: (urls) => this.ask(urls),
      locateSources: (scripts) => this.locateSources(scripts),
    });
    this.result = this.controller.result.finally(() => this.announceProgress());
  }

  stop(): Promise<RunResult> {
    return this.controller.stop();
  }

  chooseUrl(url: string): void {
    this.controller.chooseUrl(url);
  }

  /** What the journal could not keep is still in memory and shown; the user is told once. */
  warn(failure: Failure): void {
    this.recording.apply({ type: 'warning', message: `${failure.message} ${failure.hint}`.trim() });
    this.announceState();
  }

  progress(): RunProgress | null {
    return computeProgress(this.recording, this.header);
  }

  private record(entry: RecordingEntry): void {
    this.recording.apply(entry);
    this.journal.append(entry);
    this.announce(entry);
  }

  private announce(entry: RecordingEntry): void {
    switch (entry.type) {
      case 'state':
      case 'end':
      case 'warning':
      case 'resolved':
        this.announceState();
        break;
      case 'output': {
        const { stream, text, at } = entry;
        this.emit({ type: 'run.output', sessionId: this.header.id, chunks: [{ stream, text, atMs: this.sinceOrigin(at) }] });
        break;
      }
      default:
        this.progressTimer ??= setTimeout(() => this.announceProgress(), PROGRESS_EVERY_MS).unref();
    }
  }

  private announceState(): void {
    const { recording, question } = this;
    this.emit({
      type: 'run.state',
      sessionId: this.header.id,
      state: recording.state,
      elapsedMs: recording.elapsedMs(clockUs()),
      message: null,
      question,
      failure: recording.failure,
    });
  }

  private announceProgress(): void {
    if (this.progressTimer) clearTimeout(this.progressTimer);
    this.progressTimer = null;
    const progress = this.progress();
    if (progress) this.emit({ type: 'run.progress', sessionId: this.header.id, progress });
  }

  private ask(urls: readonly string[] | null): boolean {
    const asked = urls === null || !this.canAsk ? null : { urls };
    if (asked !== this.question) {
      this.question = asked;
      this.announceState();
    }
    return asked !== null;
  }

  private sinceOrigin(at: Microseconds): Milliseconds {
    return (at - (this.recording.originUs ?? at)) / 1e3;
  }

  private async locateSources(scripts: readonly { url: string; map: string }[]): Promise<SourcePositions> {
    const frames = this.recording.profiles().flatMap((profile) => profile.frames);
    const reported = new Set(scripts.map(({ url }) => url));
    // A target that was killed has reported nothing; its files may still name their maps.
    const unreported = new Set(
      frames.filter(({ url, kind }) => kind === 'own' && url.startsWith('file:') && !reported.has(url)).map(({ url }) => url),
    );
    const maps = await readSourceMaps([...scripts, ...[...unreported].map((url) => ({ url, map: '' }))]);
    return computeSourcePositions(frames, maps);
  }
}

/** Null before the measured phase. */
export function computeProgress(recording: RunRecording, header: SessionHeader): RunProgress | null {
  if (recording.originUs === null) return null;
  const { load } = recording;
  const { end } = header.setup.load;
  const measuredMs = recording.measuredMs(clockUs());
  const done = end.by === 'amount' ? load.finished / end.requests : measuredMs / (end.seconds * 1e3);
  const bounded = Math.min(1, done);
  return {
    measuredMs,
    done: bounded,
    leftMs: bounded > 0.02 ? (measuredMs / bounded) * (1 - bounded) : null,
    sent: load.counts.sent,
    completed: load.completed,
    failed: load.failed,
    unexpected: load.unexpected,
    inFlight: load.counts.inFlight,
    loadVersion: recording.loadVersion,
    serverVersion: recording.serverVersion,
    profileVersion: recording.profileVersion,
    blockedMs: recording.blockedMs(clockUs()),
  };
}
