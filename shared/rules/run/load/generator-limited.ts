/** The load process had no time left (GENERATOR_LIMIT_PERCENT), or sent late (LATENESS_LIMIT_MS): more load may have been served. */
import { isServerFull } from '../../../analysis/work-or-waiting.ts';
import type { Milliseconds } from '../../../base/units.ts';
import { OUR_PROCESSES } from '../../../model/clients/client.ts';
import { connectionsOf } from '../../../model/load-models.ts';
import type { RunReport } from '../../../model/report.ts';
import { GENERATOR_LIMIT_PERCENT, LATENESS_LIMIT_MS } from '../../../model/run.ts';
import { whoIsLate } from '../../../phrases/late-requests.ts';
import { type Figure, say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

/** The limit of a setting of both clients. */
const { max: MOST_WORKERS } = OUR_PROCESSES.workers;

/**
 * `alone`: it had no time left, and the server had; `both`: neither had, so more load processes would not raise throughput. `late`: it had time, and
 * requests were sent late all the same, as where it waits for a core. Null: it was no limit.
 */
export function howLimited({ generator, server }: Pick<RunReport, 'generator' | 'server'>): 'alone' | 'both' | 'late' | null {
  const { limited, cpuPercent, busiestPercent, latenessMs } = generator;
  if (!limited) return null;
  if ((busiestPercent ?? cpuPercent ?? 0) <= GENERATOR_LIMIT_PERCENT && latenessMs !== null) return 'late';
  return isServerFull({ server }) ? 'both' : 'alone';
}

export const generatorLimited = warning<RunReport>('generator-limited', (run) => {
  const { cpuPercent, busiestPercent, latenessMs } = run.generator;
  const how = howLimited(run);
  if (how === null) return [];
  if (how === 'late')
    return [
      say('runWarning.generatorLate', { who: whoIsLate(run.requests.sent), late: time(latenessMs!.p99), limit: time(LATENESS_LIMIT_MS) }),
    ];
  if (cpuPercent === null) return [say('runWarning.generator')];
  const figures = { used: Math.round(busiestPercent ?? cpuPercent), limit: GENERATOR_LIMIT_PERCENT };
  if (how === 'both') return [say('runWarning.generatorBoth', figures)];
  const says = say('runWarning.generatorUsed', figures);
  // Each process needs a connection, one more has to be allowed, and without a core for it, it takes the time of the others and of the server.
  const workers = run.load.workers + 1;
  const cores = run.machine?.cores ?? workers;
  if (workers > connectionsOf(run.load) || workers > MOST_WORKERS || workers > cores) return [says];
  const experiment = { kind: 'run', changes: { 'client.workers': workers } } as const;
  return [{ says, advice: say('advice.moreLoadProcesses', { workers }), experiment }];
});

function time(figure: Milliseconds): Figure {
  return { figure, as: 'time' };
}
