/** A bundle of its own: code that only loads with a plan need. */
import { keepsConnections } from '../../../../shared/model/setup/setup.ts';
import { compilePlan } from '../../../../shared/plan/program.ts';
import type { UsersOrder } from '../load-shares.ts';
import type { LoadOrder } from '../protocol.ts';
import type { Stage } from '../sources/stages.ts';
import { PlanSessions } from './plan-sessions.ts';

export type MakeSessions = (stage: Pick<Stage, 'opens'>) => PlanSessions;

/** Warm-up and measured phase draw from the same values: a value of a counter is given out once. */
export function usersOfPlan({ plan: { client }, part, url }: LoadOrder, { plan, files, seed, others }: UsersOrder): MakeSessions {
  const program = compilePlan(plan, files, { index: part.nth, of: part.of });
  const keepAlive = plan.keepAlive && keepsConnections(client);
  return ({ opens }) =>
    new PlanSessions({ program, target: new URL(url).origin, others, keepAlive, seed, part, hasVisitors: opens === 'on demand' });
}
