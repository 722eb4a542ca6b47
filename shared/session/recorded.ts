/** The state of a run, as its entries change it and nothing else; what is made of it is in `recording.ts`. */
import type { Microseconds } from '../base/units.ts';
import type { ImportedFile } from '../foreign/importer.ts';
import { CompletionCounts } from '../load/completion-counts.ts';
import type { JoinedLoad } from '../load/foreign/joined-load.ts';
import { LatencyDensity } from '../load/latency-density.ts';
import { Launches } from '../load/launches.ts';
import { LevelsSoFar } from '../load/levels-so-far.ts';
import { LoadAccumulator } from '../load/load-accumulator.ts';
import { StoredColumns } from '../load/request-rows.ts';
import { SessionLengths } from '../load/session-lengths.ts';
import { knowsIntended } from '../model/clients.ts';
import type { Failure } from '../model/failure.ts';
import type { LeftOut } from '../model/left-out.ts';
import { inFlightOf, isAtOneRate, partsOfLoad, requestsOfUser } from '../model/load-models.ts';
import { type ProfileSource, profileKey } from '../model/profile/profile.ts';
import type { ExitInfo, GeneratorHealth, RunEnding, RunState, TargetProcess, TargetThread } from '../model/run.ts';
import { measuresCost } from '../model/setup/captures.ts';
import type { Setup } from '../model/setup/setup.ts';
import { planOf, requestsOfVisitor } from '../plan/plan-of.ts';
import { WholeProfile } from '../profile/model/whole-profile.ts';
import { ProfileMerger } from '../profile/time/merge-slices.ts';
import { isOneOf, type Said, type SaidKey } from '../words/said.ts';
import type { RecordingEntry, SessionHeader } from './entries.ts';
import { FailureTimes } from './failure-times.ts';
import { isPartEntry, PARTS, type PartEntry, type PartStates, partOf } from './parts/parts.ts';
import { Waits } from './wait-rows.ts';

/** Medians of its rows are exact to 2 %, and changes to 50 ms in runs of up to 6 s. */
const OF_LEVELS = { rowsPerDecade: 60, cell: 50_000, mostColumns: 128 };

const US_PER_S = 1_000_000;

/** Warnings about a load command that has only waited. */
const OF_COMMAND: readonly SaidKey[] = ['load.commandNoUrl', 'load.commandLimit'];

/** What was really used for a run. */
export type Resolved = Omit<Extract<RecordingEntry, { type: 'resolved' }>, 'type'>;

export interface StateChange {
  readonly state: RunState;
  /** On the engine's clock. */
  readonly at: Microseconds;
}

/** How many entries of a type have come: the version of what is made of them. */
export type EntryCounts = ReadonlyMap<RecordingEntry['type'], number>;

/** With the state of each part under its name. */
const OfParts = class {
  constructor() {
    Object.assign(this, Object.fromEntries(PARTS.map((part) => [part.name, part.empty()])));
  }
} as new () => PartStates;

export class Recorded extends OfParts {
  header: SessionHeader | null = null;
  name = '';
  resolved: Resolved | null = null;
  /** Time 0 on the engine's clock; null before the measured phase. */
  originUs: Microseconds | null = null;
  /** End of the measured phase on the engine's clock; null: not reached (yet). */
  loadEndUs: Microseconds | null = null;
  generator: GeneratorHealth | null = null;
  exit: ExitInfo | null = null;
  notes = '';
  /** The result of another load tool, in place of what its command printed; null: none was joined to it. */
  joined: JoinedLoad | null = null;
  /** What this copy of a session was saved without. */
  leftOut: readonly LeftOut[] = [];
  ending: RunEnding | null = null;
  failure: Failure | null = null;
  readonly load = new LoadAccumulator(0, true);
  /** Null: the load has no users who leave. */
  sessions: SessionLengths | null = null;
  readonly density = new LatencyDensity();
  readonly failureTimes = new FailureTimes();
  /** Finer, and by when requests were due: where latency changed its level. Null: the load itself changes. */
  densityByStart: LatencyDensity | null = null;
  readonly levels = new LevelsSoFar();
  /** Null: what profiling costs is not measured. */
  completions: CompletionCounts | null = null;
  /** When users came; null: the load has no users but fixed connections. */
  launches: Launches | null = null;
  /** The columns of the rows that a file of this run has to have. */
  readonly columns = new StoredColumns();
  /** Grow whenever there is something new to draw. */
  loadVersion = 0;
  serverVersion = 0;
  machineVersion = 0;

  private readonly counts = new Map<RecordingEntry['type'], number>();
  protected readonly stateChanges: StateChange[] = [];
  protected readonly processList: TargetProcess[] = [];
  /** By process and number. */
  private readonly threadsByName = new Map<string, TargetThread>();
  protected warningList: Said[] = [];
  /** By `profileKey`. */
  protected readonly mergers = new Map<string, { readonly merger: ProfileMerger | WholeProfile; readonly source: ProfileSource }>();
  protected profilesVersion = 0;
  /** What was opened of another tool; null: a run. */
  imported: ImportedFile | null = null;

  apply(entry: RecordingEntry): void {
    this.counts.set(entry.type, (this.counts.get(entry.type) ?? 0) + 1);
    if (isPartEntry(entry)) {
      this.addToPart(entry);
      return;
    }
    switch (entry.type) {
      case 'header':
        this.header = entry.header;
        this.name = entry.header.name;
        this.leftOut = entry.header.leftOut ?? [];
        this.sessions = sessionsOf(entry.header.setup);
        this.load.scheduleUs = endOfSchedule(entry.header.setup);
        this.densityByStart = isSteady(entry.header.setup) ? new LatencyDensity(OF_LEVELS) : null;
        this.completions = measuresCost(entry.header.setup.capture) ? new CompletionCounts() : null;
        this.launches = knowsIntended(entry.header.setup)
          ? new Launches(entry.header.setup.load, requestsOfVisitor(planOf(entry.header.setup)))
          : null;
        return;
      case 'name':
        this.name = entry.name;
        if (this.header) this.header = { ...this.header, name: entry.name };
        return;
      case 'state':
        this.stateChanges.push({ state: entry.state, at: entry.at });
        return;
      case 'resolved': {
        const { type: _, ...resolved } = entry;
        this.resolved = resolved;
        return;
      }
      case 'origin':
        this.originUs = entry.clock;
        return;
      case 'requests':
        this.load.addRows(entry.batch, entry.counts);
        this.failureTimes.addRows(entry.batch);
        this.sessions?.add(entry.batch);
        this.launches?.add(entry.batch);
        this.density.addRows(entry.batch, this.load.endUs ?? undefined);
        this.densityByStart?.addByStart(entry.batch);
        this.levels.add(entry.batch);
        this.columns.add(entry.batch);
        this.completions?.add(entry.batch);
        this.loadVersion += 1;
        return;
      case 'phase-end':
        this.load.endPhase(entry.at - (this.originUs ?? entry.at));
        this.loadVersion += 1;
        return;
      case 'load-end':
        this.loadEndUs = entry.at;
        this.generator = entry.generator;
        this.load.end(entry.at - (this.originUs ?? entry.at), entry.counts);
        this.loadVersion += 1;
        return;
      case 'process':
        this.addProcess(entry.process);
        return;
      case 'thread':
        this.addThread(entry.thread);
        return;
      case 'slice':
        this.mergerOf(entry).addSlice(entry.profile);
        return;
      case 'profile':
        this.mergers.set(profileKey(entry.profile), { merger: new WholeProfile(entry.profile), source: sourceOf(entry.profile) });
        return;
      case 'warning':
        this.warningList.push(entry.says);
        return;
      case 'joined':
        this.joined = entry.joined;
        this.warningList = this.warningList.filter((said) => !isOneOf(said, OF_COMMAND));
        this.loadVersion += 1;
        return;
      case 'exit':
        this.exit = entry.exit;
        return;
      case 'notes':
        this.notes = entry.text;
        return;
      case 'end':
        this.ending = entry.ending;
        this.failure = entry.failure;
        return;
      default:
        assertNever(entry);
    }
  }

  private addToPart(entry: PartEntry): void {
    // What is known of some of its requests only would be taken for what is known of all.
    if (entry.type === 'waits' && this.served.givenUp !== null) return;
    const part = partOf(entry)!;
    const before = this[part.name];
    const state = part.add(before, entry);
    // Most states grow in place.
    if (state !== before) Object.assign(this, { [part.name]: state });
    if (part.redraws !== null) this[`${part.redraws}Version`] += 1;
    if (entry.type === 'served' && this.served.givenUp !== null && this.waits.isKnown) this.waits = new Waits();
  }

  /** As of now. */
  entryCounts(): EntryCounts {
    return new Map(this.counts);
  }

  get states(): readonly StateChange[] {
    return this.stateChanges;
  }

  get state(): RunState {
    return this.stateChanges.at(-1)?.state ?? (this.imported ? 'done' : 'launching');
  }

  get processes(): readonly TargetProcess[] {
    return this.processList;
  }

  /** Worker threads that have a profile. */
  get threads(): readonly TargetThread[] {
    return [...this.threadsByName.values()];
  }

  get warnings(): readonly Said[] {
    return this.warningList;
  }

  private addProcess(process: TargetProcess): void {
    const known = this.processList.findIndex(({ pid }) => pid === process.pid);
    if (known >= 0) this.processList[known] = process;
    else this.processList.push(process);
  }

  /** It may be said twice: what was known before stays. */
  private addThread(thread: TargetThread): void {
    const name = `${thread.pid}:${thread.thread}`;
    this.threadsByName.set(name, { ...this.threadsByName.get(name), ...thread });
  }

  private mergerOf(source: ProfileSource): ProfileMerger {
    const known = this.mergers.get(profileKey(source))?.merger;
    if (known instanceof ProfileMerger) return known;
    const merger = new ProfileMerger(source);
    this.mergers.set(profileKey(source), { merger, source: sourceOf(source) });
    return merger;
  }
}

/** Without whatever else comes with it. */
function sourceOf({ pid, thread, kind, inlined, unit, intervalUs }: ProfileSource): ProfileSource {
  return { pid, thread, kind, inlined, unit, intervalUs };
}

function assertNever(entry: never): never {
  throw new Error(`Unknown entry ${JSON.stringify(entry)}`);
}

function sessionsOf({ load }: Setup): SessionLengths | null {
  const requests = requestsOfUser(load);
  return requests === null ? null : new SessionLengths(requests);
}

/** End of an arrival schedule, since time 0; infinite for other loads, whose throughput is over the whole measured phase. */
function endOfSchedule({ load }: Setup): Microseconds {
  const parts = partsOfLoad(load);
  const seconds = parts?.are === 'phases' ? parts.schedule.seconds : 0;
  return seconds === 0 ? Number.POSITIVE_INFINITY : seconds * US_PER_S;
}

/** A load that asks for the same all the time: users who go through a sequence make other requests at first than later. */
function isSteady(setup: Setup): boolean {
  const { load } = setup;
  return planOf(setup)?.order !== 'sequence' && (inFlightOf(load, 1) !== null || isAtOneRate(load));
}
