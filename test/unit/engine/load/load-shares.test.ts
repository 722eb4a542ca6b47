import { expect, test } from 'vitest';
import { divideLoad } from '../../../../electron/engine/load/load-shares.ts';
import { stagesOf } from '../../../../electron/engine/load/sources/sources.ts';
import { connectionsOf, endOf, LOAD_MODELS } from '../../../../shared/model/load-models.ts';
import { SETTINGS } from '../../../../shared/model/setup/settings.ts';
import { defaultOf, type Load } from '../../../../shared/model/setup/setup.ts';
import { closedLoadOf, loadOf, type PlanSettings, planOf } from '../../../helpers/plans.ts';

/** Connections, the number of the first, and requests of each share. */
function divide(settings: PlanSettings) {
  return divideLoad(planOf(settings)).map(({ plan, firstConnection }) => {
    const { connections, end } = closedLoadOf(plan);
    return [connections, firstConnection, end.by === 'amount' ? end.requests : end.seconds];
  });
}

const amount = (requests: number) => ({ by: 'amount', requests }) as const;

test('divides connections and requests among the processes, remainders to the first, none lost', () => {
  expect(divide({ connections: 10 })).toEqual([[10, 0, 10]]);
  expect(divide({ connections: 5, workers: 2, end: { by: 'duration', seconds: 3 } })).toEqual([
    [3, 0, 3],
    [2, 3, 3],
  ]);
  expect(divide({ connections: 5, workers: 3, end: amount(1_000) })).toEqual([
    [2, 0, 400],
    [2, 2, 400],
    [1, 4, 200],
  ]);
  for (const [connections, workers, requests] of [
    [7, 3, 1_001],
    [10_000, 32, 99_999_999],
    [32, 32, 33],
  ] as const) {
    const shares = divide({ connections, workers, end: amount(requests) });
    expect(shares.reduce((sum, [own]) => sum + own!, 0)).toBe(connections);
    expect(shares.reduce((sum, [, , own]) => sum + own!, 0)).toBe(requests);
    expect(shares.map(([, first]) => first)).toEqual(shares.map((_, i) => shares.slice(0, i).reduce((sum, [own]) => sum + own!, 0)));
  }
});

test('starts no process without connections or requests', () => {
  expect(divide({ connections: 4, workers: 3, end: amount(2) })).toEqual([
    [2, 0, 1],
    [1, 2, 1],
  ]);
});

test.each(LOAD_MODELS.filter((model) => model !== 'sweep'))('loses nothing of a load of the model %s', (model) => {
  const byDefault = defaultOf({ ...SETTINGS.load, default: model }) as Load;
  const load = byDefault.model === 'closed' ? { ...byDefault, end: amount(1_001) } : byDefault;
  const requestsOf = (one: Load): number => {
    const end = endOf(one);
    return end.by === 'amount' ? end.requests : 0;
  };
  for (const workers of [1, 2, 3, 7]) {
    const plan = planOf({ workers });
    const shares = divideLoad({ ...plan, load }).map((share) => share.plan.load);
    expect(shares.reduce((sum, own) => sum + connectionsOf(own), 0)).toBe(connectionsOf(load));
    expect(shares.reduce((sum, own) => sum + requestsOf(own), 0)).toBe(requestsOf(load));
  }
});

test('shares out each level of a sweep, also one with fewer connections than processes; no two have a number in common', () => {
  const load = loadOf('sweep', { levels: '1, 2, 3, 5, 8', holdS: 1 });
  for (const workers of [1, 2, 3, 5, 7]) {
    const shares = divideLoad({ ...planOf({ workers }), load });
    const most = shares.map(({ plan, part, firstConnection }) =>
      stagesOf(plan.load, part, firstConnection).map(({ connections }) => connections),
    );
    expect([0, 1, 2, 3, 4].map((level) => most.reduce((sum, own) => sum + own[level]!, 0))).toEqual([1, 2, 3, 5, 8]);
    shares.slice(1).forEach(({ firstConnection }, i) => {
      expect(firstConnection).toBe(shares[i]!.firstConnection + Math.max(...most[i]!));
    });
  }
});

test('shares out the rates of a sweep and what may be in flight', () => {
  const load = loadOf('sweep', { levels: '50/s, 101/s', holdS: 1, maxInFlight: 10 });
  const shares = divideLoad({ ...planOf({ workers: 3 }), load });
  expect(
    shares.map(({ plan, part, firstConnection }) => stagesOf(plan.load, part, firstConnection).map(({ connections }) => connections)),
  ).toEqual([
    [4, 4],
    [3, 3],
    [3, 3],
  ]);
  expect(shares.map(({ firstConnection }) => firstConnection)).toEqual([0, 4, 7]);
});
