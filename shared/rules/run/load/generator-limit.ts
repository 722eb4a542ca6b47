/** The load process was the limit, not the server. Of whole runs: how the load process did is not known of a part. */
import { BUSY_FROM, busiestOf, isOver, isServerFull } from '../../../analysis/work-or-waiting.ts';
import type { Milliseconds, Percent, Ratio } from '../../../base/units.ts';
import { formatMs, formatPercent } from '../../../format/figures.ts';
import { atLeastMs } from '../../../load/bounds.ts';
import type { RunReport } from '../../../model/report.ts';
import { GENERATOR_LIMIT_PERCENT, LATENESS_LIMIT_MS } from '../../../model/run.ts';
import { whoIsLate } from '../../../phrases/late-requests.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

/** `percent`: of a core, too much; null: so late were 1 % of the requests sent. */
type GeneratorLimit =
  | { readonly kind: 'generator-limit'; readonly percent: Percent }
  | { readonly kind: 'generator-limit'; readonly percent: null; readonly lateMs: Milliseconds; readonly sent: number };

/** Of the 99th percentile of the latency, which counts from when a request was due: with less, its time is not that of the load process. */
const LATE_SHARE: Ratio = 1 / 2;

export const generatorLimit: Rule<RunReport, GeneratorLimit> = {
  id: 'generator-limit',
  about: 'generator-limit',
  severity: 'info',
  line: 'why',
  codes: ['generator-limit'],
  // What limits the generator says nothing of the server.
  silences: ['rate'],
  find: (run) => {
    const { generator, server, window, latencyMs, requests } = run;
    // While a run goes on the load process has not been judged.
    if (requests.completed === 0 || !isOver(run) || !generator.limited) return [];
    if (window !== null || server.every(({ elu }) => elu === null)) return [];
    const percent = generator.busiestPercent ?? generator.cpuPercent;
    if (percent !== null && percent > GENERATOR_LIMIT_PERCENT)
      return isServerFull({ server }) ? [] : [{ kind: 'generator-limit', percent }];
    // Some seconds are enough to be late in, and when they were is not known: the server must not have been busy in any.
    const lateMs = generator.latenessMs?.p99 ?? 0;
    // Most of what the slowest took is the server's then, whoever was late besides.
    const slowMs = atLeastMs(latencyMs, '99');
    if (lateMs < LATE_SHARE * slowMs) return [];
    return lateMs <= LATENESS_LIMIT_MS || busiestOf(server, 'max') >= BUSY_FROM
      ? []
      : [{ kind: 'generator-limit', percent: null, lateMs, sent: requests.sent }];
  },
  says: (part) =>
    part.percent === null
      ? text('run.answer.generatorLate', { who: whoIsLate(part.sent), late: formatMs(part.lateMs) })
      : text('run.answer.generatorLimit', { percent: formatPercent(part.percent, 0) }),
};
