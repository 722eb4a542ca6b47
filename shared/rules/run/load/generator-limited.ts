/** The load process had no time left (GENERATOR_LIMIT_PERCENT), or sent late (LATENESS_LIMIT_MS): more load may have been served. */
import type { Milliseconds } from '../../../base/units.ts';
import { OUR_PROCESSES } from '../../../model/clients/client.ts';
import { connectionsOf } from '../../../model/load-models.ts';
import type { RunReport } from '../../../model/report.ts';
import { GENERATOR_LIMIT_PERCENT, LATENESS_LIMIT_MS } from '../../../model/run.ts';
import { type Figure, say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

/** The limit of a setting of both clients. */
const { max: MOST_WORKERS } = OUR_PROCESSES.workers;

export const generatorLimited = warning<RunReport>('generator-limited', ({ generator, load }) => {
  const { limited, cpuPercent, busiestPercent, latenessMs } = generator;
  if (!limited) return [];
  if ((busiestPercent ?? cpuPercent ?? 0) <= GENERATOR_LIMIT_PERCENT && latenessMs !== null)
    return [say('runWarning.generatorLate', { late: time(latenessMs.p99), limit: time(LATENESS_LIMIT_MS) })];
  if (cpuPercent === null) return [say('runWarning.generator')];
  const figures = { used: Math.round(busiestPercent ?? cpuPercent), limit: GENERATOR_LIMIT_PERCENT };
  // Each process needs a connection, and one more has to be allowed.
  const more = load.workers + 1;
  return more > connectionsOf(load) || more > MOST_WORKERS
    ? [say('runWarning.generatorUsed', figures)]
    : [say('runWarning.generatorMore', { ...figures, workers: more })];
});

function time(figure: Milliseconds): Figure {
  return { figure, as: 'time' };
}
