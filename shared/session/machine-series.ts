/** What else ran on the machine, one row for each sample, as columns that grow. */
import { GrowableColumn } from '../load/growable-column.ts';
import type { MachineSample } from '../model/run.ts';
import type { Column } from '../model/table.ts';
import type { Microseconds } from '../model/units.ts';
import type { MachineSeriesColumns } from '../protocol/series.ts';

const US_PER_MS = 1_000;

export const MACHINE_COLUMNS: readonly Column<keyof MachineSample>[] = [
  { name: 'at', type: 'Float64', unit: 'us', meaning: "on the engine's clock; subtract the manifest's origin" },
  {
    name: 'clockGap',
    type: 'Float64',
    unit: 'us',
    meaning: 'how long nothing ran, or by how much the clock was set, since the row before',
  },
  {
    name: 'foreignPercent',
    type: 'Float64',
    unit: '%',
    meaning: 'CPU of processes neither of the target nor of Loopscope, of one core; NaN: unknown',
  },
  {
    name: 'stealPercent',
    type: 'Float64',
    unit: '%',
    meaning: 'CPU that the host of a virtual machine gave to others, of one core; NaN: unknown',
  },
  { name: 'generatorPercent', type: 'Float64', unit: '%', meaning: 'CPU of the load process, of one core; NaN: not heard' },
  {
    name: 'generatorLateness',
    type: 'Float64',
    unit: 'us',
    meaning: 'how late requests were sent, 99 % percentile; NaN: they have no schedule',
  },
];

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
