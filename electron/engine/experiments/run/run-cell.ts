/** A session of one run, or of a profile from another tool. */
import { readLoadCommand } from '../../../../shared/derive/load-command-result.ts';
import { summarize } from '../../../../shared/derive/summary.ts';
import { type Failure, FailureError, fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import type { LoadTool } from '../../../../shared/model/load/load-result.ts';
import type { RecentSummary } from '../../../../shared/model/recent-session.ts';
import { isFinal } from '../../../../shared/model/run.ts';
import type { RecordingEntry } from '../../../../shared/session/entries.ts';
import type { RunRecording } from '../../../../shared/session/recording.ts';
import { say } from '../../../../shared/words/said.ts';
import type { Cell, ShownRun } from '../cell.ts';
import {
  summarizeHeapSession,
  summarizeLeak,
  summarizeOutcomes,
  summarizePlan,
  summarizeResult,
  summarizeStart,
} from '../recent-summary.ts';
import { RunView } from './run-view.ts';

export class RunCell extends RunView implements Cell {
  get ended(): Promise<unknown> | null {
    return this.live?.result ?? null;
  }

  get isRunning(): boolean {
    return this.live !== null && !isFinal(this.open.recording.state);
  }

  get done(): number | null {
    return this.live?.progress()?.done ?? null;
  }

  get isStopping(): boolean {
    const { state } = this.open.recording;
    return state === 'stopping' || state === 'processing';
  }

  get hasMeasured(): boolean {
    return this.open.recording.originUs !== null;
  }

  get isSavable(): boolean {
    return this.open.isForeign !== true;
  }

  get isWholeInFile(): boolean {
    return !this.isRunning;
  }

  get failure(): Failure | null {
    return this.open.recording.failure;
  }

  summary(): RecentSummary | null {
    const { kind, recording } = this.open;
    if (recording.imported?.load !== undefined) return summarizeResult(recording.imported.load);
    if (recording.imported?.heap !== undefined) return summarizeHeapSession(recording.imported.file);
    if (kind !== 'run') return null;
    const { load, header, ending } = recording;
    return {
      ...summarize(recording),
      ...(header === null ? {} : summarizePlan(header, toolOf(recording))),
      ...summarizeOutcomes(load.statusCounts(), load.errorCounts(), load.metCounts()),
      ending,
      unexpected: load.unexpected,
      ...summarizeStart(this.hasMeasured, this.failure),
      ...summarizeLeak(recording),
      kind,
    };
  }

  rename(name: string): void {
    this.note({ type: 'name', name });
  }

  setNotes(text: string): Outcome<null> {
    if (!this.isSavable) return fail('not-available', say('session.notesOfProfile'), say('session.saveForNotes'));
    this.note({ type: 'notes', text });
    return succeed(null);
  }

  async writeDown(): Promise<void> {
    await this.live?.journal.sync();
  }

  async run(index: number | null): Promise<ShownRun> {
    if (index === null) return this;
    return this.comparison();
  }

  comparison(): never {
    throw new FailureError(fail('not-available', say('session.isRun')).failure);
  }

  async stop(): Promise<void> {
    await this.live?.stop();
  }

  async close(): Promise<void> {
    await this.open.close();
  }

  /** Name and notes given during a run are written to its journal at once. */
  private note(entry: Extract<RecordingEntry, { type: 'name' | 'notes' }>): void {
    if (this.live) this.live.note(entry);
    else this.open.recording.apply(entry);
  }
}

/** Which tool made the load, as far as its figures say it. */
function toolOf(recording: RunRecording): LoadTool | null {
  const isByCommand = (recording.header?.setup.loadCommand ?? null) !== null;
  return isByCommand ? (readLoadCommand(recording).result?.tool ?? null) : null;
}
