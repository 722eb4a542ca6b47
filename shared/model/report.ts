/**
 * The figures of a run as the command line prints them (`--json`) and the Overview shows them: one shape, computed once
 * in `shared/session/sections/`. Keys are a contract (see docs/user/COMMAND-LINE.md); only add. Keys whose type is `null` are
 * printed empty, so that a script can rely on them: no version has measured them yet, and nothing reads them.
 */

import type { Bytes, Microseconds, Milliseconds, Percent, PerSecond, Seconds, TimeWindow } from '../base/units.ts';
import type { Said } from '../words/said.ts';
import type { ComparedWaits, Reason } from './comparison/compared-waits.ts';
import type { ComparedRequests, Difference, Sensitivity, Verdict } from './comparison/comparison.ts';
import type { Exclusion } from './comparison/exclusion.ts';
import type { Grid, GridCell } from './comparison/grid.ts';
import type { Metric } from './comparison/metrics.ts';
import type { Distribution, MeasuredDistribution, PercentileIntervals, PercentileMap } from './distribution.ts';
import type { Failure } from './failure.ts';
import type { HeapSummary } from './heap-summary.ts';
import type { KeptResponse } from './kept-response.ts';
import type { LeakReport } from './leak.ts';
import type { LimitReport } from './limit.ts';
import type { AutocannonResult } from './load/autocannon-result.ts';
import type { ForeignPeriod, ForeignRate, ForeignTimes, LoadResult, Placement } from './load/load-result.ts';
import type { Plan, PlanRequest } from './load/plan.ts';
import type { MemoryFigures } from './memory.ts';
import type { PeerCalls } from './peer-calls.ts';
import type { ProbeReport } from './probe.ts';
import type { ExactPass } from './profile/exact-pass.ts';
import type { KnownCpu } from './profile/known-cpu.ts';
import type { ProfilingCost } from './profile/profiling-cost.ts';
import type { TickFigures } from './profile/ticks.ts';
import type { TimeBase } from './profile/time-base.ts';
import type { WeightUnit } from './profile/weight-unit.ts';
import type { RequestFilter } from './request-filter.ts';
import type { ErrorKind, ExitInfo, GeneratorHealth } from './run.ts';
import type { ServerFigures } from './server-figures.ts';
import type { RecordedService, ServiceGuess } from './services.ts';
import type { CapturedFigure, HeapKind } from './setup/captures.ts';
import type { Experiment } from './setup/experiment.ts';
import type { Load, LoadClient, PlannedRequest } from './setup/setup.ts';
import type { OpenStreams, Silence, WarmUpCounts } from './silence.ts';
import type { ThreadKind } from './thread-times.ts';
import type { TimePart } from './time-parts.ts';
import type { TimingFigures } from './user-timings.ts';
import type { WaitKind } from './waits.ts';

export interface Spread {
  readonly mean: number;
  readonly stdev: number;
  readonly min: number;
  readonly max: number;
  readonly percentiles: PercentileMap;
  /** Whole seconds counted. Below 2 the spread says nothing and the percentiles are those of the mean alone. */
  readonly seconds: number;
}

/** Processes that listened where the load goes and ended while it went on. */
export interface RestartFigures {
  readonly ended: number;
  /** Were started and began to listen there meanwhile. */
  readonly startedAgain: number;
  /** Others listened there as one ended: the workers of a cluster, or one that took over before. */
  readonly isOneOfSeveral: boolean;
  /** The most frequent first; both null: how is not known. */
  readonly exits: readonly (ExitInfo & { readonly count: number })[];
  /** Requests whose connections failed between an end and the next time that a process began to listen, to a tenth of a second. */
  readonly failed: number;
}

/** What disturbed a run, and how its load process did. CPU in percent of one core; null: the system does not say. */
export interface MachineFigures {
  /** Of the machine: what a percentage of one core is of all. */
  readonly cores: number;
  /** Of processes that belong neither to the target nor to Loopscope. */
  readonly foreignPercent: { readonly mean: Percent; readonly max: Percent } | null;
  /** What the host of a virtual machine gave to others. */
  readonly stealPercent: { readonly mean: Percent; readonly max: Percent } | null;
  /** Of the load process. */
  readonly generatorPercent: { readonly mean: Percent; readonly max: Percent } | null;
  /** The longest time in which nothing ran, or by which the clock was set. */
  readonly clockGapMs: Milliseconds;
  /** When it had ended, from time 0; absent where there was none. */
  readonly clockGapEndMs?: Milliseconds;
}

export interface HeavyRow {
  readonly function: string;
  readonly url: string;
  /** One-based, as editors count; 0 when there is no position. */
  readonly line: number;
  readonly column: number;
  readonly kind: FrameKind;
  /** In the unit of the profile. */
  readonly self: number;
  /** Of `self`: in what is folded into it; absent: nothing is. */
  readonly folded?: number;
  readonly selfPercent: Percent;
  readonly total: number;
  /** The same in ms; null: the profile does not measure time. */
  readonly selfMs: Milliseconds | null;
  readonly totalMs: Milliseconds | null;
  readonly totalPercent: Percent;
  readonly samples: number;
  /** On CPU: `selfMs`. Blocked in it, or in a call of Node that it makes (`readSync`): this; absent: of other rows than the heavy ones. */
  readonly blockedMs?: Milliseconds;
  /** Half the widths of the 95 % intervals of both shares, in percentage points; null: the number of samples is not known. */
  readonly selfMargin?: Percent | null;
  readonly totalMargin?: Percent | null;
  /** Of what has no file, such as `writeSync`: the nearest function of the user's own that most of it works for; absent: there is none. */
  readonly calledBy?: Pick<HotFunction, 'function' | 'url' | 'line' | 'file'>;
  /** The shortest path that says which file it is, where others have its name; absent: its name does. */
  readonly file?: string;
}

/** Whose code a frame is. `native`: C++ built-ins and V8's own work, `(program)` and GC among them. */
export type FrameKind = 'own' | 'dependency' | 'core' | 'native';

/** Time of a group of functions. */
export interface GroupRow {
  /** Of a file its URL; empty: in none. */
  readonly name: string;
  readonly kind: FrameKind;
  /** In the unit of the profile. */
  readonly self: number;
  readonly selfPercent: Percent;
  /** With the group anywhere on the stack. */
  readonly total: number;
  readonly totalPercent: Percent;
}

/** Time of a package of node_modules, or of Node itself. */
export interface PackageRow extends GroupRow {
  /** Empty: Node's own JavaScript. */
  readonly name: string;
  readonly kind: Extract<FrameKind, 'dependency' | 'core'>;
}

/** A weight of a profile, in its unit, in ms (null: it does not measure time) and of its base. */
interface HotWeight {
  readonly total: number;
  readonly totalMs: Milliseconds | null;
  readonly totalPercent: Percent;
  /** Most of it is known to be for requests, and hardly any to be for something else; absent: it is not. */
  readonly isForRequests?: true;
}

/** `file`: the end of its path that no other file of the profile has; absent in older reports: its name. */
interface HotPlace extends Pick<HeavyRow, 'function' | 'url' | 'line'> {
  readonly file?: string;
}

export interface HotFunction extends HotPlace, HotWeight {}

export interface HotPackage extends Pick<PackageRow, 'name' | 'kind'>, HotWeight {
  /** Of its functions the innermost that most of the time is in; null: there is none, or it has no name. */
  readonly function: string | null;
  /** A good part of the time of the package is in others than that function. Absent: hardly any is. */
  readonly isSpread?: true;
}

/** A function, and its share without what it called. */
export interface HotSelf extends HotPlace {
  readonly selfPercent: Percent;
  /** Functions that call it have so much time of their own that some of it may be of this one, which V8 has inlined there. Absent: hardly any. */
  readonly isLeast?: true;
  /** Of the pass without inlining. Absent: of the run itself. */
  readonly isExact?: true;
}

/**
 * A function of Node that calls code of the program, and what counts for it and others like it: V8 counts code that it has inlined, or has
 * compiled for a loop before the profile began, for its caller.
 */
export interface HotCaller {
  readonly function: string;
  readonly percent: Percent;
  /** What it calls most of; null: nothing that is known. */
  readonly calls: HotPlace | null;
}

/** Which code took the time. */
export interface HotCode {
  /** The function of the user's own that stands for most of what is in their code; null: none ran. */
  readonly own: HotFunction | null;
  /** Where no single function has most of that, or the one that has only passes it on: a second one; both have what they do themselves. Absent: one has. */
  readonly and?: HotFunction;
  /** Below it another function of the user's own that itself has much of its time; null: no other has. */
  readonly inside: HotSelf | null;
  /** A second one of these that itself has about as much. Absent: the first has more than any other. */
  readonly insideAnd?: HotSelf;
  /** Below it the package that most of its time is in; null: most is in the user's own code, or no package has most of it. */
  readonly below: HotPackage | null;
  /** Where about as much is in a second one, which the first does not call: that. */
  readonly besides: HotPackage | null;
  /** Of packages on stacks without the user's own code the one that most of that time is in; null: there is none. */
  readonly outside: HotPackage | null;
  /** Where no package has most of it: the second one; both have what they do themselves. */
  readonly outsideAnd?: HotPackage;
  /** On stacks with neither packages nor the user's own code: Node's work for requests, garbage collection. */
  readonly nodePercent: Percent;
  /** The part of that in functions of Node themselves that call the program's code. Absent: there is none. */
  readonly callsBack?: HotCaller;
  /** Loopscope's own, on whatever stack. Absent: recorded by a version that did not say, or of another tool. */
  readonly loopscopePercent?: Percent;
  /** In timers that no request is known to have set. */
  readonly timerPercent?: Percent;
  /** On CPU. */
  readonly samples: number;
  readonly cpu: KnownCpu;
}

/** Time on one line. */
export interface LineRow {
  readonly url: string;
  /** From 1; 0: it is not known which line of the file. */
  readonly line: number;
  /** False: what ran has several lines of the source in one, as minified code has, and this is the first of them. */
  readonly isExact: boolean;
  /** The function most of this is of. */
  readonly function: string;
  /** Where that function begins, which need not be in this file: V8 may have inlined the line. 0: not known. */
  readonly functionUrl: string;
  readonly functionLine: number;
  readonly kind: FrameKind;
  /** In the unit of the profile. */
  readonly self: number;
  /** The same in ms; null: the profile does not measure time. */
  readonly selfMs: Milliseconds | null;
  readonly selfPercent: Percent;
  /** Half of the 95 % confidence interval of `selfPercent`, in points; null: of no samples. */
  readonly selfMargin: Percent | null;
  /** With what functions that begin on this line have called: V8 does not say from which line a function was called. */
  readonly total: number;
  readonly totalMs: Milliseconds | null;
  readonly totalPercent: Percent;
  readonly samples: number;
  /** What is written there, where that is known. */
  readonly text?: string;
}

/** Time in one file, on all of its lines. `total`: with it anywhere on the stack. */
export interface FileRow extends Omit<LineRow, 'line' | 'isExact' | 'function' | 'functionUrl' | 'functionLine' | 'text'> {
  /** Lines that have time of their own. */
  readonly lines: number;
}

/** Time by line and by file. */
export interface LineFigures {
  /** From time 0: that of whole slices, which reaches further than what was asked for; null: the whole recording. */
  readonly window: TimeWindow | null;
  /** What percentages are of, in the unit of the profile. */
  readonly weight: number;
  readonly samples: number;
  readonly base: TimeBase;
  readonly cpu: KnownCpu;
  /** Most time of their own first, as the lines are. */
  readonly files: readonly FileRow[];
  readonly rows: readonly LineRow[];
  /** There are more lines than these, the first. */
  readonly isFirst?: boolean;
}

/** The profile of a thread; several processes may have threads of the same number. */
export interface ThreadShare {
  readonly pid: number;
  /** As Node numbers them: 0 is the main one. */
  readonly thread: number;
  /** The name its program gave it, or its file; empty: none, or it is the main one. */
  readonly title: string;
  /** As the system numbers it; null: not known. */
  readonly tid?: number | null;
  readonly kind?: ThreadKind;
  /** All that were taken, idle ones too. */
  readonly samples: number;
  /** What it weighs in the unit of the profile, without what was idle. Absent: that is its time. */
  readonly weight?: number;
  /** What became of its time; where weights are no times, 0. How sure that is: `dividedBy` of the profile. */
  readonly cpuMs: Milliseconds;
  readonly blockedMs: Milliseconds;
  readonly idleMs: Milliseconds;
  /** Null: not known. */
  readonly waitedForCoreMs: Milliseconds | null;
  readonly stoppedMs: Milliseconds;
  /** It went on for so long after its last sample that is known, and is in none of the other times; absent: it did not. */
  readonly lostMs?: Milliseconds;
  /** The calls in which it was blocked, by who made them, most time first. Absent: it is not known of any. */
  readonly blockedIn?: readonly BlockedCall[];
  /** Deprecated: `cpuMs` + `blockedMs`. */
  readonly activeMs: Milliseconds;
}

/** A call in which a thread was blocked, all those that were made for one function, or one package. */
export interface BlockedCall {
  /** `Atomics.wait`, `spawnSync`, `readSync` ... */
  readonly call: string;
  readonly blockedMs: Milliseconds;
  /** Taken in it. */
  readonly samples: number;
  /** The nearest function of the user's own on the stack. Absent: there is none. */
  readonly calledBy?: Pick<HotFunction, 'function' | 'url' | 'line' | 'file'>;
  /** The package that made it, where there is none. Absent: Node itself did. */
  readonly calledByPackage?: Pick<HotPackage, 'name' | 'kind' | 'function'>;
}

/** A call in which threads were blocked, by the place it was made at. */
export interface BlockedRow extends Pick<HeavyRow, 'function' | 'url' | 'line'> {
  /** `Atomics.wait`, `spawnSync`, `readSync` ...; its function, file and line are of the code that called it. */
  readonly call: string;
  readonly threads: number;
  readonly blockedMs: Milliseconds;
  /** Of all blocked time. */
  readonly percent: Percent;
}

/** What functions allocate in the heaps of all threads, sampled by V8. Memory of Buffers is not in it. */
export interface HeapFigures {
  /** All that was allocated, or of it what was alive after a full collection at the end. */
  readonly of: HeapKind;
  readonly samples: number;
  /** Null: the profile is of what is alive. */
  readonly allocatedBytes: Bytes | null;
  /** Null: the profile is of all that was allocated. */
  readonly liveBytes: Bytes | null;
  /** V8 inlined functions, and what they allocate counts for their callers. */
  readonly isInlined: boolean;
  /** Most allocated in the function itself first. */
  readonly heavy: readonly AllocatingRow[];
}

export interface AllocatingRow {
  readonly function: string;
  readonly url: string;
  /** From 1; 0: not known. */
  readonly line: number;
  readonly kind: FrameKind;
  readonly selfBytes: Bytes;
  readonly selfPercent: Percent;
  /** With what it calls. */
  readonly totalBytes: Bytes;
  readonly totalPercent: Percent;
  readonly samples: number;
  /** Half of the 95 % interval of the percentage, in percentage points; null: too few samples to tell. */
  readonly selfMargin: Percent | null;
  readonly totalMargin: Percent | null;
}

/** Rows of tables of functions and lines in a report; the window asks for whole tables itself. */
export const HEAVY_LIMIT = 100;

export interface ProfileFigures {
  /** What is measured. Where that is no time, every time below is 0. */
  readonly unit: WeightUnit;
  /** What percentages are of, in this unit. */
  readonly weight: number;
  readonly samples: number;
  /** False: what was counted has no number of samples, and `samples` is how many stacks there are. Absent: each sample is a look at a stack. */
  readonly isSampled?: boolean;
  /** Of what was counted otherwise, how many samples the file counts, without idle ones; absent: it does not. */
  readonly taken?: number;
  /** Only of a thread that was chosen, or of the samples in requests that were; absent: all that were taken in the processes it is of. */
  readonly isOfPart?: true;
  readonly durationMs: Milliseconds;
  /** Asked interval. */
  readonly intervalUs: Microseconds;
  /** Median of what was reached. */
  readonly effectiveIntervalUs: Microseconds;
  /** Processes that were sampled. */
  readonly processes: number;
  /** Those that were sampled, the busiest first. */
  readonly threads: readonly ThreadShare[];
  /**
   * How the CPU time of threads is known: from the kernel or Node for each thread, or estimated from the CPU time of their process. Null: not known, and a
   * sample counts for as long as it lasted, as in profiles of other tools.
   */
  readonly dividedBy: KnownCpu['by'];
  /** Of all threads together: how long each was sampled, and what became of that time. */
  readonly processMs: Milliseconds;
  readonly threadCpuMs: Milliseconds;
  readonly blockedMs: Milliseconds;
  readonly idleMs: Milliseconds;
  /** What passed before the first sample of each thread, which is in none of the others; absent: it is hardly anything. */
  readonly beforeMs?: Milliseconds;
  /** Of what is no time, how much is idle, which is not in `weight`; absent: nothing. */
  readonly idleWeight?: number;
  /** Deprecated: `threadCpuMs` + `blockedMs`. */
  readonly activeMs: Milliseconds;
  /** Of the CPU time of its threads, so much passed without a sample on CPU, or its samples are lost: it is of no function. Null: not known. */
  readonly unseenPercent: Percent | null;
  /** Calls in which threads were blocked, most time first. */
  readonly blocked: readonly BlockedRow[];
  /** Lines that call `Atomics.wait` and do something else as well, as far as much CPU time may be on them: how much, cannot be told. */
  readonly unclear: readonly Pick<HeavyRow, 'function' | 'url' | 'line'>[];
  /** CPU time that these processes had meanwhile, all their threads; null: not known. */
  readonly cpuMs: Milliseconds | null;
  /** What percentages are of. */
  readonly base: TimeBase;
  /** More CPU time for each request, estimated: `cost.cpuPerRequest.percent`. Null: not measured. */
  readonly overheadPercent: Percent | null;
  /** What taking the profile cost. Absent: it was not to be measured. */
  readonly cost?: ProfilingCost;
  /** What they are of, where they are allocations that were sampled. Absent: they are not. */
  readonly ofHeap?: Pick<HeapFigures, 'of' | 'isInlined'>;
  /** What these figures are of, where they are those of the pass without inlining. Absent: they are of the run itself. */
  readonly exactPass?: ExactPass;
  /** The same of the pass without inlining. Absent: there was none. */
  readonly exact?: ProfileFigures;
  readonly heavy: readonly HeavyRow[];
  /** Functions of the user's own, most time in and below them first. */
  readonly own: readonly HeavyRow[];
  /** Most time first. */
  readonly packages: readonly PackageRow[];
  /** The same by file. */
  readonly files: readonly GroupRow[];
  readonly hot: HotCode;
  /** Null or absent: the profile does not say on which lines its samples were taken. */
  readonly lines?: LineFigures | null;
}

export interface PlanFigures {
  readonly order: Plan['order'];
  /** In the order of the plan: rows name them by their place. */
  readonly requests: readonly Pick<PlanRequest, 'name' | 'method' | 'url' | 'weight'>[];
  /** Its users wait after some of its responses. Absent: they do not. */
  readonly hasPauses?: true;
}

/** The plan of a run, all in one as its users know it, and how long it was measured. */
export type LoadFigures = Load &
  PlannedRequest & {
    /** What makes the requests. */
    readonly client: LoadClient['kind'];
    readonly keepAlive: boolean;
    /** What the clients ask for, when it is a request plan; absent: the one request. */
    readonly plan?: PlanFigures;
    /** Requests in flight on each connection. */
    readonly pipelining: number;
    /** Load processes. */
    readonly workers: number;
    readonly durationMs: Milliseconds;
  };

/** Of the speed over a run: `rising` got faster. */
export type SteadinessLabel = 'steady' | 'warm-up' | 'rising' | 'falling' | 'jumping';

/** Whether a run served as many requests a second all the time; at a set rate, whether it served them as fast. */
export interface RunSteadiness {
  readonly label: SteadinessLabel;
  /** `latency`: of the typical request, second by second. Absent: of the throughput. */
  readonly of?: 'latency';
  /** The quickest fifth of the run against the slowest; null: one of them has no response. */
  readonly spreadPercent: Percent | null;
  /** Where a warm-up that had not been over at time 0 ended; null: none was seen. */
  readonly warmupMs: Milliseconds | null;
}

/** Latency changed its level once. Medians are exact to 2 %. */
export interface LevelChange {
  /** Since time 0: requests that were due until then had the first one. */
  readonly atMs: Milliseconds;
  readonly beforeMs: Milliseconds;
  readonly afterMs: Milliseconds;
  /** How many responses. */
  readonly before: number;
  readonly after: number;
}

/** The event loop of a process was blocked when the measured time ended. */
export interface BlockedAtEnd {
  readonly pid: number;
  /** Other processes had event loops when the load ended. */
  readonly isOneOfSeveral?: true;
  /** Since time 0. */
  readonly fromMs: Milliseconds;
  /** The user's own code that most of the CPU time of the stall was in; null: too few samples, or none stands out. */
  readonly code: Pick<HeavyRow, 'function' | 'url' | 'line'> | null;
}

export interface RunReport {
  readonly variant: string;
  readonly excluded: Exclusion | null;
  readonly target: {
    /** What is measured, as it was named: a script, a command, a server. */
    readonly subject: string;
    /** Empty: no script. */
    readonly script: string;
    readonly args: readonly string[];
    /** Of Node itself; absent: none, or recorded before it could have any. */
    readonly nodeArgs?: readonly string[];
    readonly cwd: string;
    readonly node: string;
    readonly nodePath: string;
    readonly url: string;
    /** The configuration that was written for the nginx in front; absent: none was. */
    readonly nginx?: string;
    readonly processes: number;
    readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
    /** False: no figures from inside the process (for example under --permission). */
    readonly agent: boolean;
  };
  /** Present: the run looked for a leak. */
  readonly leak?: LeakReport;
  /** Present: the run searched for the highest rate that holds. */
  readonly limit?: LimitReport;
  readonly load: LoadFigures;
  readonly ending: string;
  readonly window: TimeWindow | null;
  readonly requests: {
    readonly sent: number;
    readonly completed: number;
    readonly failed: number;
    readonly timedOut: number;
    readonly unfinished: number;
    readonly dropped: number;
    /** Completed with a status outside 200..399; not part of latencyMs. */
    readonly unexpected: number;
    /**
     * Of the unfinished ones, those that were waited for after the load had ended, and got no response; and the age of the oldest, null: there is none.
     * Null or absent: recorded before this was measured, or the client does not say.
     */
    readonly unanswered?: number | null;
    readonly oldestMs?: Milliseconds | null;
    /** Completed requests whose responses arrived after the measured phase, and are in no throughput; absent: none. */
    readonly late?: { readonly completed: number; readonly expected: number };
    /** Completed, but not part of any latency: the client did not time them from their own start. */
    readonly stale?: number;
  };
  /** Times in which no byte of any response arrived though a request was in flight, as far as they overlap the window; null or absent as `unanswered`. */
  readonly silences?: readonly Silence[] | null;
  /** How long responses were waited for after the measured phase; null or absent: this is a part of the run, or as `unanswered`. */
  readonly waitedMs?: Milliseconds | null;
  /**
   * Of the last requests of the load: when the last one was sent (or due, if it was dropped), since time 0, and how many got no response of those that
   * were sent after the last one that got one. Null or absent: nothing was sent, or this is a part of the run.
   */
  readonly lastRequests?: { readonly sentMs: Milliseconds; readonly lostSince: number } | null;
  /** Requests whose responses were still arriving at the end: event streams, downloads, long polls. Null or absent: none, this is a part of the run, or as `unanswered`. */
  readonly openStreams?: OpenStreams | null;
  /** Absent: there was none, this is a part of the run, or it was recorded before this was counted. */
  readonly warmUp?: WarmUpCounts;
  readonly status: Readonly<Record<string, number>>;
  /** Of these, redirects and statuses from 400 on that the plan names as what it expects; absent: none. */
  readonly metStatus?: Readonly<Record<string, number>>;
  /** Where the first redirect sends whoever follows it; absent: there was none, or nothing was kept of it. */
  readonly redirectsTo?: string;
  readonly errors: Readonly<Record<string, number>>;
  readonly bytes: Bytes;
  /** Of expected statuses (200 to 399), and of requests without a response as what they waited at least. Null: no such response. */
  readonly latencyMs: Distribution | null;
  /** How well this run fixes the percentiles of `latencyMs`, shown on request; null: no response. Absent: not asked for, or of another tool. */
  readonly latencyIntervalsMs?: PercentileIntervals | null;
  readonly unexpectedLatencyMs: MeasuredDistribution | null;
  readonly connectMs: MeasuredDistribution | null;
  readonly firstByteMs: Distribution | null;
  /** Of users who each make so many requests: from when they came to their last response. Null: the load has none, or this is a part of the run. */
  readonly sessionMs: Distribution | null;
  /** How much later than intended requests were sent. Null: the load has no schedule, as the closed one. */
  readonly latenessMs: MeasuredDistribution | null;
  /** Of expected statuses, from when they were really sent; null or absent: the load has no schedule, so that it is the latency. */
  readonly serviceMs?: Distribution | null;
  /** Requests completed with an expected status per second, over whole seconds. Null: none was. */
  readonly throughput: Spread | null;
  readonly bytesPerSecond: Spread | null;
  /** Null or absent: too short to say, or too few responses a second. */
  readonly steadiness?: RunSteadiness | null;
  /** Null or absent: it has one level, or several; this is a part of the run, it goes on, or its load itself changes. */
  readonly levelChange?: LevelChange | null;
  readonly server: readonly ServerFigures[];
  /** Null or absent: none was for a second or more, this is a part of the run, or it is not known. */
  readonly blockedAtEnd?: BlockedAtEnd | null;
  /** Null or absent: none ended, or it is not known. */
  readonly restarts?: RestartFigures | null;
  /** Of all of its processes together, in percent of one core: the median over the parts of the measured time. Null or absent: too short to say, or not sampled. */
  readonly serverCpu?: { readonly medianPercent: Percent } | null;
  /** Null or absent: recorded before this was sampled. */
  readonly machine?: MachineFigures | null;
  readonly profile: ProfileFigures | null;
  /** Null: none were taken. They are of the whole measured phase, whatever the window. */
  readonly ticks: TickFigures | null;
  /** Marks and measures of the script, those that began in this part; absent: it made none. */
  readonly timings?: TimingFigures;
  /** Numbers that captures have found out, whatever the window; absent: none. */
  readonly captured?: readonly CapturedFigure[];
  /** Of a schedule with several; empty: it has not, the run goes on, or this is a part of it. */
  readonly phases: readonly PhaseFigures[];
  /** Of a sweep; empty as above. */
  readonly levels: readonly LevelFigures[];
  /** Of ten seconds each; empty: this is a part of the run, or it was too short. */
  readonly periods: readonly PeriodFigures[];
  /** Null or absent: it has no levels. */
  readonly bracket?: LevelBracket | null;
  /** Of a plan with several requests, in its order; absent or empty as above. */
  readonly byRequest?: readonly PlannedFigures[];
  /** By route, as the server saw them; null or absent: the profile does not tell requests apart. */
  readonly routes?: RoutesFigures | null;
  /** What requests waited for, the most first; behind those of all routes at most 1,000 rows by route. Null: not recorded. Absent: an earlier version had no such figures. */
  readonly waits?: readonly WaitFigures[] | null;
  /** The same of all requests by peer, the most first. Absent: nothing is known. */
  readonly waitsByPeer?: readonly PeerWaits[];
  /** What its processes asked of other servers, the longest first, where that was added up without asking for whom. Absent: it was not, or this is a part of the run. */
  readonly peers?: readonly PeerCalls[];
  /** By request, and asked not to record what requests waited for; absent: not so. */
  readonly waitsOff?: true;
  /** Why `waits` is null, or has nothing of any request. Absent: nothing keeps it from being known, or `waitsOff`. */
  readonly waitsUnknown?: WhyNoWaits;
  /** `waits` is of these requests alone, and has no rows by route. Absent: of all. */
  readonly waitsOnly?: ChosenRequests;
  /** Calls that are in none of it, whichever requests it is of: of no request, without a reply, and not recorded. Absent: none. */
  readonly waitsBeside?: Omit<WaitsFigures, 'rows' | 'byPeer'>;
  readonly memory?: MemoryFigures;
  /** Null: no allocations were sampled. */
  readonly heap?: HeapFigures | null;
  readonly generator: GeneratorHealth;
  /**
   * Where the client does not say which requests got no response: how long no response had ended when the load did, as the processes of the server
   * saw it, and why that is worth a word: a request had come since the last one, the event loop was blocked, or the processes were not heard any more.
   * Absent: it is not so, or this is a part of the run.
   */
  readonly silentAtServer?: { readonly ms: Milliseconds; readonly because: 'waiting' | 'blocked' | 'still' };
  /** Single responses that were kept, in the order they ended; null or absent: recorded before any were, or one of all runs of a comparison. */
  readonly answers?: readonly ReportedResponse[] | null;
  /** What autocannon itself says of the run where it was the client, one for each load process; absent: it was not, or this is a part of the run. */
  readonly autocannon?: readonly AutocannonResult[];
  /** What the load command says of the run where it made the load; null: nothing that could be read. Absent: a client of ours made it, or this is a part of the run. */
  readonly byCommand?: LoadResult | null;
  /** `byCommand` is a result that was joined to the recording: the file it was read from, and where it lies on the time axis. Absent: it is not. */
  readonly joined?: Placement & { readonly file: string };
  /** What the reader should know before trusting the figures (target died, no agent, generator limited ...). */
  readonly warnings: readonly Said[];
}

/** Calls of one kind to one peer. */
export interface WaitFigures {
  readonly kind: WaitKind;
  /** `postgresql://127.0.0.1:5432`, `redis://127.0.0.1:6379`, `http://127.0.0.1:4555`, `tcp://127.0.0.1:9000`. */
  readonly to: string;
  /** A statement without its values, a command, a method; null: not known. */
  readonly name: string | null;
  /** Null: of all routes, or of the requests that are chosen, whose route is not. Where there are several routes, each has rows of its own behind those of all. */
  readonly route: string | null;
  /** As of `RouteFigures`. */
  readonly member?: string;
  readonly calls: number;
  /** Null: no request ended. */
  readonly perRequest: number | null;
  /** From the first byte written until the reply was read. */
  readonly inProgressMs: MeasuredDistribution;
  /** Before that, for a connection, a free socket or a thread, of the calls of which it is known; null: of none. */
  readonly inLineMs: MeasuredDistribution | null;
  /** Calls to the peer in one process, of all routes; `limit`: how many sockets its agent allows, null: not known, or as many as there are. */
  readonly atOnce: { readonly max: number; readonly limit: number | null };
  /** Of the response times of all requests (of the route), the part in which they waited for at least one of these; null: no request ended. */
  readonly share: Percent | null;
  /** For so many of these calls of all routes it is known of which request they are a part; `share` stands on these, and calls of a route are only these. */
  readonly knownPercent: Percent;
}

/**
 * - `outside`: the server was not started by Loopscope
 * - `notAsked`: the run did not follow its requests
 * - `noAgent`: what serves has no agent in it: another language or runtime, or one that keeps it out
 * - `noRequests`: no request was seen to end in the main thread of a process with the agent
 * - `tooDear`: to follow requests took more of the main thread than it may
 * - `earlier`: recorded by a version that could not
 */
export type WhyNoWaits = 'outside' | 'notAsked' | 'noAgent' | 'noRequests' | 'tooDear' | 'earlier';

/** All calls to one peer; the pool of threads is one, too. `knownPercent`: of these calls. */
export type PeerWaits = Pick<WaitFigures, 'to' | 'calls' | 'perRequest' | 'inProgressMs' | 'inLineMs' | 'atOnce' | 'knownPercent'>;

/** Calls of one kind to one peer that got no reply, whosever they were. */
export interface NoReplyFigures extends Pick<WaitFigures, 'kind' | 'to' | 'name'> {
  /** Before a reply came, the connection was closed or the call failed. */
  readonly failed: number;
  /** No reply had come when the recording ended, though they had waited longer than each one of the same kind that got one. */
  readonly stillOpen: number;
  /** The longest of them: until the connection was closed, or the recording ended. */
  readonly longestMs: Milliseconds;
  /** When the oldest of those that were still open was sent, since time 0; null: none was. */
  readonly openSinceMs: Milliseconds | null;
  /** As of WaitFigures, of those whose request is known; null: of none it is. */
  readonly share: Percent | null;
}

/** Requests that are looked at, and how many there are. */
export interface ChosenRequests extends RequestFilter {
  readonly requests: number;
}

/** In place of what a report has of all requests. */
export type WaitsOfRequests = Required<Pick<RunReport, 'waits' | 'waitsOnly'>>;

export interface WaitsFigures {
  readonly rows: readonly WaitFigures[];
  readonly byPeer: readonly PeerWaits[];
  /** Calls of no request. */
  readonly outside: number;
  readonly lost: number;
  /** Those of requests, and those of which it is not known whose they were; the most first. Absent: there were none. */
  readonly noReply?: readonly NoReplyFigures[];
}

/** CPU time of the main threads by what it was for. Idle time is in none of it. */
export interface RoutesFigures {
  /** The most CPU time first; where that is not known, the longest in the server altogether. */
  readonly routes: readonly RouteFigures[];
  /** Null: samples are not told apart by requests, only when these were in the server is known. */
  readonly cpu: RoutesCpu | null;
  /**
   * Work that several requests share: on connections of the program to others, in its intervals; the most CPU time first. Null or absent: not known, and
   * in sessions that were recorded before it was told apart it counts for the route that had made the connection.
   */
  readonly shared?: readonly SharedFigures[] | null;
  /** CPU time for requests whose response had been handed to the system. Null or absent: as above. */
  readonly afterResponseMs?: Milliseconds | null;
  /** Of all CPU time outside idle time, what could be credited to nothing: of no request, of unanswered ones, or not known. Null: there is none, or it is not known. */
  readonly unattributedPercent?: Percent | null;
  /** Whether `cpuMs` is CPU time. Otherwise it is time on the main thread, which waiting for a core may be a part of. Null: there is none. */
  readonly isCpuTime?: boolean | null;
  /** Of so many of the calls that the parts are made of it is known whose they were; others are in none. Null or absent: there was no call, or no parts are known. */
  readonly callsKnownPercent?: Percent | null;
  /**
   * What telling requests apart took of the time of the main thread, and of the CPU time that it used: estimates, of the process where it was most. Absent: not
   * measured. `givenUpAtMs`: since time 0, negative in the warm-up; from then on it was not recorded, as it was more than allowed, and what was recorded before
   * is left out. Null: it never was.
   */
  readonly cost?: { readonly timePercent: Percent; readonly cpuPercent: Percent; readonly givenUpAtMs: Milliseconds | null };
  /** How many processes these requests ended in. Absent: in one. */
  readonly processes?: number;
  /** Requests that were not recorded. */
  readonly lost: number;
}

/** Something that several requests share. */
export interface SharedFigures {
  /** `TCP 127.0.0.1:5432`, `TLS 10.0.0.7:5432`, `pipe`, `interval 5 ms`, `worker threads`. */
  readonly name: string;
  readonly ms: Milliseconds;
  /** Of the CPU time of all requests. */
  readonly share: Percent | null;
  /** How much of it each route asked for, in steps of 5 %: an estimate. What no request asked for is missing from 100. Null: too little was seen to tell. */
  readonly askedBy: Readonly<Record<string, Percent>> | null;
}

/** CPU time of the main threads, idle time left out. */
export interface RoutesCpu {
  /** All of it. */
  readonly activeMs: Milliseconds;
  /** Of all requests: of routes, of what they share, after responses, of unanswered ones. The base of shares. */
  readonly requestsMs: Milliseconds;
  /** Garbage collection, whoever made the garbage. */
  readonly collectorMs: Milliseconds;
  /** Of no request: timers, the start, accepting connections. */
  readonly outsideMs: Milliseconds;
  /** Of requests that had no response yet, or whose client disconnected. */
  readonly unfinishedMs: Milliseconds;
  /** Could not be attributed. */
  readonly unknownMs: Milliseconds;
  /** In the base of shares. */
  readonly samples: number;
}

export interface RouteFigures {
  /** Method and pattern: `GET /cart/:id`. */
  readonly route: string;
  /** Of a group: the one whose processes these requests were in. Absent: they were all in processes of one, or there is no group. */
  readonly member?: string;
  readonly requests: number;
  /** Of these, with a status of 400 and above. */
  readonly failed: number;
  /** CPU time of one request until its response (`isCpuTime`), garbage collection meanwhile included, shared work not. Null: none ended, or not known. */
  readonly cpuMs: MeasuredDistribution | null;
  /** From when the request was read to when its response was handed to the system. Null: none ended. */
  readonly serverMs: MeasuredDistribution | null;
  /** By the samples of the profile, without garbage collection. Null: not known. */
  readonly onCpuMs: Milliseconds | null;
  /** Of the CPU time of all requests, shared work in the base; null: there is none, or it is not known. */
  readonly share: Percent | null;
  /** How long one request was in line or in progress for what `waits` has, overlaps counted once, whatever the main thread did. Null or absent: none ended, or not known. */
  readonly waitsMs?: MeasuredDistribution | null;
  /** They add up to the time in the server. Null or absent: too few samples, or not known. */
  readonly parts?: readonly TimePart[] | null;
  /** Of the requests that asked other servers several times. Null or absent: there was none, or it is not known. */
  readonly sequence?: CallSequence | null;
}

/** Whether the calls of a request to other servers were made one after the other. */
export interface CallSequence {
  /** With so many calls as can be told from chance (route-parts.ts). */
  readonly requests: number;
  /** Of these, those in which no two calls overlapped, in line and in progress. */
  readonly percent: Percent;
}

/** Figures of a part of a load. Its requests are those that were to be sent in it, whenever they ended. */
export interface PartFigures {
  /** Since time 0. */
  readonly from: Seconds;
  readonly to: Seconds;
  /** `sent` is without those still in flight when the load ended, except where they were waited for in vain: of which part they were is not recorded. */
  readonly requests: Omit<RunReport['requests'], 'unfinished' | 'stale'>;
  /** Sent or dropped. */
  readonly offered: PerSecond;
  /** Responses with an expected status that came in this time. */
  readonly throughput: PerSecond;
  /** Of expected statuses; null: none came. */
  readonly latencyMs: Distribution | null;
  readonly latenessMs: GeneratorHealth['latenessMs'];
  /** Null or absent: it is shorter than ten seconds, has too few responses, or its rate changes. */
  readonly steadiness?: RunSteadiness | null;
}

/** Figures of what ended in a stretch of time, whenever it was due. */
export interface PeriodFigures {
  /** Since time 0. */
  readonly from: Seconds;
  readonly to: Seconds;
  readonly requests: Pick<RunReport['requests'], 'completed' | 'failed' | 'unexpected' | 'dropped'>;
  /** Responses with an expected status. */
  readonly throughput: PerSecond;
  /** Of expected statuses; null: none came. */
  readonly latencyMs: { readonly [name in 'p50' | 'p90' | 'p99' | 'max']: Milliseconds } | null;
}

/** `rate`: at its start and at its end. */
export interface PhaseFigures extends PartFigures {
  readonly rate: readonly [PerSecond, PerSecond];
  /** Of one rate, for all of its time; absent: it rises or falls, is a pause, or was stopped before its end. */
  readonly visits?: LevelVisits;
  /** Whether the server kept up with it; null: not known. Absent as `visits` is. */
  readonly held?: boolean | null;
  /** Why it is not known: requests were sent so late that this alone would explain what was measured. */
  readonly sentLate?: true;
  /** Where it was not held: from when on more requests arrived than got a response, and how many of each, until the end of the phase. */
  readonly fellBehind?: { readonly from: Seconds; readonly to: Seconds; readonly arrived: number; readonly answered: number };
}

/** What of a sweep was held, in connections or visitors a second. */
export interface LevelBracket {
  readonly of: 'connections' | 'rate';
  /** The highest that was held, in most of its runs; null: none was. */
  readonly held: number | null;
  /** The lowest above it that was not, or of which it is not known (`figures.broke.sentLateMs`): not all were answered as expected, or a rate not as fast as they came. Null: the highest was held. */
  readonly broke: number | null;
  /** The lowest at which a request went wrong: no response, an unexpected status, or dropped. Null: none did. */
  readonly failedAt: number | null;
  /** As `held` and `broke`, but judged by response time only; statuses are ignored. Absent for levels of connections. */
  readonly pace?: {
    readonly held: number | null;
    readonly broke: number | null;
    /** Whether `broke` was answered as fast as it came is not known: it was sent too late. */
    readonly sentLate?: true;
  };
  /** What decided, of `held` and of `broke`. */
  readonly figures?: { readonly held: LevelDecision | null; readonly broke: LevelDecision | null };
  /** How often each of the two was held; absent: no level was run again. */
  readonly heldTimes?: LevelCount | null;
  readonly brokeTimes?: LevelCount | null;
  /** Levels below `held` that were not held in most of their runs; absent: there are none. */
  readonly contradicts?: readonly ({ readonly level: number } & LevelCount)[];
}

/** In how many of its runs a level was held. */
export interface LevelCount {
  readonly held: number;
  readonly times: number;
}

/** What a level is judged by. */
export interface LevelDecision {
  readonly requests: number;
  /** Of these: failed, unexpected or dropped. */
  readonly wrong: number;
  /** Of these, a second. */
  readonly offered: PerSecond;
  readonly holdS: Seconds;
  /** At a rate: the arrivals, and how many may be behind at most if the rate was held. */
  readonly visits?: LevelVisits & { readonly mayBeBehind: number };
  /** Whether it was held is not known: half of its requests were sent at least so late, which is most of their latency. Absent: it is known. */
  readonly sentLateMs?: Milliseconds;
}

/** By what the sweep goes through. */
export type LevelFigures = PartFigures & {
  /** Requests in flight while it was held: their times added up, by its time. */
  readonly inFlight: number;
  /** The same by Little's law: requests sent in a second x the mean time of a request. Both are equal as long as nothing builds up. */
  readonly inFlightByLittle: number;
  /** Of a plan with several requests; absent also where there are too many of them. */
  readonly byRequest?: readonly LevelRequest[];
  /** It is this level of `levels` (by place) once more, run after the sweep; absent: it is of the sweep itself. */
  readonly repeatOf?: number;
} & ({ readonly connections: number } | { readonly rate: PerSecond; readonly visits: LevelVisits });

/** The arrivals of a level at a rate, each for one request or for a sequence. */
export interface LevelVisits {
  readonly came: number;
  /** Arrivals that were not done when the level ended. */
  readonly left: number;
  /** Mean number of visitors in the system while the level was held. */
  readonly inside: number;
  /** Median visit of the arrivals in the first half of the level, and in the second; null: half of them got no response. */
  readonly earlyMs: Milliseconds | null;
  readonly lateMs: Milliseconds | null;
  /** Growth of the backlog from the start of the level to its end, estimated from how much longer visits became. */
  readonly behind: number;
}

/** A request of a plan in a level. */
export type LevelRequest = Pick<PlannedFigures, 'name' | 'requests' | 'latencyMs'>;

/** Figures of a request of a plan. Its throughput is over the whole run. */
export interface PlannedFigures extends Omit<PartFigures, 'from' | 'to'>, Pick<RunReport, 'status' | 'metStatus' | 'errors' | 'bytes'> {
  readonly name: string;
  /** Of all requests that were sent or dropped. */
  readonly share: Percent;
}

/** A response that was kept, with what the server wrote to each stream from its request to a second after it. */
export interface ReportedResponse extends Omit<KeptResponse, 'at' | 'latency'> {
  /** Of a plan with several requests, the one that it was for; absent: there is one. */
  readonly asked?: Pick<PlanRequest, 'name' | 'method' | 'url'>;
  /** Null: it was completed, and has an HTTP status. */
  readonly error: ErrorKind | null;
  /** Since time 0. */
  readonly atMs: Milliseconds;
  readonly latencyMs: Milliseconds;
  readonly stdout: string;
  readonly stderr: string;
  /** Why nothing that the server wrote is known; absent: it is, and is in `stdout` and `stderr`. */
  readonly outputMissing?: OutputMissing;
}

/** `not-recorded`: the server was up already. `left-out`: of this copy. `dropped`: there was more than is kept, and nothing is left of that moment. */
export type OutputMissing = 'not-recorded' | 'left-out' | 'dropped';

/** What there is to say of an imported profile: it has no load, so nothing about requests. */
export type ProfileReport = Omit<RunReport, 'load' | 'requests'> & {
  readonly load: null;
  readonly requests: null;
  /** What its file calls what it measures; absent: its format has no name for it. */
  readonly called?: string;
  /** Of a snapshot of a heap, which is no profile; absent: it is none. */
  readonly snapshot?: HeapSummary;
};

/** What another load tool has measured: under the keys that our own figures have, null where its file does not say. */
export type ExternalReport = Omit<
  RunReport,
  'load' | 'requests' | 'latencyMs' | 'firstByteMs' | 'connectMs' | 'sessionMs' | 'throughput' | 'errors' | 'bytes' | 'periods'
> & {
  readonly load: { readonly model: 'external'; readonly client: LoadResult['tool'] } & Pick<
    LoadResult,
    'version' | 'url' | 'startedAt' | 'connections' | 'durationMs' | 'figures' | 'thresholds'
  >;
  readonly requests: LoadResult['requests'];
  /** By the names of the tool. */
  readonly errors: Readonly<Record<string, number>>;
  readonly bytes: Bytes | null;
  readonly latencyMs: ForeignTimes | null;
  readonly firstByteMs: ForeignTimes | null;
  readonly connectMs: ForeignTimes | null;
  readonly sessionMs: ForeignTimes | null;
  readonly throughput: ForeignRate | null;
  readonly periods: readonly ForeignPeriod[];
};

export type AnyRunReport = RunReport | ProfileReport | ExternalReport;

/** Whether it is of a load of ours. */
export function hasLoad(run: AnyRunReport): run is RunReport {
  return run.load !== null && run.load.model !== 'external';
}

export function isExternal(run: AnyRunReport): run is ExternalReport {
  return run.load?.model === 'external';
}

export interface Environment {
  readonly loopscope: string;
  readonly os: string;
  readonly arch: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: Bytes;
  readonly engineNode: string;
}

/** What there is to say of a result, and the figures that show it. */
export interface Finding {
  /** Stable, for programs: that of the rule that found it. */
  readonly id: string;
  /** `trust`: figures are not what they seem without it. `bad`: no good news may come before it. */
  readonly severity: 'trust' | 'bad' | 'info';
  readonly says: Said;
  readonly evidence: readonly { readonly name: string; readonly value: number; readonly unit: string }[];
  /** What to do about it. */
  readonly advice?: Said;
  /** What to measure to know more. */
  readonly experiment?: OfferedExperiment;
  /** The lowest comes first. */
  readonly rank: number;
}

/** One that can be run as it is: nothing refuses it. */
export type OfferedExperiment = Experiment & {
  /** What does it in a terminal. Of a comparison that no flags can say (of the connections, for example): its other run. */
  readonly command: string;
};

/**
 * `form`: its name, of a study from a folder its title; null: settings were changed, so it is none of them. `guess`: the choice by its id; of
 * unknown services one for each.
 */
export interface ReportedStudy {
  readonly name: string;
  readonly form: string | null;
  readonly guess: string | readonly NamedGuess[] | null;
  /** Of unknown services: what drew them; null: they are fixed by the form. */
  readonly seed?: number | null;
}

export interface NamedGuess extends ServiceGuess {
  readonly name: string;
}

/** One of the unknown services of a study. */
export interface ReportedService extends Pick<RecordedService, 'name' | 'url' | 'guess' | 'truth'> {
  /** Null: it was not probed, or the probe found nothing. */
  readonly probe: ProbeReport | null;
  /** Whether what was guessed is so; null: nothing was guessed, or what it is was not told. */
  readonly right: { readonly workers: boolean | null; readonly synchronous: boolean | null };
}

export interface Report {
  readonly version: 1;
  readonly failure: Failure | null;
  readonly runs: readonly AnyRunReport[];
  readonly verdicts: readonly Verdict[];
  /** Only of a comparison. */
  readonly comparison?: {
    readonly variants: readonly { readonly variant: string; readonly title: string }[];
    /** `sessions`: of saved runs, put side by side. */
    readonly made: 'series' | 'sessions';
    readonly pairs: number;
    /** The metric that was asked about. */
    readonly question: Metric;
    readonly seed: number;
    readonly equivalencePercent: Percent;
    readonly differences: readonly Difference[];
    /** Where each variant was measured, in their order; null: no run of it has ended. */
    readonly environments: readonly (Environment | null)[];
    /** What its own runs say about the smallest difference that could have been found; null: too few of them. */
    readonly sensitivity: readonly Sensitivity[] | null;
    /** Of a plan with several requests; absent: there is none. */
    readonly byRequest?: ComparedRequests;
    /** What a request waits for, and why variants differ, as far as that tells it; absent: recorded before, or it goes on. */
    readonly waits?: ComparedWaits;
    readonly reasons?: readonly Reason[];
    readonly warnings: readonly Said[];
  };
  /** What was asked with it; null: it is of no study. Absent: not looked for. */
  readonly study?: ReportedStudy | null;
  /** Only of a grid: its cells in the order of their runs, each of which is in `runs` if it was measured. */
  readonly grid?: Grid & { readonly cells: readonly GridCell[]; readonly warnings: readonly Said[] };
  readonly probe: ProbeReport | null;
  /** Only of a study of unknown services. */
  readonly services?: readonly ReportedService[];
  /** Of a single run; of a comparison each of its runs has its warnings. */
  readonly findings: readonly Finding[];
  /** Where it was measured; null: not known, or in more than one place (see `comparison.environments`). */
  readonly environment: Environment | null;
  /** Path of the written or opened session; null when none. */
  readonly session: string | null;
}
