/** What a comparison shows. */
import { succeed } from '../../../../shared/model/failure.ts';
import { compareFunctions, toDiffFlameColumns, unitOf } from '../../../../shared/profile/tree/compare-trees.ts';
import { describeComparison } from '../../experiments/compare/comparison-info.ts';
import { percentileCurvesOf } from '../../experiments/compare/percentile-curves.ts';
import { compareProfiles } from '../../experiments/compare/profile-difference.ts';
import { readResponseOrder } from '../../experiments/compare/response-order.ts';
import type { Handlers } from '../handlers/handler-types.ts';
import type { ReadContext } from './read-context.ts';

type Read = 'info' | 'percentiles' | 'response-order' | 'flame' | 'functions';

export function comparisonReaders({ sessions }: ReadContext): Pick<Handlers, `compare.${Read}`> {
  return {
    'compare.info': async ({ sessionId }) => {
      const { open, leftMs } = sessions.comparison(sessionId);
      return succeed(describeComparison(open, leftMs));
    },
    'compare.percentiles': async ({ sessionId }) => {
      const { open } = sessions.comparison(sessionId);
      return succeed(percentileCurvesOf(open));
    },
    'compare.response-order': async ({ sessionId, pass }) => {
      const { open } = sessions.comparison(sessionId);
      const { recording, rows } = await open.openPass(pass);
      return succeed(await readResponseOrder(rows(), recording.load.finished));
    },
    'compare.flame': async ({ sessionId, maxNodes, ...pair }) => {
      return succeed(toDiffFlameColumns(await compareProfiles(sessions.comparison(sessionId).open, pair), maxNodes));
    },
    'compare.functions': async ({ sessionId, ...pair }) => {
      const trees = await compareProfiles(sessions.comparison(sessionId).open, pair);
      const [requestsA, requestsB] = trees.requests;
      return succeed({ rows: compareFunctions(trees), unit: unitOf(trees), requestsA, requestsB });
    },
  };
}
