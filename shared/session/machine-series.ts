/** What else ran on the machine, one row for each sample. */
import type { Microseconds } from '../base/units.ts';
import type { MachineSample } from '../model/run.ts';
import type { MachineSeriesColumns } from '../model/series.ts';
import type { Column } from '../model/table.ts';
import { GrowingTable } from './growing-table.ts';

const US_PER_MS = 1_000;

export const MACHINE_COLUMNS = [
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
] as const satisfies readonly Column<keyof MachineSample>[];

export class MachineSeries extends GrowingTable<typeof MACHINE_COLUMNS> {
  constructor() {
    super(MACHINE_COLUMNS);
  }

  /** For charts; before the measured phase (`origin` null) times count from the first sample. */
  columns(fromRow: number, origin: Microseconds | null): MachineSeriesColumns {
    const from = Math.min(fromRow, this.rows);
    const { at, clockGap, foreignPercent, stealPercent, generatorPercent, generatorLateness } = this.of;
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
