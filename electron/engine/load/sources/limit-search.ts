/** A search for the highest rate, as the engine makes it: what each level has shown is recorded, and says which comes next. */
import { judgeLimitLevel } from '../../../../shared/analysis/limit/judge.ts';
import { firstRate, nextLevel } from '../../../../shared/analysis/limit/search.ts';
import type { Microseconds, PerSecond, Seconds } from '../../../../shared/base/units.ts';
import { LimitLevelCounter, type Searched } from '../../../../shared/load/limit-level.ts';
import { rowCount } from '../../../../shared/load/request-rows.ts';
import type { JudgedLevel } from '../../../../shared/model/limit.ts';
import { LEVELS_OF_SEARCH, type SearchPlan } from '../../../../shared/model/load/search-plan.ts';
import type { PackedBatch } from '../../../../shared/model/run.ts';
import type { Load } from '../../../../shared/model/setup/setup.ts';
import type { WarmUpCounts } from '../../../../shared/model/silence.ts';
import type { PartEntry } from '../../../../shared/session/parts/parts.ts';
import { clockUs } from '../../machine/clock.ts';
import type { UsersOrder } from '../load-shares.ts';
import type { LevelChoice } from './level-choice.ts';

export class LimitSearch implements LevelChoice {
  readonly endsAfterMs: number;
  readonly #plan: SearchPlan;
  readonly #warmUpS: Seconds;
  readonly #searched: Searched;
  readonly #levels: JudgedLevel[] = [];
  #warmUpRate: PerSecond | null = null;
  /** When the first level was asked for; null: it has not been yet. */
  #began: Microseconds | null = null;
  #current: LimitLevelCounter | null = null;

  constructor(plan: SearchPlan, load: Load, users: UsersOrder | null) {
    this.#plan = plan;
    this.#warmUpS = load.warmupS;
    this.endsAfterMs = plan.budgetS * 1e3;
    this.#searched = {
      question: plan.question,
      names: users === null ? [] : users.plan.requests.map(({ name }) => name),
      isSequence: users?.plan.order === 'sequence',
      isPoisson: 'poisson' in load && load.poisson,
    };
  }

  onWarm(counts: WarmUpCounts | undefined): void {
    if (counts !== undefined && this.#warmUpS > 0) this.#warmUpRate = counts.answered / this.#warmUpS;
  }

  add(batch: PackedBatch): void {
    if (rowCount(batch) > 0) this.#current?.add(batch);
  }

  seen(): PartEntry | null {
    const level = this.#current?.finish() ?? null;
    this.#current = null;
    if (level === null) return null;
    this.#levels.push(judgeLimitLevel(this.#plan.question, level));
    return { type: 'limit-level', level };
  }

  next(): readonly number[] {
    const now = clockUs();
    this.#began ??= now;
    const next = nextLevel(this.#plan, this.#levels, firstRate(this.#warmUpRate), (now - this.#began) / 1e6);
    if (next === null) return [];
    // One more than there were, as it is no level that was planned.
    const phase = (this.#levels.length + 1) * LEVELS_OF_SEARCH.length + next.level;
    this.#current = new LimitLevelCounter(this.#searched, next.rate, next.seconds);
    return [phase];
  }
}
