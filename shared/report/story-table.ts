/** What happened to one request, as a sentence and two tables: the same on the screen and in a terminal. */
import { judgeHotCode } from '../analysis/which-code.ts';
import { showHidden } from '../base/show-hidden.ts';
import { joinStretches, lengthOf, within } from '../base/stretches.ts';
import type { Microseconds } from '../base/units.ts';
import { type CallRun, callRuns, equalCalls, type LaneItem } from '../charts/call-lanes.ts';
import { formatCount, formatMs, formatNumber, formatPercent, NOTHING } from '../format/figures.ts';
import { type CallMeanwhile, type RequestStory, type RequestTimes, STORY_PARTS, type StoryPart } from '../model/request-story.ts';
import { tellAnswer } from '../rules/answer.ts';
import { text } from '../words/words.ts';
import type { Cell, MarkedCell, ReportTable } from './table.ts';

const US_PER_MS = 1_000;
/** Of the latency: less is not worth a word in the sentence. */
const TOLD_SHARE = 0.05;
const MOST_TOLD = 3;

export function partName(part: StoryPart): string {
  return text(`run.story.part.${part}`);
}

/** What took most of the time, the longest first; and what was waited for meanwhile, whatever the event loop did. */
export function storySentence(story: RequestTimes): string {
  const { latencyUs, totals, route } = story;
  const most = STORY_PARTS.filter((part) => totals[part] > TOLD_SHARE * latencyUs)
    .sort((a, b) => totals[b] - totals[a])
    .slice(0, MOST_TOLD)
    .map((part) => text('run.story.took', { part: tellPart(part, story), time: formatMs(totals[part] / US_PER_MS) }));
  const took = text('run.story.sentence', { route, latency: formatMs(latencyUs / US_PER_MS), parts: most.join(text('run.story.and')) });
  return [took, ...tellCalls(story)].join(' ');
}

function tellPart(part: StoryPart, { blockedIn, waitedFor: [to = '', ...others] }: RequestTimes): string {
  if (part === 'blocked') return text('run.story.told.blocked', { call: blockedIn ?? 'none' });
  if (part === 'waiting') return text('run.story.told.waiting', { to: peerName(to), others: others.length });
  return text(`run.story.told.${part}`);
}

/** Of what a process waits for in itself there is no address. */
const PEERS: ReadonlyMap<string, 'timer' | 'threads' | 'pipe' | 'names'> = new Map([
  ['timer', 'timer'],
  ['thread pool', 'threads'],
  ['pipe', 'pipe'],
  ['dns', 'names'],
]);

function peerName(to: string): string {
  const known = PEERS.get(to);
  return known === undefined ? showHidden(to) : text(`run.story.peer.${known}`);
}

function tellCalls({ latencyUs, calls }: RequestTimes): readonly string[] {
  const inProgress = calls.map((call) => ({ call, from: call.from, to: call.from + call.us }));
  const inLine = calls.flatMap((call) => (call.lineUs ? [{ call, from: call.from - call.lineUs, to: call.from }] : []));
  return (['called', 'inLine'] as const).flatMap((key) => {
    const times = key === 'called' ? inProgress : inLine;
    const us = lengthOf(within(joinStretches(times), 0, latencyUs));
    if (us <= TOLD_SHARE * latencyUs) return [];
    const { call } = times.reduce((longest, one) => (one.to - one.from > longest.to - longest.from ? one : longest));
    return [text(`run.story.${key}`, { count: times.length, time: formatMs(us / US_PER_MS), to: callName(call) })];
  });
}

/** `GET http://127.0.0.1:4555`, `select * from items where id = ? (postgresql://127.0.0.1:5432)`. */
export function callName({ kind, to, name }: Pick<CallMeanwhile, 'kind' | 'to' | 'name'>): string {
  const [peer, what] = [showHidden(to), showHidden(name)];
  if (what === '') return peer;
  return kind === 'http' ? `${what} ${peer}` : `${what} (${peer})`;
}

/** Which code the main thread ran while it was in flight, by the rule of the answer of a run. Null: none stands out. */
export function storyCode({ hot }: Pick<RequestStory, 'hot'>): string | null {
  const [part] = judgeHotCode(hot);
  if (part === undefined) return null;
  if (part.kind === 'code-too-few') return text('run.story.codeTooFew', { samples: part.samples, needed: part.needed });
  return text('run.story.code', { said: tellAnswer(part) });
}

/** The parts that there are, in the order in which a request meets them. */
export function storyTable({ latencyUs, totals, busyWaitingUs, runningUs, isCpuTime, samples, intervalUs }: RequestTimes): ReportTable {
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
    note: [
      text('run.story.note', {
        samples,
        interval: formatMs(intervalUs / US_PER_MS),
        is: runningUs === null ? 'unknown' : isCpuTime ? 'used' : 'worked',
        running: formatMs((runningUs ?? 0) / US_PER_MS),
      }),
      ...(busyWaitingUs > TOLD_SHARE * latencyUs ? [text('run.story.busyWaitingNote', { time: formatMs(busyWaitingUs / US_PER_MS) })] : []),
      ...(totals.unexplained > 0 ? [text('run.story.unexplainedNote')] : []),
    ].join(' '),
  };
}

/** More rows say no more than how often each call was made. */
const MOST_CALL_ROWS = 40;

/** What it waited for: equal waits in sequence together, or all equal ones if there are many. Null: nothing. */
export function callsTable({ calls }: RequestTimes): ReportTable | null {
  if (calls.length === 0) return null;
  const inSequence = callRuns(calls);
  const isListed = inSequence.length <= MOST_CALL_ROWS;
  const runs = isListed ? inSequence : equalCalls(calls);
  const notes = [
    ...(isListed ? [] : [text('run.story.equalNote', { count: calls.length })]),
    ...(isListed && runs.some((run) => run.length > 1) ? [text('run.story.repeatedNote')] : []),
    ...(calls.some(({ lineUs }) => lineUs === null) ? [text('run.story.lineUnknown')] : []),
  ];
  return {
    caption: text('run.story.calls'),
    long: true,
    columns: [
      { title: text('run.story.column.call'), share: 34 },
      { title: text('run.story.column.to'), share: 25 },
      { title: text('run.story.column.response'), numeric: true, share: 10 },
      { title: text('run.story.column.at'), numeric: true, share: 9 },
      { title: text('run.story.column.inLine'), numeric: true, share: 10 },
      { title: text('run.story.column.inProgress'), numeric: true, share: 12 },
    ],
    rows: runs.map(callCells),
    ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
  };
}

function callCells(run: CallRun): readonly Cell[] {
  const [{ to, name, from, status }] = run;
  const whole = runName(run, name === '' ? text('run.story.nameless') : showHidden(name));
  return [
    { text: whole, whole, ...(name === '' ? {} : { tone: 'code' }) },
    { text: showHidden(to), whole: showHidden(to) },
    status === 0 ? { text: text('run.story.failed'), tone: 'bad' } : (status?.toString() ?? NOTHING),
    msCell(from),
    lineCell(run),
    msCell(usOf(run)),
  ];
}

/** Of calls of which it is known. */
function lineCell(run: CallRun): Cell {
  const known = run.flatMap(({ lineUs }) => lineUs ?? []);
  if (known.length === 0) return NOTHING;
  const cell = msCell(sumOf(known));
  return known.length === run.length ? cell : { ...cell, text: text('run.story.atLeast', { figure: cell.text }) };
}

/** With its value, as rows are sorted by it. */
function msCell(us: Microseconds): MarkedCell {
  return { text: formatNumber(us / US_PER_MS, 2), value: us };
}

function usOf(calls: readonly CallMeanwhile[]): Microseconds {
  return sumOf(calls.map(({ us }) => us));
}

/** With how often it was made. */
export function runName(run: CallRun, call: string): string {
  return run.length === 1 ? call : text('run.story.repeated', { count: run.length, call });
}

/** What stands in its bar. */
export function itemName({ runs: [run, ...others] }: Pick<LaneItem, 'runs'>): string {
  if (others.length > 0) return text('run.story.lanes.calls', { count: callsIn([run, ...others]) });
  const [{ name, to }] = run;
  return runName(run, showHidden(name === '' ? to : name));
}

/** All of it, in a sentence. */
export function itemText({ runs, from }: Pick<LaneItem, 'runs' | 'from'>): string {
  const calls = runs.flat();
  const lines = calls.map(({ lineUs }) => lineUs);
  const isLineKnown = lines.every((us) => us !== null);
  return text(isLineKnown ? 'run.story.lanes.known' : 'run.story.lanes.unknown', {
    call: itemCalls(runs),
    progress: formatMs(usOf(calls) / US_PER_MS),
    line: formatMs(isLineKnown ? sumOf(lines) / US_PER_MS : 0),
    at: formatMs(from / US_PER_MS),
  });
}

function itemCalls(runs: LaneItem['runs']): string {
  const [run] = runs;
  const first = callName(run[0]);
  if (runs.length === 1) return runName(run, first);
  const names = new Set(runs.map(([call]) => callName(call)));
  return text('run.story.lanes.several', { count: callsIn(runs), first, more: names.size - 1 });
}

function callsIn(runs: LaneItem['runs']): number {
  return runs.reduce((sum, run) => sum + run.length, 0);
}

function sumOf(times: readonly Microseconds[]): Microseconds {
  return times.reduce((sum, us) => sum + us, 0);
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
