/** The plan of a run made ready for its load processes: read, with the files beside it, and with the hosts it names checked as any other. */
import { dirname } from 'node:path';
import { clientNamed } from '../../../../shared/model/clients.ts';
import { type Failure, fail } from '../../../../shared/model/failure.ts';
import type { Plan } from '../../../../shared/model/load/plan.ts';
import type { Setup } from '../../../../shared/model/setup/setup.ts';
import { filesOf } from '../../../../shared/plan/check-files.ts';
import { checkPortable } from '../../../../shared/plan/export/not-portable.ts';
import type { PlanFiles } from '../../../../shared/plan/program.ts';
import { quote } from '../../../../shared/plan/quote.ts';
import { readPlan, withPlaces } from '../../../../shared/plan/read-plan.ts';
import { originsOf } from '../../../../shared/plan/request-target.ts';
import { tellProblem } from '../../../../shared/plan/tell-problem.ts';
import { say } from '../../../../shared/words/said.ts';
import { destinationOf } from '../destination.ts';
import type { UsersOrder } from '../load-shares.ts';
import { checkHost } from '../loopback.ts';
import { readPlanFiles } from './plan-files.ts';

/** Seed of random values if the load has none of its own. */
const SEED = 1;

/** `order` null: the set-up has no plan, or one that cannot be used. */
export async function orderUsers({ plan: text, planFile, load, client }: Pick<Setup, 'plan' | 'planFile' | 'load' | 'client'>): Promise<{
  readonly order: UsersOrder | null;
  readonly problems: readonly Failure[];
}> {
  if (text === null) return { order: null, problems: [] };
  const read = readPlan(text);
  if (!read.ok) return { order: null, problems: read.problems.map((problem) => fail('bad-request', tellProblem(problem)).failure) };
  const { plan } = read;
  const files = await filesBeside(plan, planFile);
  const { generator } = clientNamed(client.kind);
  const foreign = generator === undefined ? [] : withPlaces(text, checkPortable(plan, generator));
  const problems: Failure[] = foreign.map((problem) => fail('bad-request', tellProblem(problem), say('load.chooseLoopscope')).failure);
  if (!files.ok) problems.push(files.failure);
  const others = new Map<string, ReturnType<typeof destinationOf>>();
  for (const origin of originsOf(plan)) {
    const checked = await checkHost(origin, load.allowHost);
    if (checked.ok) others.set(origin, destinationOf(new URL(checked.value.url), checked.value.address));
    else problems.push(checked.failure);
  }
  if (!files.ok || problems.length > 0) return { order: null, problems };
  return { order: { plan, files: files.value, seed: 'seed' in load ? load.seed : SEED, others }, problems: [] };
}

const NO_FILES: PlanFiles = { tables: new Map(), bodies: new Map() };

async function filesBeside(plan: Plan, planFile: string | null): ReturnType<typeof readPlanFiles> {
  const { tables, bodies } = filesOf(plan);
  const [first] = [...tables, ...bodies];
  if (first === undefined) return { ok: true, value: NO_FILES };
  if (planFile === null) return fail('bad-request', say('plan.besideNothing', { name: quote(first) }), say('plan.saveFirst'));
  return readPlanFiles(plan, dirname(planFile));
}
