/** Searches for the highest rate, ended in each way, with each thing that may have been full. */
import { makeRandom } from '../../shared/base/statistics/random.ts';
import type { GaveWay, LimitReport, LimitVerdict } from '../../shared/model/limit.ts';
import { neededPerLevel } from '../../shared/model/load/search-plan.ts';
import { ask, type SimulatedServer, searchLimit } from './simulated-server.ts';

export function drawLimits(): readonly LimitReport[] {
  const question = ask('p99 < 200ms, errors <= 0%');
  const server: SimulatedServer = { workers: 1, workS: 0.01, noise: 0, everyS: 0, stallS: 0, isPoisson: false };
  const search = (of: Partial<SimulatedServer>, budgetS = 120, asked = question): LimitReport => {
    const { verdict, levels } = searchLimit({ ...server, ...of }, asked, budgetS, makeRandom(1), 100);
    return { question: asked, budgetS, perLevel: neededPerLevel(asked), levels, verdict, soFar: verdict, gaveWay: null, request: null };
  };
  const found = search({});
  const busyPercent = 96;
  const full: readonly GaveWay[] = [
    { resource: 'main thread', busyPercent, noCorePercent: null },
    { resource: 'processor', busyPercent, noCorePercent: 31 },
    { resource: 'pool', to: 'http://127.0.0.1:4555', atOnce: 4, inLinePercent: 80, busyPercent: 5 },
    { resource: 'worker threads', to: 'libuv', atOnce: 4, inLinePercent: 80, busyPercent: null },
    { resource: 'peer', to: 'redis://127.0.0.1:6379', sharePercent: 90, busyPercent },
    {
      resource: 'errors',
      kinds: [
        { kind: '503', count: 9 },
        { kind: 'unanswered', count: 1 },
      ],
    },
  ];
  const late: LimitVerdict = { ...found.soFar, word: 'at-least', because: { by: 'generator' } };
  const mixed = [{ rate: 80, times: 1, of: 3 }];
  const unclear: LimitVerdict = { word: 'unclear', held: null, broke: { rate: 90, times: 0, of: 1 }, mixed, because: null };
  return [
    { ...found, verdict: null },
    ...full.map((gaveWay) => ({ ...found, gaveWay })),
    { ...found, verdict: late, soFar: late },
    { ...found, verdict: unclear, soFar: unclear },
    search({ status: (inSecond) => (inSecond > 60 ? 503 : 200) }),
    search({ workS: 0.005, changes: (work, at) => work * (1 + 0.02 * at) }),
    search({ workS: 0.3 }, 60, ask('p50 < 200ms')),
    search({}, 20),
    search({}, 10, ask('p99.9 < 200ms')),
    search({ workS: 0.00001 }, 20, ask('p50 < 5s')),
  ];
}
