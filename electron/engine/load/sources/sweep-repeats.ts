/** Which levels of a sweep are run again. Decided in the engine, from the rows of all load processes: each process has only a share of them. */
import { chooseRepeats } from '../../../../shared/analysis/repeated-levels.ts';
import { type Swept, SweptLevels } from '../../../../shared/load/part-figures.ts';
import { MOST_REPEATS } from '../../../../shared/model/load/levels.ts';
import type { PackedBatch } from '../../../../shared/model/run.ts';
import type { UsersOrder } from '../load-shares.ts';
import type { LevelChoice } from './level-choice.ts';

export class SweepRepeats implements LevelChoice {
  readonly #levels: SweptLevels;
  readonly #values: readonly number[];
  #rounds = 0;
  /** All of them together take no longer than the sweep itself. */
  #left: number;

  constructor(swept: Swept, users: UsersOrder | null) {
    this.#values = swept.levels.values;
    this.#left = this.#values.length;
    const names = users === null ? [] : users.plan.requests.map(({ name }) => name);
    this.#levels = new SweptLevels(swept, names, users?.plan.order === 'sequence');
  }

  add(batch: PackedBatch): void {
    this.#levels.add(batch);
  }

  next(): readonly number[] {
    if (this.#rounds++ === MOST_REPEATS) return [];
    const chosen = chooseRepeats(this.#levels.figures(), this.#left).map((level) => this.#values.indexOf(level));
    this.#left -= chosen.length;
    return chosen.map((place) => this.#rounds * this.#values.length + place);
  }
}
