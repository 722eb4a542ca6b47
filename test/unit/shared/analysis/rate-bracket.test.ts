import { expect, test } from 'vitest';
import { findBracket } from '../../../../shared/analysis/rate-bracket.ts';
import { ExactDistribution, toDistribution } from '../../../../shared/load/distribution.ts';
import { mayBeBehind } from '../../../../shared/load/judge-level.ts';
import { computeParts } from '../../../../shared/load/part-figures.ts';
import { allocateRows } from '../../../../shared/load/request-rows.ts';
import type { LevelFigures } from '../../../../shared/model/report.ts';
import { tellHeld } from '../../../../shared/phrases/levels.ts';
import { levelsTable } from '../../../../shared/report/tables/parts.ts';
import { computeAnswer, tellAnswer } from '../../../../shared/rules/answer.ts';
import { loadOf } from '../../../helpers/plans.ts';
import { makeReport } from './runs.ts';

const FLIGHT = { inFlight: 1, inFlightByLittle: 1 };

/** Of each level [rate, behind of them in 1 s, dropped, unexpected]. */
const level = ([rate, behind, dropped, unexpected = 0]: readonly [number, number, number, number?]): LevelFigures => ({
  ...{ rate, from: 0, to: 1, offered: rate, throughput: rate - behind, latencyMs: null, latenessMs: null, ...FLIGHT },
  requests: { sent: rate - dropped, completed: rate - dropped, failed: 0, timedOut: 0, unexpected, dropped },
  visits: { came: rate, left: behind, inside: 1, earlyMs: 10, lateMs: 10 + behind, behind },
});
const bracket = (...levels: readonly Parameters<typeof level>[0][]) => findBracket(levels.map(level));

test('the highest rate that was held, and the first above it that was not', () => {
  expect(bracket([100, 0, 0], [200, 7, 0], [400, 20, 0], [800, 90, 0])).toMatchObject({
    ...{ of: 'rate', held: 200, broke: 400, failedAt: null },
    pace: { held: 200, broke: 400 },
    figures: { held: { requests: 200, wrong: 0, visits: { behind: 7 } }, broke: { visits: { behind: 20, mayBeBehind: 10 } } },
  });
  expect(bracket([400, 0, 1], [100, 0, 0])).toMatchObject({ of: 'rate', held: 100, broke: 400, failedAt: 400 });
  expect(bracket([100, 0, 0])).toMatchObject({ held: 100, broke: null });
  expect(bracket([100, 50, 0], [200, 0, 0])).toMatchObject({ held: 200, broke: null, contradicts: [{ level: 100, held: 0, times: 1 }] });
});

function recorded(ms: number): ExactDistribution {
  const times = new ExactDistribution();
  times.record(ms * 1e3);
  return times;
}

test('of a level whose requests were sent late it is not known whether the server would have held it', () => {
  const late = (of: Parameters<typeof level>[0], lateMs: number, medianMs: number): LevelFigures => ({
    ...level(of),
    latenessMs: { p50: lateMs, p99: 2 * lateMs },
    latencyMs: toDistribution(recorded(medianMs)),
  });
  const of = (...levels: readonly LevelFigures[]) => {
    const found = findBracket(levels)!;
    const told = computeAnswer({ ...makeReport(), levels, bracket: found }).filter(({ kind }) => kind.startsWith('bracket'));
    return { found, told: told.map(tellAnswer).map((text) => text.replaceAll('\u00a0', ' ')) };
  };
  const first = of(level([100, 0, 0]), late([800, 90, 20], 350, 400));
  expect(first.found).toMatchObject({ held: 100, broke: 800, figures: { broke: { sentLateMs: 350 } } });
  expect(first.told).toEqual([
    'The server kept up with 100 visitors a second: all were answered as expected. Whether it would have kept up with 800 is not known: Loopscope could not send the requests in time.',
    'At 800 a second, half of the requests were sent 350 ms late or later, which is most of their latency. More load processes (--workers) on a machine with free cores can send more.',
  ]);
  expect(of(late([800, 90, 0], 350, 400)).told[0]).toBe(
    'Whether the server keeps up with 800 visitors a second is not known: Loopscope could not send the requests in time.',
  );
  // Not most of the latency; a wrong response, which lateness does not explain; and too little.
  for (const known of [late([800, 90, 0], 150, 400), late([800, 90, 0, 1], 350, 400), late([800, 90, 0], 9, 10)]) {
    const { found, told } = of(level([100, 0, 0]), known);
    expect(found.figures!.broke!.sentLateMs).toBeUndefined();
    expect(told[0]).toMatch(/^100 visitors a second: the server kept up, .* At 800 that was no longer so\.$/);
  }
  // With errors from the lowest rate on, the pace is not known either, and neither says that the server fell behind.
  const wrong = of(level([100, 0, 0, 1]), late([800, 90, 0, 1], 350, 400));
  expect(wrong.found).toMatchObject({ held: null, broke: 100, pace: { held: 100, broke: 800, sentLate: true } });
  expect(wrong.told[0]).toBe(
    '100 visitors a second were answered as fast as they came; whether 800 would have been is not known: Loopscope could not send the requests in time. Some requests went wrong already at the lowest rate, 100 a second.',
  );
  const first800 = of(level([100, 0, 0]), late([800, 90, 0, 1], 350, 400));
  expect(first800.told[1]).toBe('At 800 a second 1 of 800 requests went wrong.');
  // It contradicts no higher level that was held, and is one that was if it kept up all the same.
  expect(of(late([400, 90, 0], 350, 400), level([800, 0, 0])).found).not.toHaveProperty('contradicts');
  expect(of(late([400, 0, 0], 350, 400)).found).toMatchObject({ held: 400, broke: null });
});

test('with errors, how far it went in pace', () => {
  expect(bracket([100, 0, 0, 2], [200, 0, 0, 3], [400, 100, 0, 6])).toMatchObject({
    ...{ of: 'rate', held: null, broke: 100, failedAt: 100 },
    pace: { held: 200, broke: 400 },
  });
  // Who is dropped was not answered.
  expect(bracket([100, 0, 0, 1], [200, 0, 5])).toMatchObject({ pace: { held: 100, broke: 200 } });
});

test('of connections: those with which nothing went wrong', () => {
  const held = (connections: number, failed: number): LevelFigures => ({
    ...{ connections, from: 0, to: 1, offered: 9, throughput: 9, latencyMs: null, latenessMs: null, ...FLIGHT },
    requests: { sent: 9, completed: 9 - failed, failed, timedOut: failed, unexpected: 0, dropped: 0 },
  });
  expect(findBracket([held(1, 0), held(8, 0), held(16, 2)])).toEqual({
    ...{ of: 'connections', held: 8, broke: 16, failedAt: 16 },
    figures: { held: { requests: 9, wrong: 0, offered: 9, holdS: 1 }, broke: { requests: 9, wrong: 2, offered: 9, holdS: 1 } },
  });
  expect(findBracket([])).toBeNull();
});

/** Visitors who come evenly for so long, and how long each is there, ms. */
async function visited(holdS: number, ...levels: readonly (readonly number[])[]): Promise<readonly LevelFigures[]> {
  const rates = levels.map((lengths) => lengths.length / holdS);
  const visits = levels
    .flatMap((lengths, phase) => lengths.map((ms, nth) => ({ phase, came: phase * 10 * holdS + nth / rates[phase]!, ms })))
    .sort((a, b) => a.came + a.ms / 1e3 - b.came - b.ms / 1e3);
  const batch = allocateRows(visits.length);
  visits.forEach(({ phase, came, ms }, row) => {
    batch.phase[row] = phase;
    batch.start[row] = batch.intended[row] = came * 1e6;
    batch.latency[row] = ms * 1e3;
    batch.status[row] = 200;
  });
  const load = loadOf('sweep', { levels: rates.map((rate) => `${rate}/s`).join(', '), holdS });
  return (await computeParts({ load, names: [], durationUs: 10 * holdS * rates.length * 1e6 }, [batch])).levels;
}

// As a shop was measured with other programs on the machine, ms from the first request of a visit to the last response.
/** 8/s for 8 s: at the very end five are inside, who would be 4 more than on average. */
const BUSY_AT_THE_END = [
  ...[
    228, 243, 149, 167, 174, 142, 152, 169, 174, 143, 182, 188, 140, 175, 151, 207, 184, 146, 161, 211, 268, 178, 199, 215, 351, 342, 354,
  ],
  ...[
    255, 160, 237, 162, 137, 314, 407, 415, 446, 478, 819, 228, 151, 599, 218, 354, 283, 190, 214, 147, 162, 140, 215, 189, 230, 158, 936,
  ],
  ...[253, 392, 563, 635, 599, 697, 575, 546, 502, 586],
];
/** 8, 12, 16 and 24/s for 2 s. */
const AT_8 = [135, 225, 284, 304, 304, 270, 264, 213, 220, 167, 229, 191, 170, 232, 197, 276];
const AT_12 = [145, 136, 143, 130, 136, 132, 141, 152, 149, 140, 156, 130, 133, 126, 128, 140, 145, 134, 147, 177, 212, 278, 279, 308];
const AT_16 = [
  ...[214, 274, 314, 356, 474, 412, 577, 514, 568, 569, 680, 617, 649, 853, 791, 728, 725, 799, 737, 976, 912, 907, 854, 791, 849, 788],
  ...[745, 684, 896, 561, 498, 436],
];
const AT_24 = [
  ...[182, 323, 282, 569, 350, 598, 728, 899, 857, 816, 978, 937, 1016, 974, 1207, 1600, 1367, 1081, 1284, 1621, 1200, 1538, 1790, 1749],
  ...[1413, 1963, 1923, 2215, 2173, 1497, 1457, 1418, 2007, 1965, 1589, 1548, 2066, 1561, 1990, 2186, 2145, 2102, 2061, 1776, 1734, 2007],
  ...[2090, 2049],
];

test('who happens to be inside when a level ends does not decide; a queue that grows does', async () => {
  const levels = await visited(2, AT_8, AT_12, AT_16, AT_24);
  const found = findBracket(levels)!;
  expect(found).toMatchObject({ held: 12, broke: 16, failedAt: null });
  expect(levels.map((one) => 'visits' in one && one.visits.behind)).toEqual(
    // By hand: of 16/s, medians of 568 and 788 ms a second apart make 32 * 0.22 / 1.22.
    [0, expect.closeTo(0.12), expect.closeTo(5.8, 1), expect.closeTo(24, -0.5)],
  );
  const [busy] = await visited(8, BUSY_AT_THE_END);
  expect(busy).toMatchObject({ visits: { came: 64, left: 5, earlyMs: 175, lateMs: 354 } });
  expect(findBracket([busy!])).toMatchObject({ held: 8, broke: null, figures: { held: { visits: { mayBeBehind: 4 } } } });
});

test('the margin: one of a few, the square root of more, a hundredth of many', async () => {
  expect([2, 16, 64, 2_500, 40_000].map((came) => mayBeBehind({ came }))).toEqual([1, 2, 4, 25, 400]);
  // A server that does 95 of 100 a second makes each wait 1/19 s longer for each second before.
  const late = (holdS: number) => Array.from({ length: 100 * holdS }, (_, nth) => 10 + (nth * 10) / 19);
  const brokeAfter = async (holdS: number) => findBracket(await visited(holdS, late(holdS)))!;
  expect(await brokeAfter(4)).toMatchObject({ broke: 100, figures: { broke: { visits: { behind: expect.closeTo(20, 0) } } } });
  // It has been held too short to tell.
  expect(await brokeAfter(0.5)).toMatchObject({ broke: null });
  // One stall of half a second is no queue, wherever in the level it is.
  const stalled = (from: number) => Array.from({ length: 400 }, (_, nth) => (nth >= from && nth < from + 50 ? 10 * (from + 50 - nth) : 5));
  for (const from of [0, 120, 200, 350]) expect(findBracket(await visited(4, stalled(from)))).toMatchObject({ broke: null });
});

test('what decided is said with the sentence, with the requests a second where each visitor makes several', async () => {
  const levels = (await visited(2, AT_12, AT_16)).map((one) => ({
    ...one,
    offered: 6 * one.offered,
    requests: { ...one.requests, sent: 6 * one.requests.sent },
  }));
  const found = findBracket(levels)!;
  const run = { ...makeReport(), levels, bracket: found };
  const answer = computeAnswer(run);
  expect(answer.filter(({ kind }) => kind.startsWith('bracket')).map(tellAnswer)).toEqual([
    '12 visitors a second (72 requests a second): the server kept up, and all were answered as expected. At 16 visitors (96 requests) a second that was no longer so.',
    'At 16 a second, the median duration of a visit rose from 568 ms in the first half of the 2 s to 788 ms in the second: the server fell 5.77 visitors behind, out of 32. Up to 2.83 would count as keeping up.',
  ]);
  const table = levelsTable(run)!;
  const [left, behind] = ['Unfinished at end', 'Backlog growth'].map((title) =>
    table.columns.findIndex((column) => column.title === title),
  );
  expect(table.rows.map((row) => row[behind!])).toEqual(['0.119', { text: '5.77', tone: 'bad' }]);
  expect(table.rows.map((row) => row[left!])).toEqual(['3', '13']);
  expect(tellHeld(findBracket(await visited(2, AT_12))!)).toBe(
    'The server kept up with every rate, up to 12 visitors a second: all were answered as expected.',
  );
  const wrong = computeAnswer({ ...run, bracket: bracket([100, 0, 0], [200, 0, 2, 1]) });
  expect(wrong.filter(({ kind }) => kind === 'bracket-figures').map(tellAnswer)).toEqual(['At 200 a second 3 of 200 requests went wrong.']);
});
