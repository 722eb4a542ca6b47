/** What a list of requests says of each second: in any order, and in as much memory as its numbers take. */
import { refuse } from '../../foreign/refuse.ts';
import { type ForeignPeriod, MOST_PERIODS } from '../../model/load/load-result.ts';
import { say } from '../../words/said.ts';
import { percentileOfSorted } from '../distribution.ts';

interface Second {
  readonly ms: number[];
  completed: number;
  failed: number | null;
}

/** The latest that a Date can be. */
const LAST_SECOND = 8.64e12;

export class Seconds {
  private readonly all = new Map<number, Second>();

  /** `name`: of the file, for the sentence. */
  constructor(private readonly name: string) {}

  /** `ms`: its time; null: it does not count. `isFailed` null: the list says it of none. */
  add(second: number, { ms, isFailed }: { readonly ms: number | null; readonly isFailed: boolean | null }): void {
    const known = this.all.get(second) ?? { ms: [], completed: 0, failed: isFailed === null ? null : 0 };
    this.all.set(second, known);
    if (this.all.size > MOST_PERIODS)
      refuse('too-large', say('foreign.tooManyFigures', { name: this.name, count: this.all.size, limit: MOST_PERIODS }));
    if (isFailed) known.failed = (known.failed ?? 0) + 1;
    else known.completed += 1;
    if (ms !== null) known.ms.push(ms);
  }

  /** The first, ISO 8601; null: there are none. */
  get startedAt(): string | null {
    const [first] = this.sorted();
    return first === undefined || first[0] > LAST_SECOND ? null : new Date(first[0] * 1_000).toISOString();
  }

  periods(): ForeignPeriod[] {
    const sorted = this.sorted();
    return sorted.map(([second, { ms, completed, failed }]) => {
      const ascending = Float64Array.from(ms).sort();
      const times = {
        p50: percentileOfSorted(ascending, 50),
        p99: percentileOfSorted(ascending, 99),
        max: ascending[ascending.length - 1]!,
      };
      return { fromMs: (second - sorted[0]![0]) * 1_000, completed, failed, times: ms.length === 0 ? null : times };
    });
  }

  private sorted(): [number, Second][] {
    return [...this.all].sort(([one], [other]) => one - other);
  }
}
