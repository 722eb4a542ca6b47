/** In the agent's own thread: waits that are over, as they are reported. */

import type { Milliseconds } from '../../../../shared/base/units.ts';
import type { RowReader } from './row-ring.ts';
import { WAIT_FIELDS, type WaitRing } from './wait-ring.ts';

/** Since the last report, column by column. `names`: those that are new, in the order of their numbers. */
export interface WaitReport {
  readonly names: readonly string[];
  readonly columns: Readonly<Record<(typeof WAIT_FIELDS)[number], readonly number[]>>;
  readonly lost: number;
}

const POLL_MS = 5;
const [TO, NAME] = [WAIT_FIELDS.indexOf('to'), WAIT_FIELDS.indexOf('name')];

/** The waits of this process. Names grow while the program runs. */
export class ObservedWaits {
  /** How many names were reported, in any recording. */
  private told = 0;

  constructor(
    readonly ring: WaitRing,
    private readonly names: readonly string[],
  ) {}

  get named(): number {
    return this.names.length;
  }

  /** So many names have come. */
  async whenNamed(count: number, timeoutMs: Milliseconds): Promise<void> {
    const until = performance.now() + timeoutMs;
    while (this.named < count && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }

  takeNames(): string[] {
    const names = this.names.slice(this.told);
    this.told += names.length;
    return names;
  }
}

export class WaitReader {
  private readonly reader: RowReader;
  private readonly columns: readonly number[][] = WAIT_FIELDS.map(() => []);
  private lost = 0;
  private hasTold = false;

  constructor(private readonly observed: ObservedWaits) {
    this.reader = observed.ring.reader();
  }

  read(): void {
    this.lost += this.reader.read(this.columns);
  }

  /** Null: nothing new. The first report says that waits are observed, be there none. Rows whose names have not come yet wait for the next report, and those after them. */
  take(): WaitReport | null {
    this.read();
    const { named } = this.observed;
    const names = this.observed.takeNames();
    const unnamed = this.columns[TO]!.findIndex((to, row) => to >= named || this.columns[NAME]![row]! >= named);
    const taken = this.columns.map((column) => column.splice(0, unnamed < 0 ? column.length : unnamed));
    const { lost } = this;
    this.lost = 0;
    if (this.hasTold && taken[0]!.length === 0 && names.length === 0 && lost === 0) return null;
    this.hasTold = true;
    return {
      names,
      lost,
      columns: Object.fromEntries(WAIT_FIELDS.map((name, i) => [name, taken[i]!])) as unknown as WaitReport['columns'],
    };
  }
}
