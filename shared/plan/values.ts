/** The values of a plan, as its users draw them: those of a file and of a counter in turn, random ones from the chance of the user. */
import type { Random } from '../base/statistics/random.ts';
import type { PlanValue } from '../model/load/plan.ts';
import type { Csv } from './csv.ts';
import type { Value } from './template.ts';

/** Which of several load processes this is: each takes every n-th row and number, so that all together take each once. */
export interface Share {
  readonly index: number;
  readonly of: number;
}

/** By the names of files and values. */
interface Counters {
  readonly next: Map<string, number>;
  readonly share: Share;
}

export class ValueSupply {
  readonly #values: ReadonlyMap<string, PlanValue>;
  readonly #tables: ReadonlyMap<string, Csv>;
  readonly #counters: Counters;

  /** `tables`: all files of values, by their names in the plan. */
  constructor(values: readonly PlanValue[], tables: ReadonlyMap<string, Csv>, share: Share) {
    this.#values = new Map(values.map((value) => [value.name, value]));
    this.#tables = tables;
    this.#counters = { next: new Map(), share };
  }

  /** For one user of a sequence, or one request of a mix. Nothing is drawn that is not asked for. */
  draw(random: Random): Draw {
    return new Draw(this.#values, this.#tables, this.#counters, random);
  }
}

export class Draw {
  readonly #values: ReadonlyMap<string, PlanValue>;
  readonly #tables: ReadonlyMap<string, Csv>;
  readonly #counters: Counters;
  readonly #random: Random;
  readonly #drawn = new Map<string, Value>();
  /** Of each file, so that name and password come from the same line. */
  readonly #rows = new Map<string, readonly string[]>();

  constructor(values: ReadonlyMap<string, PlanValue>, tables: ReadonlyMap<string, Csv>, counters: Counters, random: Random) {
    this.#values = values;
    this.#tables = tables;
    this.#counters = counters;
    this.#random = random;
  }

  /** Undefined: the plan has no such value. */
  valueOf(name: string): Value | undefined {
    const drawn = this.#drawn.get(name);
    if (drawn !== undefined) return drawn;
    const value = this.#values.get(name);
    if (value === undefined) return undefined;
    const result = this.#make(value);
    this.#drawn.set(name, result);
    return result;
  }

  #make({ name, source }: PlanValue): Value {
    switch (source.kind) {
      case 'counter':
        return source.first + this.#next(`value ${name}`);
      case 'random':
        return source.least + Math.floor(this.#random() * (source.most - source.least + 1));
      case 'file': {
        const table = this.#tables.get(source.file)!;
        return this.#rowOf(source.file, table)[table.columns.indexOf(source.column)]!;
      }
    }
  }

  #rowOf(file: string, { rows }: Csv): readonly string[] {
    const taken = this.#rows.get(file) ?? rows[this.#next(`file ${file}`) % rows.length]!;
    this.#rows.set(file, taken);
    return taken;
  }

  #next(key: string): number {
    const { next, share } = this.#counters;
    const number = next.get(key) ?? share.index;
    next.set(key, number + share.of);
    return number;
  }
}
