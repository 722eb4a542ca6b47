/** What happened to one request, as a sentence and two tables: the same on the screen and in a terminal. */
import { judgeHotCode } from '../analysis/which-code.ts';
import type { Microseconds } from '../base/units.ts';
import { formatCount, formatMs, formatNumber, formatPercent, NOTHING } from '../format/figures.ts';
import { type RequestStory, type RequestTimes, STORY_PARTS, type StoryPart } from '../model/request-story.ts';
import { tellAnswer } from '../rules/answer.ts';
import { text } from '../words/words.ts';
import type { Cell, ReportTable } from './table.ts';

const US_PER_MS = 1_000;
/** Of the latency: less is not worth a word in the sentence. */
const TOLD_SHARE = 0.05;
const MOST_TOLD = 3;

export function partName(part: StoryPart): string {
  return text(`run.story.part.${part}`);
}

/** What took most of the time, the longest first; and what was asked of other servers meanwhile, whatever the event loop did. */
export function storySentence(story: RequestTimes): string {
  const { latencyUs, totals, route, blockedIn } = story;
  const told = (part: StoryPart): string =>
    part === 'blocked' ? text('run.story.told.blocked', { call: blockedIn ?? 'none' }) : text(`run.story.told.${part}`);
  const most = STORY_PARTS.filter((part) => totals[part] > TOLD_SHARE * latencyUs)
    .sort((a, b) => totals[b] - totals[a])
    .slice(0, MOST_TOLD)
    .map((part) => text('run.story.took', { part: told(part), time: formatMs(totals[part] / US_PER_MS) }));
  const took = text('run.story.sentence', { route, latency: formatMs(latencyUs / US_PER_MS), parts: most.join(text('run.story.and')) });
  return [took, ...tellCalls(story)].join(' ');
}

function tellCalls({ latencyUs, calls }: RequestTimes): readonly string[] {
  const us = covered(calls, latencyUs);
  if (us <= TOLD_SHARE * latencyUs) return [];
  const { to } = calls.reduce((longest, one) => (one.us > longest.us ? one : longest));
  return [text('run.story.called', { count: calls.length, time: formatMs(us / US_PER_MS), to })];
}

/** How long at least one of them was in progress, before `end`. `calls` by time. */
function covered(calls: RequestTimes['calls'], end: Microseconds): Microseconds {
  let [sum, reached] = [0, 0];
  for (const { from, us } of calls) {
    const until = Math.min(from + us, end);
    sum += Math.max(0, until - Math.max(from, reached));
    reached = Math.max(reached, until);
  }
  return sum;
}

/** Which code the main thread ran while it was in flight, by the rule of the answer of a run. Null: none stands out. */
export function storyCode({ hot }: Pick<RequestStory, 'hot'>): string | null {
  const [part] = judgeHotCode(hot);
  if (part === undefined) return null;
  if (part.kind === 'code-too-few') return text('run.story.codeTooFew', { samples: part.samples, needed: part.needed });
  return text('run.story.code', { said: tellAnswer(part) });
}

/** The parts that there are, in the order in which a request meets them. */
export function storyTable({ latencyUs, totals, runningUs, isCpuTime, samples, intervalUs }: RequestTimes): ReportTable {
  const row = (name: string, us: Microseconds) => [name, formatNumber(us / US_PER_MS, 2), formatPercent((100 * us) / latencyUs, 1)];
  return {
    caption: text('run.story.title'),
    columns: [
      { title: text('run.story.column.part'), share: 50 },
      { title: text('run.story.column.ms'), numeric: true },
      { title: text('run.story.column.share'), numeric: true },
    ],
    rows: [
      ...STORY_PARTS.filter((part) => totals[part] > 0).map((part) => row(partName(part), totals[part])),
      row(text('run.story.latency'), latencyUs),
    ],
    note: text('run.story.note', {
      samples,
      interval: formatMs(intervalUs / US_PER_MS),
      is: runningUs === null ? 'unknown' : isCpuTime ? 'used' : 'worked',
      running: formatMs((runningUs ?? 0) / US_PER_MS),
    }),
  };
}

/** What it asked of other servers. Null: nothing. */
export function callsTable({ calls }: RequestTimes): ReportTable | null {
  if (calls.length === 0) return null;
  return {
    caption: text('run.story.calls'),
    columns: [
      { title: text('run.story.column.to'), share: 50 },
      { title: text('run.story.column.response'), numeric: true },
      { title: text('run.story.column.at'), numeric: true },
      { title: text('run.story.column.ms'), numeric: true },
    ],
    rows: calls.map(({ to, from, us, status }): readonly Cell[] => [
      to,
      status === 0 ? { text: text('run.story.failed'), tone: 'bad' } : (status?.toString() ?? NOTHING),
      formatNumber(from / US_PER_MS, 2),
      formatNumber(us / US_PER_MS, 2),
    ]),
  };
}

/** What the main thread worked on for others meanwhile. Null: nothing. */
export function meanwhileTable({ meanwhile }: RequestTimes): ReportTable | null {
  if (meanwhile.length === 0) return null;
  return {
    caption: text('run.story.meanwhile'),
    columns: [
      { title: text('run.story.column.route'), share: 50 },
      { title: text('run.story.column.requests'), numeric: true },
      { title: text('run.story.column.ms'), numeric: true },
    ],
    rows: meanwhile.map(({ route, us, requests }) => [
      route ?? text('run.story.unanswered'),
      formatCount(requests),
      formatNumber(us / US_PER_MS, 2),
    ]),
  };
}
