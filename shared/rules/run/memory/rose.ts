/**
 * What is alive in memory grew by so much, and until the end: as a full collection before and one after the load show, and one that V8 made in
 * between. Of one run that is all there is to know: a leak, and a cache that fills, look the same.
 *
 * Healthy servers grew by 0.2 to 1 MB in their first 10,000 requests, and a full collection may find up to 0.9 MB less because V8 has dropped code:
 * 5 MB are several times as much. What is loaded once, by the first requests, does not grow until the end (`growsOn`). Of fewer than 100 requests, or
 * where more than 1 % are unfinished, memory is of what they do and not of what they left.
 */
import type { Bytes, Milliseconds, Ratio } from '../../../base/units.ts';
import { formatBytes, formatMs } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

const LEAST_GROWTH: Bytes = 5_000_000;
const LEAST_REQUESTS = 100;
const MOST_UNFINISHED: Ratio = 0.01;

interface Rose {
  readonly kind: 'memory';
  readonly bytes: Bytes;
  readonly perRequest: Bytes;
  readonly ms: Milliseconds;
}

export const rose: Rule<RunReport, Rose> = {
  id: 'memory-rose',
  severity: 'info',
  line: 'rest',
  codes: ['memory'],
  find: ({ memory, requests, load }) => {
    const { completed, unfinished } = requests;
    if (!memory?.liveBytes || !memory.growthPerRequestBytes || memory.growsOn !== true) return null;
    const bytes = memory.liveBytes.last - memory.liveBytes.first;
    if (bytes < LEAST_GROWTH || completed < LEAST_REQUESTS || unfinished > MOST_UNFINISHED * completed) return null;
    return { kind: 'memory', bytes, perRequest: memory.growthPerRequestBytes.value, ms: load.durationMs };
  },
  says: ({ bytes, perRequest, ms }) =>
    text('run.memory.rose', { bytes: formatBytes(bytes), perRequest: formatBytes(perRequest), time: formatMs(ms) }),
  advice: () => say('advice.lookForLeak'),
  experiment: () => ({ kind: 'run', changes: { 'capture.kind': 'leak' } }),
};
