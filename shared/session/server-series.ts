/** Samples of the target's processes, one row for each sample of each process, as columns that grow. */
import { GrowableColumn } from '../load/growable-column.ts';
import { type ServerSample, SYSTEM_FIGURES, type TargetProcess } from '../model/run.ts';
import type { Microseconds } from '../model/units.ts';
import type { ServerSeriesColumns } from '../protocol/series.ts';

const US_PER_MS = 1_000;

export class ServerSeries {
  private readonly at = new GrowableColumn(Float64Array);
  private readonly pid = new GrowableColumn(Uint32Array);
  private readonly cpuPercent = new GrowableColumn(Float64Array);
  private readonly rss = new GrowableColumn(Float64Array);
  private readonly heapUsed = new GrowableColumn(Float64Array);
  private readonly ownBytes = new GrowableColumn(Float64Array);
  private readonly elu = new GrowableColumn(Float64Array);
  private readonly loopStall = new GrowableColumn(Float64Array);
  private readonly gcCount = new GrowableColumn(Float64Array);
  private readonly gcTime = new GrowableColumn(Float64Array);
  private readonly otherThreadsPercent = new GrowableColumn(Float64Array);
  private readonly system = {
    threads: new GrowableColumn(Float64Array),
    openFiles: new GrowableColumn(Float64Array),
    openFilesLimit: new GrowableColumn(Float64Array),
    voluntarySwitches: new GrowableColumn(Float64Array),
    involuntarySwitches: new GrowableColumn(Float64Array),
  };
  /** Whether a sample has figures that only the system knows. */
  knowsSystem = false;
  /** Whether a sample says what other threads than the main one used. */
  knowsThreads = false;

  /** Whether a sample says how much of its memory is Loopscope's. */
  knowsOwn = false;

  get rows(): number {
    return this.at.length;
  }

  push(sample: ServerSample): void {
    this.at.push(sample.at);
    this.pid.push(sample.pid);
    this.cpuPercent.push(sample.cpuPercent);
    this.rss.push(sample.rss);
    this.heapUsed.push(sample.heapUsed);
    this.ownBytes.push(sample.ownBytes ?? Number.NaN);
    this.knowsOwn ||= Number.isFinite(sample.ownBytes);
    this.elu.push(sample.elu);
    this.loopStall.push(sample.loopStall);
    this.gcCount.push(sample.gcCount);
    this.gcTime.push(sample.gcTime);
    this.otherThreadsPercent.push(sample.otherThreadsPercent ?? Number.NaN);
    this.knowsThreads ||= Number.isFinite(sample.otherThreadsPercent);
    for (const name of SYSTEM_FIGURES) this.system[name].push(sample[name] ?? Number.NaN);
    this.knowsSystem ||= Number.isFinite(sample.threads);
  }

  /** The columns as they are: views, good until the next sample. */
  table(): { readonly [K in keyof ServerSample]-?: ArrayLike<number> } {
    const { at, pid, cpuPercent, rss, heapUsed, ownBytes, elu, loopStall, gcCount, gcTime, otherThreadsPercent, system } = this;
    return {
      at: at.view(),
      pid: pid.view(),
      cpuPercent: cpuPercent.view(),
      rss: rss.view(),
      heapUsed: heapUsed.view(),
      ownBytes: ownBytes.view(),
      elu: elu.view(),
      loopStall: loopStall.view(),
      gcCount: gcCount.view(),
      gcTime: gcTime.view(),
      otherThreadsPercent: otherThreadsPercent.view(),
      threads: system.threads.view(),
      openFiles: system.openFiles.view(),
      openFilesLimit: system.openFilesLimit.view(),
      voluntarySwitches: system.voluntarySwitches.view(),
      involuntarySwitches: system.involuntarySwitches.view(),
    };
  }

  sample(row: number): ServerSample {
    return {
      at: this.at.get(row),
      pid: this.pid.get(row),
      cpuPercent: this.cpuPercent.get(row),
      rss: this.rss.get(row),
      heapUsed: this.heapUsed.get(row),
      ownBytes: this.ownBytes.get(row),
      elu: this.elu.get(row),
      loopStall: this.loopStall.get(row),
      gcCount: this.gcCount.get(row),
      gcTime: this.gcTime.get(row),
      otherThreadsPercent: this.otherThreadsPercent.get(row),
      threads: this.system.threads.get(row),
      openFiles: this.system.openFiles.get(row),
      openFilesLimit: this.system.openFilesLimit.get(row),
      voluntarySwitches: this.system.voluntarySwitches.get(row),
      involuntarySwitches: this.system.involuntarySwitches.get(row),
    };
  }

  /** The newest sample of a process; null when there is none. */
  lastOf(pid: number | null): ServerSample | null {
    for (let row = this.rows - 1; row >= 0; row--) if (this.pid.get(row) === pid) return this.sample(row);
    return null;
  }

  /** For charts. Before the measured phase (`origin` null) times count from the first sample. */
  columns(fromRow: number, origin: Microseconds | null, processes: readonly TargetProcess[]): ServerSeriesColumns {
    const from = Math.min(fromRow, this.rows);
    const zero = origin ?? (this.rows > 0 ? this.at.get(0) : 0);
    return {
      meta: { processes, fromRow: from },
      atMs: this.at.copy(from).map((at) => (at - zero) / US_PER_MS),
      pid: this.pid.copy(from),
      cpuPercent: Float32Array.from(this.cpuPercent.view(from)),
      rss: this.rss.copy(from),
      heapUsed: this.heapUsed.copy(from),
      elu: Float32Array.from(this.elu.view(from)),
      stallMs: this.loopStall.copy(from).map((us) => us / US_PER_MS),
      gcMs: this.gcTime.copy(from).map((us) => us / US_PER_MS),
    };
  }
}
