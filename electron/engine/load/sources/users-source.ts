import type { Microseconds } from '../../../../shared/base/units.ts';
import type { LoadOf } from '../../../../shared/model/setup/setup.ts';
import { closedStage } from './closed-source.ts';
import { type Decision, LOOK_AHEAD, OVER, type Part, SEND, type Source, type Turn, WAIT } from './source.ts';
import { edge, type StagesOf } from './stages.ts';

export interface UsersPlan {
  /** Number of users of this load process; each has a connection of its own. */
  readonly users: number;
  /** Number of its first user. */
  readonly first: number;
  /** With n load processes, each takes every nth user. */
  readonly part: Part;
  /** Requests of each user. */
  readonly requests: number;
  /** The users arrive evenly spread over this time; 0: all at once. */
  readonly spread: Microseconds;
}

/** Users who each make a number of requests, one after the other, and leave. */
export class UsersSource implements Source {
  readonly #plan: UsersPlan;
  readonly #made: Uint32Array;
  #left: number;
  #origin: Microseconds = 0;
  /** The next user to arrive; users arrive in the order of their numbers. */
  #next = 0;

  constructor(plan: UsersPlan) {
    this.#plan = plan;
    this.#made = new Uint32Array(plan.users);
    this.#left = plan.users * plan.requests;
  }

  start(now: Microseconds): void {
    this.#origin = now;
  }

  get hasMore(): boolean {
    return this.#left > 0;
  }

  next(now: Microseconds, turn: Turn): Decision {
    const user = turn.user - this.#plan.first;
    if (this.#made[user] === this.#plan.requests) return OVER;
    if (this.#made[user] === 0) {
      const comes = this.#comingOf(this.#next);
      if (user !== this.#next || comes - LOOK_AHEAD > now) {
        turn.until = comes - LOOK_AHEAD;
        return WAIT;
      }
      turn.intended = Math.min(comes, now);
      this.#next++;
    }
    this.#made[user]!++;
    this.#left--;
    return SEND;
  }

  #comingOf(user: number): Microseconds {
    const { users, part, spread } = this.#plan;
    return this.#origin + ((user * part.of + part.nth) * spread) / (users * part.of);
  }
}

export const USERS: StagesOf<LoadOf<'users'>> = {
  share: (load, { nth, of }) => ({ ...load, users: edge(load.users, nth + 1, of) - edge(load.users, nth, of) }),
  stages: ({ users, requestsEach: requests, spreadS }, part, first) => [
    {
      source: new UsersSource({ users, first, part, requests, spread: spreadS * 1e6 }),
      connections: users,
      opens: 'by user',
      duration: Infinity,
    },
  ],
  warmUp: ({ users, warmupS }) => closedStage(users, warmupS),
};
