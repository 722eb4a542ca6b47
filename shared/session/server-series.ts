/** Samples of the target's processes, one row for each sample of each process. */
import type { Microseconds } from '../base/units.ts';
import type { ServerSample, TargetProcess } from '../model/run.ts';
import type { ServerSeriesColumns } from '../model/series.ts';
import type { Column } from '../model/table.ts';
import { GrowingTable } from './growing-table.ts';

const US_PER_MS = 1_000;

export const SERVER_COLUMNS = [
  { name: 'at', type: 'Float64', unit: 'us', meaning: "on the engine's clock; subtract the manifest's origin" },
  { name: 'cpuPercent', type: 'Float64', unit: '%', meaning: 'of one core, since the previous sample' },
  { name: 'rss', type: 'Float64', unit: 'bytes', meaning: 'resident memory' },
  { name: 'heapUsed', type: 'Float64', unit: 'bytes', meaning: 'JavaScript heap in use' },
  { name: 'ownBytes', type: 'Float64', unit: 'bytes', meaning: 'of rss, what is surely of Loopscope; NaN: not known' },
  { name: 'elu', type: 'Float64', unit: '', meaning: 'event-loop utilization, 0 to 1; NaN without agent' },
  { name: 'loopStall', type: 'Float64', unit: 'us', meaning: 'longest stall of the event loop; NaN without agent' },
  { name: 'gcCount', type: 'Float64', unit: '', meaning: 'garbage collections' },
  { name: 'gcTime', type: 'Float64', unit: 'us', meaning: 'time in garbage collection' },
  {
    name: 'allocated',
    type: 'Float64',
    unit: 'bytes',
    meaning: 'allocated in the heaps of all threads; NaN: not known, as in all that follow to stepPause',
  },
  { name: 'behind', type: 'Float64', unit: '', meaning: 'threads of which it is not known what they allocated lately' },
  { name: 'toldAt', type: 'Float64', unit: 'us', meaning: "until when allocated is known, on the engine's clock" },
  { name: 'heapTotal', type: 'Float64', unit: 'bytes', meaning: 'taken for the heaps of all threads' },
  { name: 'workersHeap', type: 'Float64', unit: 'bytes', meaning: 'heap in use of worker threads' },
  { name: 'external', type: 'Float64', unit: 'bytes', meaning: 'held by objects of the heaps, outside of them' },
  { name: 'arrayBuffers', type: 'Float64', unit: 'bytes', meaning: 'ArrayBuffers, Buffers included' },
  { name: 'liveHeap', type: 'Float64', unit: 'bytes', meaning: 'heap of the main thread in use after a full collection' },
  { name: 'fullCount', type: 'Float64', unit: '', meaning: 'full garbage collections' },
  { name: 'fullTime', type: 'Float64', unit: 'us', meaning: 'time in them' },
  { name: 'stepCount', type: 'Float64', unit: '', meaning: 'steps of marking for a full collection' },
  { name: 'stepTime', type: 'Float64', unit: 'us', meaning: 'time in them' },
  { name: 'minorPause', type: 'Float64', unit: 'us', meaning: 'the longest minor garbage collection' },
  { name: 'fullPause', type: 'Float64', unit: 'us', meaning: 'the longest full one' },
  { name: 'stepPause', type: 'Float64', unit: 'us', meaning: 'the longest step of marking' },
  { name: 'otherThreadsPercent', type: 'Float64', unit: '%', meaning: 'of one core, by other threads than the main one; NaN: not known' },
  { name: 'threads', type: 'Float64', unit: '', meaning: 'threads of the process; NaN: not known, as in all that follow' },
  { name: 'openFiles', type: 'Float64', unit: '', meaning: 'open files and sockets' },
  { name: 'openFilesLimit', type: 'Float64', unit: '', meaning: 'how many it may open' },
  {
    name: 'voluntarySwitches',
    type: 'Float64',
    unit: '',
    meaning: 'context switches of all threads because they waited, since the previous sample',
  },
  { name: 'involuntarySwitches', type: 'Float64', unit: '', meaning: 'the same because others had their turn' },
  { name: 'lastRequest', type: 'Float64', unit: 'us', meaning: 'when the last request came; NaN: none has, or not known' },
  { name: 'lastResponse', type: 'Float64', unit: 'us', meaning: 'when the last response ended; 0: none has; NaN as above' },
  { name: 'longestResponse', type: 'Float64', unit: 'us', meaning: 'the longest that one took so far; NaN as above' },
  { name: 'pid', type: 'Uint32', unit: '', meaning: 'process' },
] as const satisfies readonly Column<keyof ServerSample>[];

export class ServerSeries extends GrowingTable<typeof SERVER_COLUMNS> {
  /** Whether a sample has figures that only the system knows. */
  knowsSystem = false;
  /** Whether a sample says what other threads than the main one used. */
  knowsThreads = false;
  /** Whether a sample says how much of its memory is Loopscope's. */
  knowsOwn = false;
  /** Whether a sample says what V8 tells of the heaps. */
  knowsHeap = false;
  /** Whether a sample says when the last response ended. */
  knowsResponses = false;

  constructor() {
    super(SERVER_COLUMNS);
  }

  override push(sample: ServerSample): void {
    super.push(sample);
    this.knowsResponses ||= Number.isFinite(sample.lastRequest);
    this.knowsHeap ||= Number.isFinite(sample.heapTotal);
    this.knowsOwn ||= Number.isFinite(sample.ownBytes);
    this.knowsThreads ||= Number.isFinite(sample.otherThreadsPercent);
    this.knowsSystem ||= Number.isFinite(sample.threads);
  }

  /** The newest sample of a process; null when there is none. */
  lastOf(pid: number | null): ServerSample | null {
    for (let row = this.rows - 1; row >= 0; row--) if (this.of.pid.get(row) === pid) return this.row(row);
    return null;
  }

  /** For charts. Before the measured phase (`origin` null) times count from the first sample. `elu`: in place of what was sampled, by row. */
  columns(
    fromRow: number,
    origin: Microseconds | null,
    processes: readonly TargetProcess[],
    elu: Float32Array | null = null,
  ): ServerSeriesColumns {
    const from = Math.min(fromRow, this.rows);
    const zero = origin ?? (this.rows > 0 ? this.of.at.get(0) : 0);
    return {
      meta: { processes, fromRow: from },
      atMs: this.of.at.copy(from).map((at) => (at - zero) / US_PER_MS),
      pid: this.of.pid.copy(from),
      cpuPercent: Float32Array.from(this.of.cpuPercent.view(from)),
      rss: this.of.rss.copy(from),
      heapUsed: this.of.heapUsed.copy(from),
      elu: elu?.slice(from) ?? Float32Array.from(this.of.elu.view(from)),
      stallMs: this.of.loopStall.copy(from).map((us) => us / US_PER_MS),
      gcMs: this.of.gcTime.copy(from).map((us) => us / US_PER_MS),
    };
  }
}
