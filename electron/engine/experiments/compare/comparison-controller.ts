/**
 * Runs the passes of a comparison, one after the other, each in a process of its own through the same controller as any run.
 *
 *   for each pass: launch -> ... -> its journal closed -> judged -> written down
 *
 * If a run could not be measured, and not because of its results, its round is excluded and another round is added. Stop ends the
 * current run, which is then excluded, and keeps the others. Cells of a grid are run once each: one that cannot be measured says why, and the
 * next one follows.
 */

import type { Milliseconds } from '../../../../shared/base/units.ts';
import { CLIENT } from '../../../../shared/derive/sections/client.ts';
import { LOAD } from '../../../../shared/derive/sections/load.ts';
import { RunPart } from '../../../../shared/derive/sections/section.ts';
import { deriveSections } from '../../../../shared/derive/sections/sections.ts';
import type { ComparisonSetup } from '../../../../shared/model/comparison/comparison.ts';
import { variantLetter } from '../../../../shared/model/comparison/comparison.ts';
import { STOPPED_PASS } from '../../../../shared/model/comparison/exclusion.ts';
import type { Failure, Outcome } from '../../../../shared/model/failure.ts';
import { asksForWaits, cpuCaptureOf, NO_CAPTURE, recordsAnything } from '../../../../shared/model/setup/captures.ts';
import { formatCommand } from '../../../../shared/model/setup/command-line.ts';
import { type Capture, DEFAULT_CAPTURE, type Setup } from '../../../../shared/model/setup/setup.ts';
import type { Redaction } from '../../../../shared/privacy/redaction.ts';
import type { EngineEvent } from '../../../../shared/protocol/contract.ts';
import { passSessionId } from '../../../../shared/protocol/pass-id.ts';
import { SESSION_FORMAT, type SessionHeader } from '../../../../shared/session/entries.ts';
import { say } from '../../../../shared/words/said.ts';
import { capturesFor, capturesWithPeers } from '../../captures/captures.ts';
import type { Comparison, ComparisonPass } from '../../sessions/comparison.ts';
import { checkpoint, discardPass, journalSource, passDir } from '../../sessions/comparison-file.ts';
import { createJournal, journalSession } from '../../sessions/journal.ts';
import { LiveRun } from '../run/live-run.ts';
import type { RunResult } from '../run/run-controller.ts';
import { findCellProblem, findExclusion, mayBeReplaced } from './judge-pass.ts';
import type { KnownRate } from './time-left.ts';
import { PassTimes } from './time-left.ts';

/** A variant that could not be measured twice in a row is unlikely to be measurable the next time. */
const MOST_FAILED_STARTS = 2;
/** Replacing every run that fails would bias the comparison towards the runs that happened to succeed. */
export const MOST_REPLACED_ROUNDS = 2;
const PROGRESS_EVERY_MS = 1_000;

export class ComparisonController {
  /** Resolves when the last run has ended and is stored. Never rejects because of a script. */
  readonly result: Promise<void>;
  private readonly times: PassTimes;
  private live: LiveRun | null = null;
  private passStartedAt = 0;
  private readonly failedStarts: number[];
  /** Rounds that are replaced by another one. */
  private readonly lostRounds = new Set<number>();

  constructor(
    private readonly comparison: Comparison,
    /** The set-ups with their secrets, which the comparison's header does not contain. */
    private readonly asked: ComparisonSetup,
    private readonly dir: string,
    private readonly emit: (event: EngineEvent) => void,
    rateOf: KnownRate,
    /** What has made the comparison's header. */
    private readonly redaction: Redaction,
  ) {
    this.times = new PassTimes(asked, rateOf);
    this.failedStarts = asked.variants.map(() => 0);
    this.result = this.run();
  }

  /** Ends the running pass and keeps what has finished. Safe at any moment. */
  async stop(): Promise<void> {
    if (this.comparison.ending === null && !this.comparison.isStopping) {
      this.comparison.isStopping = true;
      this.announce();
    }
    await this.live?.stop();
    await this.result;
  }

  /** Stores what has changed besides the runs. */
  async writeDown(): Promise<void> {
    await checkpoint(this.dir, this.comparison).catch(() => {});
  }

  /** A name or a note of the user as it is stored. */
  words(text: string): string {
    return this.redaction.words(text);
  }

  /** The current run, if it is this one. */
  livePass(index: number): LiveRun | null {
    return this.comparison.running?.index === index ? this.live : null;
  }

  get leftMs(): Milliseconds | null {
    if (this.comparison.ending !== null) return null;
    const elapsed = this.live ? performance.now() - this.passStartedAt : 0;
    return this.times.left(this.pending(), elapsed);
  }

  private async run(): Promise<void> {
    const timer = setInterval(() => this.announce(), PROGRESS_EVERY_MS).unref();
    const { comparison } = this;
    try {
      for (const pass of comparison.passes) {
        // This machine lacks what the cell of the grid needs.
        if (!isPlanned(pass)) continue;
        if (comparison.isStopping) comparison.exclude(pass.index, STOPPED_PASS);
        else if (comparison.failure) comparison.exclude(pass.index, say('exclusion.notRun'));
        else await this.runPass(pass);
      }
    } finally {
      clearInterval(timer);
      comparison.ending = comparison.failure ? 'failed' : comparison.isStopping ? 'stopped' : 'completed';
      await this.writeDown();
      this.announce();
    }
  }

  private async runPass(pass: ComparisonPass): Promise<void> {
    this.passStartedAt = performance.now();
    const live = await this.start(pass);
    if (!live.ok) return this.giveUp(pass, live.failure);
    this.live = live.value;
    const session = journalSession(this.live.journal, this.live.recording);
    this.comparison.running = { index: pass.index, session };
    this.announce();
    // Stopped while it was starting.
    if (this.comparison.isStopping) void this.live.stop();
    const result = await this.live.result;
    await this.live.journal.close();
    await this.finish(pass, this.live, result);
    this.live = null;
    this.comparison.running = null;
    await this.writeDown();
    // Until the next run can begin: the time between runs is part of their duration.
    this.times.add(pass.variant, performance.now() - this.passStartedAt);
    this.announce();
  }

  private async finish(pass: ComparisonPass, { recording, journal }: LiveRun, result: RunResult): Promise<void> {
    const isCell = this.asked.grid !== undefined;
    const excluded = isCell ? findCellProblem(result) : findExclusion(result, deriveSections(new RunPart(recording), [LOAD, CLIENT]));
    if (recording.originUs === null) {
      this.comparison.exclude(pass.index, excluded ?? say('exclusion.nothingMeasured'));
      await discardPass(this.dir, pass.index).catch(() => {});
      if (result.failure) this.countFailedStart(pass, result.failure);
    } else {
      this.failedStarts[pass.variant] = 0;
      await this.comparison.finishPass(pass.index, journalSession(journal, recording), journalSource(this.dir, pass.index), excluded);
    }
    if (isCell) return;
    if (mayBeReplaced(result, recording.originUs !== null) || this.comparison.isInterrupted(pass)) this.replaceRound(pass);
  }

  /** A round that replaces a lost one, so that a port conflict does not leave too few pairs for a verdict. */
  private replaceRound({ kind, round }: ComparisonPass): void {
    const { comparison, lostRounds } = this;
    if (kind !== 'measured' || comparison.failure || comparison.isStopping || lostRounds.has(round)) return;
    if (lostRounds.size >= MOST_REPLACED_ROUNDS) return;
    lostRounds.add(round);
    comparison.addRound();
  }

  private countFailedStart({ variant, kind }: ComparisonPass, failure: Failure): void {
    this.failedStarts[variant]! += 1;
    // The verdict is available before the profiled runs start.
    if (kind === 'profiled' || this.failedStarts[variant]! < MOST_FAILED_STARTS) return;
    const letter = variantLetter(variant);
    this.comparison.failure = { ...failure, says: say('comparison.notMeasuredTwice', { variant: letter, what: failure.says }) };
  }

  private giveUp(pass: ComparisonPass, failure: Failure): void {
    this.comparison.exclude(pass.index, failure.says);
    this.comparison.failure = failure;
  }

  private async start(pass: ComparisonPass): Promise<Outcome<LiveRun>> {
    const setup = setupOf(this.asked, pass);
    const header = this.headerOf(pass, setup);
    const journal = await createJournal(passDir(this.dir, pass.index), header);
    if (!journal.ok) return journal;
    const makeCaptures = recordsPeers(this.asked, pass) ? capturesWithPeers : capturesFor;
    const live = new LiveRun(header, setup, journal.value, this.emit, false, this.redaction, makeCaptures);
    journal.value.onTrouble = (failure) => live.warn(failure);
    return { ok: true, value: live };
  }

  private headerOf({ index, variant }: ComparisonPass, asked: Setup): SessionHeader {
    const { id, name, environment } = this.comparison.header;
    const setup = this.redaction.setup(asked);
    const title =
      this.asked.grid === undefined ? `${name}: ${variantLetter(variant)}, run ${index + 1}` : this.asked.variants[variant]!.title;
    const createdAt = new Date().toISOString();
    return {
      format: SESSION_FORMAT,
      id: passSessionId(id, index),
      name: title,
      createdAt,
      setup,
      environment,
      command: formatCommand(setup, this.redaction.keepsValues),
      keepsValues: this.redaction.keepsValues,
    };
  }

  private pending(): ComparisonPass[] {
    const from = this.comparison.running?.index ?? this.comparison.passes.findIndex(isPlanned);
    if (from < 0 || this.comparison.isStopping) return [];
    return this.comparison.passes.slice(from).filter((pass) => isPlanned(pass));
  }

  private announce(): void {
    const { header, state, running, passes } = this.comparison;
    this.emit({
      type: 'compare.progress',
      sessionId: header.id,
      state,
      running: running?.index ?? null,
      finished: passes.filter((pass) => !isPlanned(pass)).length,
      planned: passes.length,
      leftMs: this.leftMs,
    });
  }
}

/** The run has not been made yet. */
export function isPlanned({ report, excluded }: ComparisonPass): boolean {
  return report === null && excluded === null;
}

/** Figures come from runs without a profiler, flame graphs from runs with one; a cell of a grid can be both, and its case says so. */
function setupOf({ variants, grid }: ComparisonSetup, { variant, kind }: ComparisonPass): Setup {
  const { setup } = variants[variant]!;
  if (grid?.records) return { ...setup, capture: inOnePass(setup.capture) };
  const profiled = recordsAnything(setup.capture.kind) ? setup.capture : DEFAULT_CAPTURE;
  return { ...setup, capture: kind === 'measured' ? NO_CAPTURE : inOnePass(profiled) };
}

/** What it waits for without a hook, where the profiled runs may tell it, too. */
function recordsPeers({ variants, grid }: ComparisonSetup, { variant, kind }: ComparisonPass): boolean {
  return kind === 'measured' && !grid?.records && asksForWaits(variants[variant]!.setup.capture);
}

/** The order that cancels drift has no place for a second pass of a run. */
function inOnePass(capture: Capture): Capture {
  const cpu = cpuCaptureOf(capture);
  return cpu === null ? capture : { ...cpu, exactFrames: false };
}
