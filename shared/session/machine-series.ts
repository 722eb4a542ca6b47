/** What else ran on the machine, one row for each sample, as columns that grow. */
import { GrowableColumn } from '../load/growable-column.ts';
import type { MachineSample } from '../model/run.ts';
import type { Microseconds } from '../model/units.ts';
import type { MachineSeriesColumns } from '../protocol/series.ts';
import { MACHINE_COLUMNS } from './format.ts';

const US_PER_MS = 1_000;

type Name = keyof MachineSample;

export class MachineSeries {
  private readonly columnOf = Object.fromEntries(MACHINE_COLUMNS.map(({ name }) => [name, new GrowableColumn(Float64Array)])) as Readonly<
    Record<Name, GrowableColumn<Float64Array>>
  >;

  get rows(): number {
    return this.columnOf.at.length;
  }

  push(sample: MachineSample): void {
    for (const { name } of MACHINE_COLUMNS) this.columnOf[name].push(sample[name]);
  }

  get(name: Name, row: number): number {
    return this.columnOf[name].get(row);
  }

  /** The columns as they are: views, good until the next sample. */
  table(): { readonly [K in Name]: Float64Array } {
    return Object.fromEntries(MACHINE_COLUMNS.map(({ name }) => [name, this.columnOf[name].view()])) as { [K in Name]: Float64Array };
  }

  /** For charts; before the measured phase (`origin` null) times count from the first sample. */
  columns(fromRow: number, origin: Microseconds | null): MachineSeriesColumns {
    const from = Math.min(fromRow, this.rows);
    const { at, clockGap, foreignPercent, stealPercent, generatorPercent, generatorLateness } = this.columnOf;
    const zero = origin ?? (this.rows > 0 ? at.get(0) : 0);
    return {
      meta: { fromRow: from },
      atMs: at.copy(from).map((us) => (us - zero) / US_PER_MS),
      gapMs: clockGap.copy(from).map((us) => us / US_PER_MS),
      foreignPercent: Float32Array.from(foreignPercent.view(from)),
      stealPercent: Float32Array.from(stealPercent.view(from)),
      generatorPercent: Float32Array.from(generatorPercent.view(from)),
      latenessMs: generatorLateness.copy(from).map((us) => us / US_PER_MS),
    };
  }
}
