/**
 * Everything known of a run, kept in memory: the one model behind a live run and a reopened session. Entries come in by
 * `apply` and nothing else; whether they come from a run, a journal or a saved file makes no difference to any figure.
 */

import { Remembered } from '../base/remembered.ts';
import type { Bytes, Microseconds, Milliseconds, TimeWindow } from '../base/units.ts';
import type { ImportedFile } from '../foreign/importer.ts';
import { clientOf } from '../model/clients.ts';
import { endOf, hasSchedule } from '../model/load-models.ts';
import {
  hasTimes,
  type LinePositions,
  type Profile,
  type ProfileSource,
  profileKey,
  type SourcePositions,
} from '../model/profile/profile.ts';
import type { ProfilingCost } from '../model/profile/profiling-cost.ts';
import { ALL_SAMPLES, CPU_TIME, isSelected, type ProfileSelection, selectProfiles } from '../model/profile/selection.ts';
import type { Ticks } from '../model/profile/ticks.ts';
import type { LineFigures, RoutesFigures } from '../model/report.ts';
import type { RequestFilter } from '../model/request-filter.ts';
import { GENERATOR_LIMIT_PERCENT, isFinal, LATENESS_LIMIT_MS, LIMITED_SECONDS, type RunState } from '../model/run.ts';
import type { LaunchColumns, OutputChunk } from '../model/series.ts';
import { AFTER_RESPONSE, NO_REQUEST } from '../model/served.ts';
import { attributesSamples } from '../model/setup/captures.ts';
import { type Load, type LoadClient, workersOf } from '../model/setup/setup.ts';
import type { ThreadTimes } from '../model/thread-times.ts';
import { toV8Profile } from '../profile/export/export-cpuprofile.ts';
import type { V8Profile } from '../profile/import/v8-profile.ts';
import { computeLines, type LineQuery, withTexts } from '../profile/lines/lines.ts';
import { computeTickTree, type TickFlameQuery, type TickTree } from '../profile/ticks/tick-flame.ts';
import { clipProfile } from '../profile/time/clip-profile.ts';
import { chartOf, type FlameChart } from '../profile/time/flame-chart.ts';
import { onlyRequests } from '../profile/time/only-requests.ts';
import type { CallTree, TreeQuery } from '../profile/tree/call-tree.ts';
import type { FoldOptions } from '../profile/tree/folds.ts';
import { type OnlySamples, treeOf } from '../profile/tree/remembered-trees.ts';
import { divideProfiles } from './divide-profiles.ts';
import { loopWithCalls } from './loop-in-calls.ts';
import { computeMeasuredCost } from './measured-cost.ts';
import { type OutputPiece, OutputRing } from './output-ring.ts';
import { Recorded } from './recorded.ts';
import { editOutput } from './redact-output.ts';
import { filterRequests, membership, type ServedPart } from './request-filter.ts';
import { computeRoutes } from './routes.ts';
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
const NO_POSITIONS: SourcePositions = {};
const NO_LINES: LinePositions = {};

export class RunRecording extends Recorded {
  /** A recording of nothing but what a file of another tool holds. */
  static ofImported(imported: ImportedFile): RunRecording {
    const recording = new RunRecording();
    recording.imported = imported;
    recording.name = imported.file;
    recording.ticks = imported.ticks;
    recording.warningList.push(...imported.notes);
    return recording;
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

  /** What the script wrote, with what `edit` makes of each stream. */
  editOutput(edit: (text: string) => string): void {
    const { pieces, droppedBytes } = this.outputRing;
    const edited = new OutputRing();
    for (const piece of editOutput(pieces, edit)) edited.push(piece);
    edited.addDropped(droppedBytes);
    this.outputRing = edited;
  }

  /** What taking the profile cost; computed when another pair of blocks has passed. Null: nobody asked. */
  profilingCost(): ProfilingCost | null {
    return costs.get(this, [this.blocks.length, this.loadEndUs], () => computeMeasuredCost(this));
  }

  /** The offered load and the arrivals; null: not known. */
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

  get isMeasuring(): boolean {
    return this.loadEndUs === null && this.state === 'measuring';
  }

  /** Length of the measured phase until `now`; 0 before it. */
  measuredMs(now: Microseconds): Milliseconds {
    if (this.originUs === null) return 0;
    return (this.isMeasuring ? Math.min(Math.max(0, now - this.originUs), this.longestUs) : this.durationUs) / US_PER_MS;
  }

  /** A client may go on for a moment after the measured phase. */
  private get longestUs(): Microseconds {
    const load = this.header?.setup.load;
    if (load === undefined || hasSchedule(load) || this.leak !== null) return Number.POSITIVE_INFINITY;
    // Others go on until the last response is there.
    const end = endOf(load);
    return end.by === 'duration' ? end.seconds * 1e6 : Number.POSITIVE_INFINITY;
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

  /** How long the target's event loop has been blocked, when it still is; 0: it responds. */
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

  /** Of one kind and unit, with all of their samples, whatever the requests of the selection. */
  profiles(selection = ALL_SAMPLES): readonly Profile[] {
    return selectProfiles(this.allProfiles(), selection);
  }

  /** One profile of each kind and pass for each thread that has one, times since time 0. The same objects until something new comes. */
  allProfiles(): readonly Profile[] {
    if (this.imported) return this.imported.profiles;
    return merged.get(this, [this.profileVersion, this.originUs, this.loadEndUs], () => {
      // What runs before time 0 and after the load has ended is not what was measured.
      const end = this.originUs === null || this.loadEndUs === null ? Number.POSITIVE_INFINITY : this.loadEndUs - this.originUs;
      const origin = this.originUs ?? 0;
      const profiles = [...this.mergers.values()].map(({ merger }) =>
        merger.toProfile(origin, this.sources.positions, this.sources.lines, this.sources.waits),
      );
      const whole = this.served.givenUp === null ? profiles : profiles.map(({ requests, ...profile }) => profile);
      const known = { threadTimes: (pid: number) => this.threadTimes(pid), server: this.server };
      // Between the blocks of a run that measures its cost no samples are taken.
      const sampledUntil = Number.isFinite(end) && this.blocks.length === 0 ? end : null;
      return divideProfiles(whole, known, origin, sampledUntil).map((profile) => clipTo(end, profile));
    });
  }

  /** Built once for each question and version, and kept for a while. */
  callTree(asked: TreeQuery): CallTree {
    const query = wholeIfExact(asked);
    return treeOf(this.allProfiles(), query, this.onlySamples(query.selection.requests, query.window));
  }

  /** Of the samples that were taken in requests, whether before or after the response. Null: it is not known of each which one it was taken in. */
  treeInRequests(asked: TreeQuery): CallTree | null {
    if (!this.tellsRequestsApart) return null;
    const isInRequest = (request: number): boolean => request > NO_REQUEST || request === AFTER_RESPONSE;
    const only = { key: 'in requests', of: (profile: Profile) => onlyRequests(profile, isInRequest) };
    return treeOf(this.allProfiles(), wholeIfExact(asked), only);
  }

  /** Time by line and by file; computed once for each question and version. Null: the profiles do not know their lines. */
  lines(asked: LineQuery & Pick<TreeQuery, 'selection'>): LineFigures | null {
    const all = this.allProfiles();
    const query = wholeIfExact(asked);
    const { selection, window, base } = query;
    return lineFigures.get(all, [selection, window, base], () => {
      const only = this.onlySamples(selection.requests, window);
      const profiles = selectProfiles(all, selection);
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
    const { served, header } = this;
    return served.isKnown && served.givenUp === null && header !== null && attributesSamples(header.setup.capture);
  }

  /** Of the requests in the server, by route. Null: nothing is known of them. */
  routes(window: TimeWindow | null): RoutesFigures | null {
    // Profiles are not put together for nothing, once a second in a live run.
    return this.served.isKnown
      ? computeRoutes(this.profiles(CPU_TIME), this.served, this.servedPart(window), window, {
          memberOf: (pid) => this.memberOf(pid),
          waited: { waits: this.waits, originUs: this.originUs ?? 0 },
        })
      : null;
  }

  /** Of a group. */
  memberOf(of: number): string | undefined {
    return this.processList.find(({ pid }) => pid === of)?.member;
  }

  /** Requests that ended in the window, on the engine's clock. */
  servedPart(window: TimeWindow | null): ServedPart {
    const origin = this.originUs ?? 0;
    const { durationUs } = this;
    const [fromUs, toUs] = window === null ? [0, durationUs] : [window.fromMs * US_PER_MS, window.toMs * US_PER_MS];
    return { from: origin + fromUs, to: origin + toUs, isAllAnswered: toUs >= durationUs && this.isAllAnswered };
  }

  /** Of the load, which has ended. A client that does not tell what got no response does not know it. */
  private get isAllAnswered(): boolean {
    const { header, load, loadEndUs } = this;
    if (header === null || loadEndUs === null || clientOf(header.setup).hidesUnanswered) return false;
    return load.counts.sent - load.finished === load.unanswered;
  }

  /** Of classic ticks; built once for each question, and kept for a while. Null: there are no stacks. */
  tickTree({ hide, merged }: TickFlameQuery): TickTree | null {
    const { ticks } = this;
    if (ticks === null || ticks.stacks.frames.length === 0) return null;
    return tickTrees.get(ticks, [[...hide].sort(), merged], () => computeTickTree(ticks.stacks, { hide, merged }));
  }

  /** Of all requests: one for each of the first `most` threads that have samples with times. `more`: how many others have. */
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

  /**
   * Columns of the server's samples from row `fromRow` on; times since time 0. From the first one on, where the load has ended and calls that wait have
   * made another figure of rows that were told before.
   */
  serverSeries(fromRow: number): ReturnType<ServerSeries['columns']> {
    const { originUs, processList } = this;
    const elu = this.loadEndUs === null ? null : this.loopWithCalls();
    return this.server.columns(elu === null ? fromRow : 0, originUs, processList, elu);
  }

  /** By row of the server's samples, how busy its event loop was. Null: as they say themselves. */
  loopWithCalls(): Float32Array | null {
    const { originUs } = this;
    if (originUs === null) return null;
    const question = [this.profileVersion, this.server.rows, originUs, this.loadEndUs];
    return busyLoops.get(this, question, () => loopWithCalls(this.server, this.profiles(CPU_TIME), originUs));
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
}

const merged = new Remembered<RunRecording, readonly Profile[]>();
const busyLoops = new Remembered<RunRecording, Float32Array | null>();
const costs = new Remembered<RunRecording, ProfilingCost | null>();
const lineFigures = new Remembered<readonly Profile[], LineFigures | null>(MOST_LINE_FIGURES);
const tickTrees = new Remembered<Ticks, TickTree>(MOST_TICK_TREES);

/** The pass without inlining has another time axis, and other requests, than what windows and filters are of. */
function wholeIfExact<Q extends Pick<TreeQuery, 'selection' | 'window'>>(query: Q): Q {
  const { selection } = query;
  return selection.inlined ? query : { ...query, window: null, selection: { ...selection, requests: null } };
}

/** Those of the pass without inlining are of its own measured phase, which may be the longer one. */
function clipTo(end: Microseconds, profile: Profile): Profile {
  return profile.inlined ? clipProfile(profile, 0, end) : profile;
}

/** A load process of ours makes its requests on one core; another program uses all there are. */
function coresOf(client: LoadClient | undefined): number {
  if (client !== undefined && !('workers' in client)) return Number.POSITIVE_INFINITY;
  return client === undefined ? 1 : workersOf(client);
}
