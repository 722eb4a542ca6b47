/** Calls to one server wait in line for a connection that other calls have. */
import { byPeer, isOfServer, type Shared, sharedBy } from '../../../analysis/waits-of-run.ts';
import { showHidden } from '../../../base/show-hidden.ts';
import type { Percent, Ratio } from '../../../base/units.ts';
import { formatMs, formatSignificant } from '../../../format/figures.ts';
import { inFlightOf } from '../../../model/load-models.ts';
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

interface PoolFull extends Shared {
  readonly kind: 'pool-full';
}

/** Of the time in the server: what is in line for less is not what a response waits for. */
const LINE_FROM: Percent = 10;
/** Of a pool that has room most of the time, more of it would not help. */
const USED_FROM: Ratio = 0.7;

/** A busier event loop reads replies late, and connections are in use for that long. */
const BUSY_FROM: Ratio = 0.8;

function findPoolFull(run: RunReport): PoolFull | null {
  if (run.server.some(({ elu }) => (elu?.mean ?? 0) >= BUSY_FROM)) return null;
  const pools = byPeer(run, isOfServer).flatMap((rows) => sharedBy(run, rows) ?? []);
  const full = pools.filter(({ lineShare, used, size }) => lineShare >= LINE_FROM && used >= USED_FROM * size);
  const [worst] = full.sort((a, b) => b.lineShare - a.lineShare);
  return worst === undefined ? null : { kind: 'pool-full', ...worst };
}

export const poolFull: Rule<RunReport, PoolFull> = {
  id: 'pool-full',
  severity: 'info',
  line: 'why',
  codes: ['pool-full'],
  find: findPoolFull,
  says: ({ to, size, isLimit, meanLineMs, meanProgressMs, used, wanted }) =>
    text('run.answer.poolFull', {
      to: showHidden(to),
      size,
      limited: isLimit ? 'yes' : 'no',
      line: formatMs(meanLineMs),
      progress: formatMs(meanProgressMs),
      used: formatSignificant(used),
      wanted: formatSignificant(wanted),
    }),
  advice: ({ to, size }) => say('advice.largerPool', { to, size }),
  // With as many connections as the pool has, nobody is in line: if as much is served then, the pool is what limits.
  experiment: ({ size }, { load }) =>
    (inFlightOf(load, load.pipelining) ?? 0) > size
      ? { kind: 'compare', question: 'throughput', changes: { 'load.connections': size } }
      : null,
};
