/**
 * A run in progress, as the rest of the engine sees it: what the controller reports is applied to the recording,
 * appended to the journal, and announced to listeners.
 */

import { concludeLeak, nextStep } from '../../../../shared/analysis/leak/next-step.ts';
import { requestsUntil } from '../../../../shared/analysis/leak/series.ts';
import type { Bytes, Microseconds, Milliseconds } from '../../../../shared/base/units.ts';
import { redactEntry } from '../../../../shared/copies/redact-entry.ts';
import type { Failure } from '../../../../shared/model/failure.ts';
import type { LeakMeasured } from '../../../../shared/model/leak.ts';
import { endOf, inFlightOf, partsOfLoad } from '../../../../shared/model/load-models.ts';
import { isFinal } from '../../../../shared/model/run.ts';
import { asksExactFrames } from '../../../../shared/model/setup/captures.ts';
import { type Load, pipeliningOf, type Setup } from '../../../../shared/model/setup/setup.ts';
import { planOf } from '../../../../shared/plan/plan-of.ts';
import type { Redaction } from '../../../../shared/privacy/redaction.ts';
import type { EngineEvent } from '../../../../shared/protocol/contract.ts';
import type { PortQuestion, RunProgress } from '../../../../shared/protocol/run-contract.ts';
import type { RecordingEntry, SessionHeader } from '../../../../shared/session/entries.ts';
import { describeDroppedOutput, OutputBudget } from '../../../../shared/session/output-budget.ts';
import type { OutputPiece } from '../../../../shared/session/output-ring.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { OutputRedaction } from '../../../../shared/session/redact-output.ts';
import { sayBoth } from '../../../../shared/words/said.ts';
import { capturesFor } from '../../captures/captures.ts';
import { clockUs } from '../../machine/clock.ts';
import type { RunJournal } from '../../sessions/journal.ts';
import { ExactPass } from './exact-pass.ts';
import { RunController, type RunResult } from './run-controller.ts';

/** Often enough to look live, rarely enough to cost nothing: the page redraws at most this often. */
const PROGRESS_EVERY_MS = 250;
/** Output is recorded in batches: a script may write a hundred thousand times per second. */
const OUTPUT_EVERY_MS = 100;

export class LiveRun {
  readonly recording = new RunRecording();
  readonly result: Promise<RunResult>;
  question: PortQuestion | null = null;
  private askedUrls: readonly string[] = [];
  private readonly controller: RunController;
  private readonly exactPass: ExactPass | null;
  private progressTimer: NodeJS.Timeout | null = null;
  private outputTimer: NodeJS.Timeout | null = null;
  private readonly outputBudget = new OutputBudget();
  private readonly outputRedaction: OutputRedaction;
  private droppedOutput: Bytes = 0;

  constructor(
    private readonly header: SessionHeader,
    /** The set-up with its secrets, which the header does not contain. */
    setup: Setup,
    readonly journal: RunJournal,
    private readonly emit: (event: EngineEvent) => void,
    private readonly canAsk: boolean,
    /** The redaction that the header was made with; everything recorded or announced goes through it. */
    private readonly redaction: Redaction,
    makeCaptures = capturesFor,
  ) {
    this.outputRedaction = new OutputRedaction((text, goesOn) => redaction.values(text, goesOn));
    this.record({ type: 'header', header });
    this.exactPass = asksExactFrames(setup.capture) ? new ExactPass(this.recording, setup, (entry) => this.record(entry)) : null;
    const hooks = {
      record: (entry: RecordingEntry) => this.record(entry),
      onCompleted: async () => this.exactPass?.run(),
      onQuestion: (urls: readonly string[] | null) => this.ask(urls),
      profiles: () => this.recording.allProfiles(),
    };
    this.controller = new RunController(header.id, setup, hooks, makeCaptures);
    this.result = this.controller.result
      .then(({ ending, failure }) => {
        // Nobody has asked for a file of it, and what does not start often says with which password.
        if (failure !== null && this.recording.originUs === null) this.recording.editOutput((text) => redaction.text(text));
        return { ending, failure: failure && redaction.failure(failure) };
      })
      .finally(() => this.announceProgress());
  }

  stop(): Promise<RunResult> {
    this.exactPass?.stop();
    return this.controller.stop();
  }

  /** `url`: one of those that were offered. */
  chooseUrl(url: string): void {
    this.controller.chooseUrl(this.askedUrls[this.question?.urls.indexOf(url) ?? -1] ?? url);
  }

  /** What the journal could not keep is still in memory and shown; the user is warned once. */
  warn(failure: Failure): void {
    this.recording.apply({
      type: 'warning',
      says: failure.hint === null ? failure.says : sayBoth(failure.says, failure.hint),
    });
    this.announceState();
  }

  /** A name or notes given during the run. */
  note(entry: Extract<RecordingEntry, { type: 'name' | 'notes' }>): void {
    this.keep(redactEntry(entry, this.redaction));
  }

  progress(): RunProgress | null {
    return computeProgress(this.recording, this.header);
  }

  private record(given: RecordingEntry): void {
    const entry = redactEntry(given, this.redaction);
    if (entry.type === 'output') {
      this.holdOutput(entry);
      return;
    }
    // Output printed before a change of state is recorded before it.
    if (entry.type === 'state') this.recordOutput(isFinal(entry.state));
    this.keep(entry);
    this.announce(entry);
  }

  private keep(entry: RecordingEntry): void {
    this.recording.apply(entry);
    this.journal.append(entry);
  }

  private holdOutput({ stream, text, at }: OutputPiece): void {
    this.outputBudget.push({ stream, text, at });
    this.outputTimer ??= setTimeout(() => this.recordOutput(false), OUTPUT_EVERY_MS).unref();
  }

  private recordOutput(isLast: boolean): void {
    if (this.outputTimer) clearTimeout(this.outputTimer);
    this.outputTimer = null;
    const { pieces: printed, droppedBytes } = this.outputBudget.take(clockUs(), isLast);
    const pieces = this.outputRedaction.take(printed, isLast);
    if (droppedBytes > 0) this.keep({ type: 'output-dropped', bytes: droppedBytes });
    for (const piece of pieces) this.keep({ type: 'output', ...piece });
    const chunks = pieces.map(({ stream, text, at }) => ({ stream, text, atMs: this.sinceOrigin(at) }));
    if (chunks.length > 0) this.emit({ type: 'run.output', sessionId: this.header.id, chunks });
    this.droppedOutput += droppedBytes;
    if (isLast && this.droppedOutput > 0) this.keep({ type: 'warning', says: describeDroppedOutput(this.droppedOutput) });
  }

  private announce(entry: RecordingEntry): void {
    switch (entry.type) {
      case 'state':
      case 'end':
      case 'warning':
      case 'resolved':
        this.announceState();
        break;
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
    const asked = urls === null || !this.canAsk ? null : { urls: urls.map((url) => this.redaction.text(url)) };
    this.askedUrls = urls ?? [];
    if (asked !== this.question) {
      this.question = asked;
      this.announceState();
    }
    return asked !== null;
  }

  private sinceOrigin(at: Microseconds): Milliseconds {
    return (at - (this.recording.originUs ?? at)) / 1e3;
  }
}

/** Null before the measured phase. `now`: on the engine's clock. */
export function computeProgress(recording: RunRecording, { setup }: Pick<SessionHeader, 'setup'>, now = clockUs()): RunProgress | null {
  if (recording.originUs === null) return null;
  const { load } = recording;
  const end = endOf(setup.load);
  const measuredMs = recording.measuredMs(now);
  return {
    measuredMs,
    ...(recording.leak !== null
      ? ofRounds(recording.leak, measuredMs, load)
      : end.by === 'amount'
        ? ofAmount(load.finished / end.requests, measuredMs)
        : ofTime(recording, setup.load, end.seconds * 1e3, measuredMs)),
    sent: load.counts.sent,
    completed: load.completed,
    failed: load.failed,
    unexpected: load.unexpected,
    inFlight: load.counts.inFlight,
    loadVersion: recording.loadVersion,
    serverVersion: recording.serverVersion,
    machineVersion: recording.machineVersion,
    profileVersion: recording.profileVersion,
    // A collection or a snapshot stops the program, and is ours.
    blockedMs: recording.leak === null ? recording.blockedMs(now) : 0,
    silentMs: silentMs(recording, setup, measuredMs),
    isGeneratorLimit: recording.isGeneratorLimit,
  };
}

/** A connection that sends again at once has waited since its last response; for others the time is known at the end only. */
function silentMs({ load, state }: RunRecording, setup: SessionHeader['setup'], measuredMs: Milliseconds): Milliseconds {
  const isEachOne = planOf(setup) === null && inFlightOf(setup.load, pipeliningOf(setup.client)) === load.counts.inFlight;
  return isEachOne && state === 'measuring' ? Math.max(0, measuredMs - load.lastCompletionUs / 1e3) : 0;
}

/**
 * What comes behind the planned rounds depends on them: further ones, a rest, a look into the heap. A heap that is nearly too large to look into ends the
 * rounds earlier, which is not known here.
 */
function ofRounds({ plan, rounds, warmUp, found, cut }: LeakMeasured, measuredMs: Milliseconds, load: RunRecording['load']): Part {
  const soFar = { rounds, warmedUp: warmUp.requests, cut };
  const step = nextStep(plan, { ...soFar, elapsedS: measuredMs / 1e3, isFull: false });
  if (step === 'rest') {
    // The few requests behind the rest are no rest any more.
    const rests = load.finished <= (requestsUntil(rounds).at(-1) ?? 0);
    const leftMs = Math.max(0, plan.restS * 1e3 - (measuredMs - load.lastCompletionUs / 1e3));
    return { done: null, isDraining: false, ...(rests ? { leftMs, doing: 'resting' } : { leftMs: null }) };
  }
  if (step === 'end' && found === null && cut === null && concludeLeak(plan, soFar).word === 'leak')
    return { done: null, leftMs: null, isDraining: false, doing: 'looking-up' };
  const planned = Math.max(plan.settle + plan.judge, rounds.length + (step === 'end' ? 0 : 1));
  return {
    done: rounds.length / planned,
    leftMs: rounds.length === 0 ? null : (measuredMs / rounds.length) * (planned - rounds.length),
    isDraining: false,
  };
}

type Part = Pick<RunProgress, 'done' | 'leftMs' | 'isDraining' | 'isRepeating' | 'doing'>;

/** Less is too little to say from when the rest will be there. */
const ENOUGH = 0.02;

function ofAmount(done: number, measuredMs: Milliseconds): Part {
  return { done, leftMs: done > ENOUGH ? (measuredMs / done) * (1 - done) : null, isDraining: false };
}

/** When the last responses will come is not known, at the end or between the levels of a sweep. */
function ofTime({ load, levels }: RunRecording, plan: Load, ofMs: Milliseconds, measuredMs: Milliseconds): Part {
  const parts = partsOfLoad(plan);
  // Its end is known only when it has come: until then, that it will be over at the latest.
  const swept = parts?.are === 'levels' && parts.search === undefined ? parts : null;
  const holdMs = (swept?.holdS(0) ?? 0) * 1e3;
  const sentForMs = swept === null ? measuredMs : levels.heldUs(measuredMs * 1e3, holdMs * 1e3) / 1e3;
  if (swept !== null && levels.isOver(swept.levels.values.length)) return { done: 1, leftMs: null, isDraining: false, isRepeating: true };
  const done = Math.min(1, sentForMs / ofMs);
  const isLevelOver = swept !== null && sentForMs > 0 && Math.abs(sentForMs % holdMs) < 1e-6;
  const isDraining = load.counts.inFlight > 0 && (done === 1 || isLevelOver);
  return { done, leftMs: isDraining || done <= ENOUGH ? null : ofMs - ofMs * done, isDraining };
}
