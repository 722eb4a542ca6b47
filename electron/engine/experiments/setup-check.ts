/** Problems that a run with this set-up would have, found without running anything. */
import { type Failure, fail } from '../../../shared/model/failure.ts';
import { connectionsOf, endOf, inFlightOf } from '../../../shared/model/load-models.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import { findSetupLimits } from '../../../shared/plan/setup-limits.ts';
import type { SetupProblem } from '../../../shared/protocol/setup-contract.ts';
import { say } from '../../../shared/words/said.ts';
import { checkHost } from '../load/loopback.ts';
import { orderUsers } from '../load/plan/plan-order.ts';
import { checkTarget, knownUrl } from '../target/targets.ts';
import { clientPortOf } from './run/clients.ts';

export async function checkSetup(setup: Setup): Promise<SetupProblem[]> {
  const { target, requests, load } = setup;
  const [ofTarget, ofUrl, { problems: ofPlan }] = await Promise.all([
    checkTarget(target),
    checkUrl(knownUrl(target, requests[0].url), load.allowHost),
    orderUsers(setup),
  ]);
  return [
    ...ofTarget,
    ...problemAt('requests.0.url', ofUrl),
    ...ofPlan.flatMap((failure) => problemAt('plan', failure)),
    ...problemAt('load.end', checkAmount(load)),
    // A program that makes the requests has to be on this machine.
    ...problemAt('client.kind', clientPortOf(setup).check?.() ?? null),
    ...checkLimits(setup),
  ];
}

/** What nothing on this machine can change. */
export function checkLimits(setup: Setup): SetupProblem[] {
  return findSetupLimits(setup).map(({ field, says, hint }) => ({ field, failure: fail('bad-request', says, hint).failure }));
}

function problemAt(field: string, failure: Failure | null): SetupProblem[] {
  return failure === null ? [] : [{ field, failure }];
}

async function checkUrl(url: string | null, allowHost: string | null): Promise<Failure | null> {
  if (url === null) return null;
  const checked = await checkHost(url, allowHost);
  return checked.ok ? null : checked.failure;
}

/** Only a model that keeps its connections busy needs so many. */
function checkAmount(load: Setup['load']): Failure | null {
  const end = endOf(load);
  const connections = connectionsOf(load);
  if (end.by === 'duration' || end.requests >= connections || inFlightOf(load, 1) === null) return null;
  return fail('bad-request', say('load.fewRequests', { requests: end.requests, connections }), say('load.moreRequests')).failure;
}
