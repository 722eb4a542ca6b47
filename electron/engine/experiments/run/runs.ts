/** Starts runs: takes the machine's lock, begins the recording and opens the session. */

import { randomUUID } from 'node:crypto';
import { showHidden } from '../../../../shared/base/show-hidden.ts';
import type { Milliseconds } from '../../../../shared/base/units.ts';
import { nameOfRun } from '../../../../shared/derive/name-of-run.ts';
import { type Failure, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import { endOf } from '../../../../shared/model/load-models.ts';
import { isMeasured, type MeasuredCost } from '../../../../shared/model/profile/profiling-cost.ts';
import { cpuCaptureOf } from '../../../../shared/model/setup/captures.ts';
import { formatCommand } from '../../../../shared/model/setup/command-line.ts';
import { hasRedacted } from '../../../../shared/model/setup/hidden.ts';
import type { Setup } from '../../../../shared/model/setup/setup.ts';
import { redactDocument } from '../../../../shared/privacy/redact-document.ts';
import { createRedaction, type Redaction } from '../../../../shared/privacy/redaction.ts';
import type { EngineEvent } from '../../../../shared/protocol/contract.ts';
import { SESSION_FORMAT, type SessionHeader } from '../../../../shared/session/entries.ts';
import type { RunRecording } from '../../../../shared/session/recording.ts';
import { describeEnvironment } from '../../machine/environment.ts';
import { inTurn } from '../../machine/machine-lock.ts';
import { createJournal, journalSession, type RunJournal } from '../../sessions/journal.ts';
import type { Library } from '../../sessions/library.ts';
import { describeMemoryOnly, MemoryJournal } from '../../sessions/memory-journal.ts';
import { findSaveProblem } from '../../sessions/save-problem.ts';
import { checkTarget } from '../../target/targets.ts';
import { GivenValues } from '../given-values.ts';
import type { OpenSessions } from '../open-sessions.ts';
import type { Session } from '../session.ts';
import { checkLimits } from '../setup-check.ts';
import { valuesMissing } from '../values-missing.ts';
import { LiveRun } from './live-run.ts';
import { RunCell } from './run-cell.ts';

export interface RunOptions {
  readonly name?: string;
  /** Absolute path of the session file; default: the library's folder. */
  readonly saveTo?: string;
  /** A file that is there at `saveTo` is replaced. */
  readonly mayReplace?: boolean;
  /** Whether there is a user who can choose (between several ports). */
  readonly canAsk?: boolean;
  /** Store all values, including secrets; default: possible secrets are left out. */
  readonly keepValues?: boolean;
}

export class Runs {
  constructor(
    private readonly library: Library,
    private readonly sessions: OpenSessions,
    private readonly emit: (event: EngineEvent) => void,
    private readonly given = new GivenValues(),
  ) {}

  /** Fails if something else is being measured on this machine, by this engine or another one. */
  async start(setup: Setup, options: RunOptions): Promise<Outcome<{ sessionId: string }>> {
    // Checked before waiting for the machine: what cannot run need not wait.
    const problem = await findProblem(setup, options);
    if (problem) return { ok: false, failure: problem };
    const redaction = createRedaction(options.keepValues ?? false, redactDocument);
    redaction.know([setup]);
    const name = redaction.words(options.name ?? nameOfRun(setup));
    let left = plannedLeft(setup);
    return inTurn({ what: name, leftMs: () => left() }, async () => {
      const launched = await this.sessions.start(() => this.launch(setup, name, redaction, options));
      if (!launched.ok) return launched;
      const { session, live } = launched.value;
      const planned = left;
      left = () => live.progress()?.leftMs ?? planned();
      // Writing the file uses a core and the disk, so the next run has to wait for that, too.
      return succeed({ value: { sessionId: session.id }, ended: session.saved });
    });
  }

  private async launch(
    setup: Setup,
    name: string,
    redaction: Redaction,
    { saveTo, canAsk = true }: RunOptions,
  ): Promise<Outcome<{ session: Session; live: LiveRun }>> {
    await this.library.prepare();
    const header = createHeader(redaction, setup, name);
    this.given.keep(header.id, setup, header.setup);
    const created = await createJournal(this.library.recordingDir(header.id), header);
    const journal: RunJournal = created.ok ? created.value : new MemoryJournal();
    const live = new LiveRun(header, setup, journal, this.emit, canAsk, redaction);
    journal.onTrouble = (failure) => live.warn(failure);
    if (!created.ok) live.warn(describeMemoryOnly(created.failure));
    const cell = new RunCell(journalSession(journal, live.recording), live);
    const known = { id: header.id, name: header.name, recordingId: created.ok ? header.id : null };
    // A set-up that never became a server is no start for the next one.
    const remember = async () => {
      if (live.recording.originUs !== null) await this.library.rememberSetup(setup);
      const cost = toRemember(live.recording);
      if (cost !== null) await this.library.rememberProfilingCost(cost);
    };
    return succeed({ session: this.sessions.begin(cell, known, saveTo, remember), live });
  }
}

async function findProblem(setup: Setup, { saveTo, mayReplace = false }: RunOptions): Promise<Failure | null> {
  if (hasRedacted(setup)) return valuesMissing('run');
  const [ofTarget] = await checkTarget(setup.target);
  const [limit] = checkLimits(setup);
  return ofTarget?.failure ?? limit?.failure ?? findSaveProblem(saveTo, mayReplace);
}

/** Null: it has not been measured. */
function toRemember(recording: RunRecording): MeasuredCost | null {
  const { header } = recording;
  const cost = recording.profilingCost();
  const asked = header && cpuCaptureOf(header.setup.capture);
  if (header === null || asked === null || cost === null) return null;
  const { cpuPerRequest, throughput } = cost;
  if (!isMeasured(cpuPerRequest) && !isMeasured(throughput)) return null;
  const { intervalUs, byRequest, spans, waits } = asked;
  return { intervalUs, byRequest, spans, waits, measuredAt: header.createdAt, cpuPerRequest, throughput };
}

function createHeader(redaction: Redaction, asked: Setup, name: string): SessionHeader {
  const setup = redaction.setup(asked);
  return {
    format: SESSION_FORMAT,
    id: randomUUID(),
    name: showHidden(name),
    createdAt: new Date().toISOString(),
    setup,
    environment: describeEnvironment(),
    command: formatCommand(setup, redaction.keepsValues),
    keepsValues: redaction.keepsValues,
  };
}

/** Time left of a run with a fixed duration; null: it ends after a number of requests. */
function plannedLeft({ load }: Setup): () => Milliseconds | null {
  const end = endOf(load);
  if (end.by === 'amount') return () => null;
  const until = performance.now() + (load.warmupS + end.seconds) * 1e3;
  return () => Math.max(0, until - performance.now());
}
