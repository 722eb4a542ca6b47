/**
 * Everything known of a run, kept in memory: the one model behind a live run and a reopened session. Entries come in by
 * `apply` and nothing else; whether they come from a run, a journal or a saved file makes no difference to any figure.
 */

import { filterRequests, membership, type ServedPart } from '../analysis/request-filter.ts';
import { computeRoutes } from '../analysis/routes.ts';
import { CompletionCounts } from '../load/completion-counts.ts';
import type { JoinedLoad } from '../load/foreign/joined-load.ts';
import { LatencyDensity } from '../load/latency-density.ts';
import { Launches } from '../load/launches.ts';
import { LevelsSoFar } from '../load/levels-so-far.ts';
import { LoadAccumulator } from '../load/load-accumulator.ts';
import { StoredColumns } from '../load/request-rows.ts';
import { SessionLengths } from '../load/session-lengths.ts';
import { attributesSamples } from '../model/captures.ts';
import type { Failure } from '../model/failure.ts';
import type { LeftOut } from '../model/left-out.ts';
import { inFlightOf, isAtOneRate, knowsIntended, scheduleOf } from '../model/load-models.ts';
import type { ProfilingCost } from '../model/profiling-cost.ts';
import { Remembered } from '../model/remembered.ts';
import type { LineFigures, RoutesFigures } from '../model/report.ts';
import type { RequestFilter } from '../model/request-filter.ts';
import {
  type ExitInfo,
  GENERATOR_LIMIT_PERCENT,
  type GeneratorHealth,
  isFinal,
  LATENESS_LIMIT_MS,
  LIMITED_SECONDS,
  type RunEnding,
  type RunState,
  type TargetProcess,
  type TargetThread,
} from '../model/run.ts';
import type { LaunchColumns, OutputChunk } from '../model/series.ts';
import { type Load, type LoadClient, type Setup, workersOf } from '../model/setup.ts';
import type { ThreadTimes } from '../model/thread-times.ts';
import type { Bytes, Microseconds, Milliseconds, TimeWindow } from '../model/units.ts';
import { planOf, requestsOfVisitor } from '../plan/plan-of.ts';
import { toV8Profile } from '../profile/export/export-cpuprofile.ts';
import type { ImportedFile } from '../profile/import/importer.ts';
import type { V8Profile } from '../profile/import/v8-profile.ts';
import { computeLines, type LineQuery, withTexts } from '../profile/lines/lines.ts';
import {
  hasTimes,
  type LinePositions,
  type Profile,
  type ProfileKind,
  type ProfileSource,
  profileKey,
  type SourcePositions,
} from '../profile/model/profile.ts';
import { WholeProfile } from '../profile/model/whole-profile.ts';
import { computeTickTree, type TickFlameQuery, type TickTree } from '../profile/ticks/tick-flame.ts';
import type { Ticks } from '../profile/ticks/ticks.ts';
import { clipProfile } from '../profile/time/clip-profile.ts';
import { chartOf, type FlameChart } from '../profile/time/flame-chart.ts';
import { ProfileMerger } from '../profile/time/merge-slices.ts';
import { onlyRequests } from '../profile/time/only-requests.ts';
import type { CallTree } from '../profile/tree/call-tree.ts';
import type { FoldOptions } from '../profile/tree/folds.ts';
import { isSelected, type OnlySamples, type ProfileSelection, type TreeQuery, treeOf } from '../profile/tree/remembered-trees.ts';
import { isVerbatim, type Said, type SaidKey } from '../words/said.ts';
import { divideProfiles } from './divide-profiles.ts';
import type { RecordingEntry, SessionHeader } from './entries.ts';
import { FailureTimes } from './failure-times.ts';
import { computeMeasuredCost } from './measured-cost.ts';
import type { OutputPiece } from './output-ring.ts';
import { isPartEntry, PARTS, type PartEntry, type PartStates, partOf } from './parts/parts.ts';
import type { ServerSeries } from './server-series.ts';

/** A stall shorter than this is shown by the charts only, not by a banner. */
const BLOCKED_FROM_US: Microseconds = 500_000;
/** A sample older than this says nothing about now. */
const SAMPLE_FRESH_US: Microseconds = 2_000_000;

/** Filters are switched off and on again; each tree takes a few MB. */
const MOST_TICK_TREES = 4;
/** The whole and a window, of all processes and of one. */
const MOST_LINE_FIGURES = 4;

const US_PER_MS = 1_000;
const US_PER_S = 1_000_000;
/** Medians of its rows are exact to 2 %, and changes to 50 ms in runs of up to 6 s. */
const OF_LEVELS = { rowsPerDecade: 60, cell: 50_000, mostColumns: 128 };
const NO_POSITIONS: SourcePositions = {};
const NO_LINES: LinePositions = {};

/** Warnings about a load command that has only waited. */
const OF_COMMAND: readonly string[] = ['load.commandNoUrl', 'load.commandLimit'] satisfies SaidKey[];

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

export class RunRecording extends OfParts {
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
  private readonly stateChanges: StateChange[] = [];
  private readonly processList: TargetProcess[] = [];
  /** By process and number. */
  private readonly threadsByName = new Map<string, TargetThread>();
  private warningList: Said[] = [];
  /** By `profileKey`. */
  private readonly mergers = new Map<string, { readonly merger: ProfileMerger | WholeProfile; readonly source: ProfileSource }>();
  private profilesVersion = 0;
  /** What was opened of another tool; null: a run. */
  imported: ImportedFile | null = null;
  /** Of these, those of the unit of the first, which make one tree; others are shown one by one. */
  private figured: readonly Profile[] = [];

  /** A recording of nothing but what a file of another tool holds. */
  static ofImported(imported: ImportedFile): RunRecording {
    const recording = new RunRecording();
    recording.imported = imported;
    recording.figured = imported.profiles.filter(({ unit }) => unit === imported.profiles[0]?.unit);
    recording.name = imported.file;
    recording.ticks = imported.ticks;
    recording.warningList.push(...imported.notes);
    return recording;
  }

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
        this.completions = measuresCost(entry.header.setup) ? new CompletionCounts() : null;
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
        this.warningList = this.warningList.filter((said) => isVerbatim(said) || !OF_COMMAND.includes(said.key));
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
    const part = partOf(entry)!;
    const before = this[part.name];
    const state = part.add(before, entry);
    // Most states grow in place.
    if (state !== before) Object.assign(this, { [part.name]: state });
    if (part.redraws !== null) this[`${part.redraws}Version`] += 1;
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

  /** CPU of the threads of a process over time, on the engine's clock; null: it is not known. Good until the next entry. */
  threadTimes(pid: number): ThreadTimes | null {
    const times = this.threadSeries.of(pid);
    const named = new Map(this.threads.flatMap((one) => (one.pid === pid && one.tid != null ? [[one.tid, one] as const] : [])));
    if (times === null || named.size === 0) return times;
    const threads = times.threads.map(({ thread, intervals }) => {
      const said = thread.tid === null ? undefined : named.get(thread.tid);
      return { intervals, thread: said ? { ...thread, kind: 'worker' as const, thread: said.thread, title: said.title } : thread };
    });
    return { ...times, threads };
  }

  get warnings(): readonly Said[] {
    return this.warningList;
  }

  /** What taking the profile cost; computed when another pair of blocks has passed. Null: nobody asked. */
  profilingCost(): ProfilingCost | null {
    return costs.get(this, [this.blocks.length, this.loadEndUs], () => computeMeasuredCost(this));
  }

  /** What was asked for, and who came; null: not known. */
  get plan(): { readonly load: Load; readonly launches: LaunchColumns | null } | null {
    return this.header && { load: this.header.setup.load, launches: this.launches?.columns() ?? null };
  }

  /** Time spent in each state until `now` on the engine's clock; a final state takes no time. */
  elapsedMs(now: Microseconds): Partial<Record<RunState, Milliseconds>> {
    const elapsed: Partial<Record<RunState, Milliseconds>> = {};
    this.stateChanges.forEach(({ state, at }, index) => {
      const until = this.stateChanges[index + 1]?.at ?? (isFinal(state) ? at : Math.max(at, now));
      elapsed[state] = (elapsed[state] ?? 0) + (until - at) / US_PER_MS;
    });
    return elapsed;
  }

  /** Length of the measured phase until `now`; 0 before it. */
  measuredMs(now: Microseconds): Milliseconds {
    if (this.originUs === null) return 0;
    const measuring = this.loadEndUs === null && this.state === 'measuring';
    return (measuring ? Math.min(Math.max(0, now - this.originUs), this.longestUs) : this.durationUs) / US_PER_MS;
  }

  /** A client may go on for a moment after the measured phase. */
  private get longestUs(): Microseconds {
    const load = this.header?.setup.load;
    // Others go on until the last response is there.
    return load?.model === 'closed' && load.end.by === 'duration' ? load.end.seconds * 1e6 : Number.POSITIVE_INFINITY;
  }

  /** Length of the measured phase as far as it is recorded. */
  get durationUs(): Microseconds {
    return this.load.durationUs;
  }

  /** The latest moment on the engine's clock that anything recorded speaks of. */
  get lastKnownUs(): Microseconds {
    const samples = this.server.rows > 0 ? this.server.get('at', this.server.rows - 1) : 0;
    const rows = this.originUs === null ? 0 : this.originUs + this.load.durationUs;
    return Math.max(samples, rows, this.stateChanges.at(-1)?.at ?? 0);
  }

  /** How long the target's event loop has been blocked, when it still is; 0: it answers. */
  blockedMs(now: Microseconds): Milliseconds {
    const last = this.server.lastOf(this.processList[0]?.pid ?? null);
    if (last === null || this.state !== 'measuring' || now - last.at > SAMPLE_FRESH_US) return 0;
    return last.loopStall >= BLOCKED_FROM_US ? last.loopStall / US_PER_MS : 0;
  }

  /** The last seconds say that the load process is at its limit, whatever the server does: it is judged once a second. */
  get isGeneratorLimit(): boolean {
    const { machine, state, header } = this;
    if (state !== 'measuring' || machine.rows < LIMITED_SECONDS) return false;
    const most = GENERATOR_LIMIT_PERCENT * coresOf(header?.setup.client);
    return Array.from({ length: LIMITED_SECONDS }, (_, ago) => machine.rows - 1 - ago).every(
      (row) => machine.get('generatorPercent', row) > most || machine.get('generatorLateness', row) > LATENESS_LIMIT_MS * US_PER_MS,
    );
  }

  /** Grows with every slice and when source positions come. */
  get profileVersion(): number {
    // While the run goes on, a new slice is enough: what is known of threads and processes is looked up when it is merged.
    const start = this.profilesVersion + (this.loadEndUs === null ? 0 : this.threadSeries.version + this.server.rows);
    return [...this.mergers.values()].reduce((sum, { merger }) => sum + merger.version, start);
  }

  get hasProfile(): boolean {
    return this.imported !== null || this.mergers.size > 0;
  }

  /** Those of one kind. */
  profiles(kind: ProfileKind): readonly Profile[] {
    if (this.imported) return this.figured;
    const all = this.allProfiles();
    return all.every((profile) => profile.kind === kind) ? all : all.filter((profile) => profile.kind === kind);
  }

  /** One profile of each kind for each thread that has one, times since time 0. The same objects until something new comes. */
  allProfiles(): readonly Profile[] {
    if (this.imported) return this.imported.profiles;
    return merged.get(this, [this.profileVersion, this.originUs, this.loadEndUs], () => {
      // What runs before time 0 and after the load has ended is not what was measured.
      const end = this.originUs === null || this.loadEndUs === null ? Number.POSITIVE_INFINITY : this.loadEndUs - this.originUs;
      const origin = this.originUs ?? 0;
      const whole = [...this.mergers.values()].map(({ merger }) =>
        merger.toProfile(origin, this.sources.positions, this.sources.lines, this.sources.waits),
      );
      const known = { threadTimes: (pid: number) => this.threadTimes(pid), server: this.server };
      return divideProfiles(whole, known, origin).map((profile) => clipTo(end, profile));
    });
  }

  /** Built once for each question and version, and kept for a while. */
  callTree(asked: TreeQuery): CallTree {
    const query = wholeIfExact(asked);
    const isOfAll = this.imported !== null && query.thread === null;
    return treeOf(isOfAll ? this.figured : this.allProfiles(), query, this.onlySamples(query.requests ?? null, query.window));
  }

  /** Time by line and by file; computed once for each question and version. Null: the profiles do not know their lines. */
  lines(asked: LineQuery & ProfileSelection & Pick<TreeQuery, 'requests'>): LineFigures | null {
    const all = this.imported !== null && asked.thread === null ? this.figured : this.allProfiles();
    const query = wholeIfExact(asked);
    const { kind, pid, thread, window, base, requests = null } = query;
    return lineFigures.get(all, [kind, pid, thread, window, base, requests], () => {
      const only = this.onlySamples(requests, window);
      const profiles = all.filter(isSelected(query));
      const figures = computeLines(only === null ? profiles : profiles.map(only.of), query);
      return figures && withTexts(figures, this.sources.texts);
    });
  }

  /** The samples taken in some requests, of those that ended in the window. Null: all samples. */
  onlySamples(filter: RequestFilter | null, window: TimeWindow | null): OnlySamples | null {
    if (filter === null || !this.tellsRequestsApart) return null;
    const rows = filterRequests(this.served, filter, this.servedPart(window));
    const isIn = membership(this.served, rows);
    return { key: JSON.stringify(filter), of: (profile) => onlyRequests(profile, isIn(profile.pid)) };
  }

  /** Whether it is known which request each sample was taken in. */
  get tellsRequestsApart(): boolean {
    return this.served.isKnown && this.header !== null && attributesSamples(this.header.setup.capture);
  }

  /** Of the requests in the server, by route. Null: nothing is known of them. */
  routes(window: TimeWindow | null): RoutesFigures | null {
    // Profiles are not put together for nothing, once a second in a live run.
    return this.served.isKnown ? computeRoutes(this.profiles('cpu'), this.served, this.servedPart(window), window) : null;
  }

  /** Requests that ended in the window, on the engine's clock. */
  servedPart(window: TimeWindow | null): ServedPart {
    const origin = this.originUs ?? 0;
    if (window === null) return { from: origin, to: origin + this.durationUs };
    return { from: origin + window.fromMs * US_PER_MS, to: origin + window.toMs * US_PER_MS };
  }

  /** Of classic ticks; built once for each question, and kept for a while. Null: there are no stacks. */
  tickTree({ hide, merged }: TickFlameQuery): TickTree | null {
    const { ticks } = this;
    if (ticks === null || ticks.stacks.frames.length === 0) return null;
    return tickTrees.get(ticks, [[...hide].sort(), merged], () => computeTickTree(ticks.stacks, { hide, merged }));
  }

  /** One for each of the first `most` threads that have samples with times. `more`: how many others have. */
  flameCharts(selection: ProfileSelection, folding: FoldOptions, most: number): { charts: readonly FlameChart[]; more: number } {
    const timed = this.allProfiles()
      .filter(isSelected(selection))
      .filter((profile) => profile.sampleNode.length > 0 && hasTimes(profile));
    return { charts: timed.slice(0, most).map((profile) => chartOf(profile, folding)), more: Math.max(0, timed.length - most) };
  }

  /** What there are profiles of, in the order they came. */
  get profileSources(): readonly ProfileSource[] {
    return [...this.mergers.values()].map(({ source }) => source);
  }

  /** A merged profile as it is saved: on the engine's clock, generated positions; adding it as one slice gives the same profile. */
  rawProfile(source: ProfileSource): V8Profile | null {
    const known = this.mergers.get(profileKey(source));
    return known ? toV8Profile(known.merger.toProfile(0, NO_POSITIONS, NO_LINES, this.sources.waits)) : null;
  }

  /** Of the measured phase alone, that beginning at `originUs`; generated positions. */
  rawMeasured(source: ProfileSource, originUs: Microseconds): V8Profile | null {
    const known = this.mergers.get(profileKey(source));
    return known
      ? toV8Profile(
          clipTo(this.durationUs, known.merger.toProfile(this.originUs ?? 0, NO_POSITIONS, NO_LINES, this.sources.waits)),
          originUs,
        )
      : null;
  }

  /** Columns of the server's samples from row `fromRow` on; times since time 0. */
  serverSeries(fromRow: number): ReturnType<ServerSeries['columns']> {
    return this.server.columns(fromRow, this.originUs, this.processList);
  }

  /** How much of the output was not kept. */
  get outputDropped(): Bytes {
    return this.outputRing.droppedBytes;
  }

  /** What the script wrote, the first and the newest of it; times since time 0. `gapAt`: the chunk before which the dropped bytes are missing. */
  output(): { text: OutputChunk[]; droppedBytes: Bytes; gapAt: number } {
    const { originUs } = this;
    const text = this.outputRing.pieces.map(({ stream, text, at }) => ({ stream, text, atMs: (at - (originUs ?? at)) / US_PER_MS }));
    return { text, droppedBytes: this.outputRing.droppedBytes, gapAt: this.outputRing.headPieces };
  }

  /** The output as it is saved: on the engine's clock. */
  get outputPieces(): readonly OutputPiece[] {
    return this.outputRing.pieces;
  }

  rename(name: string): void {
    this.apply({ type: 'name', name });
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

const merged = new Remembered<RunRecording, readonly Profile[]>();
const costs = new Remembered<RunRecording, ProfilingCost | null>();
const lineFigures = new Remembered<readonly Profile[], LineFigures | null>(MOST_LINE_FIGURES);
const tickTrees = new Remembered<Ticks, TickTree>(MOST_TICK_TREES);

/** The pass without inlining has another time axis, and other requests, than what windows and filters are of. */
function wholeIfExact<Q extends ProfileSelection & Pick<TreeQuery, 'window' | 'requests'>>(query: Q): Q {
  return query.kind === 'exact' ? { ...query, window: null, requests: null } : query;
}

/** Those of the pass without inlining are of its own measured phase, which may be the longer one. */
function clipTo(end: Microseconds, profile: Profile): Profile {
  return profile.kind === 'exact' ? profile : clipProfile(profile, 0, end);
}

/** Without whatever else comes with it. */
function sourceOf({ pid, thread, kind, unit, intervalUs }: ProfileSource): ProfileSource {
  return { pid, thread, kind, unit, intervalUs };
}

function assertNever(entry: never): never {
  throw new Error(`Unknown entry ${JSON.stringify(entry)}`);
}

function sessionsOf({ load }: Setup): SessionLengths | null {
  return load.model === 'users' ? new SessionLengths(load.requestsEach) : null;
}

/** End of an arrival schedule, since time 0; infinite for other loads, whose throughput is over the whole measured phase. */
function endOfSchedule({ load }: Setup): Microseconds {
  const schedule = load.model === 'arrivals' ? scheduleOf(load) : null;
  return schedule === null ? Number.POSITIVE_INFINITY : schedule.seconds * US_PER_S;
}

/** A load that asks for the same all the time: users who go through a sequence make other requests at first than later. */
function isSteady(setup: Setup): boolean {
  const { load } = setup;
  return planOf(setup)?.order !== 'sequence' && (inFlightOf(load, 1) !== null || isAtOneRate(load));
}

function measuresCost({ capture }: Setup): boolean {
  return capture.kind === 'cpu' && capture.measureCost;
}

/** A load process of ours makes its requests on one core; k6 uses all there are. */
function coresOf(client: LoadClient | undefined): number {
  if (client?.kind === 'k6') return Number.POSITIVE_INFINITY;
  return client === undefined ? 1 : workersOf(client);
}
