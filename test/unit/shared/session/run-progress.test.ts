import { expect, test } from 'vitest';
import { computeProgress } from '../../../../electron/engine/experiments/run/live-run.ts';
import { saySilenceGoingOn } from '../../../../shared/analysis/silence.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { LEAK_PLAN, type LeakRoundKind } from '../../../../shared/model/leak.ts';
import { DEFAULT_SETUP, type Load } from '../../../../shared/model/setup/setup.ts';
import type { SessionHeader } from '../../../../shared/session/entries.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { loadOf } from '../../../helpers/plans.ts';
import { NO_HANDLES } from '../../../helpers/simulated-leak.ts';
import { emptyBatch } from '../../../helpers/synthetic-recording.ts';

const SECOND = 1e6;

/** What is said at each of these moments (s), as the rows of levels come that begin and end then. */
function progressOf(load: Load) {
  const recording = new RunRecording();
  const header = { setup: { ...DEFAULT_SETUP, load } } as SessionHeader;
  recording.apply({ type: 'origin', clock: 0 });
  recording.apply({ type: 'state', state: 'measuring', at: 0 });
  return (atS: number, { level = 0, sentS = 0, inFlight = 1 } = {}) => {
    const batch = emptyBatch(1);
    batch.start.fill(sentS * SECOND);
    batch.phase.fill(level);
    batch.status.fill(200);
    recording.apply({ type: 'requests', batch, counts: { sent: 1, inFlight } });
    const { done, leftMs, isDraining } = computeProgress(recording, header, atS * SECOND)!;
    return [Number(done!.toFixed(3)), leftMs === null ? null : Math.round(leftMs), isDraining];
  };
}

test('levels that drain count neither as time done nor as time left', () => {
  const at = progressOf(loadOf('sweep', { levels: '1, 2', holdS: 5 }));
  expect(at(2.5)).toEqual([0.25, 7_500, false]);
  expect(at(7)).toEqual([0.5, null, true]);
  // The first request of the next level is sent, and known.
  expect(at(9.5, { level: 1, sentS: 9 })).toEqual([0.55, 4_500, false]);
  expect(at(10, { level: 1, sentS: 9.2 })).toEqual([0.6, 4_000, false]);
  expect(at(16, { level: 1, sentS: 13.9 })).toEqual([1, null, true]);
});

test('after the last arrival the responses are waited for, and nobody knows how long', () => {
  const at = progressOf(loadOf('arrivals', { schedule: '10/s for 10s' }));
  expect(at(4)).toEqual([0.4, 6_000, false]);
  expect(at(12)).toEqual([1, null, true]);
  expect(at(12, { inFlight: 0 })).toEqual([1, 0, false]);
});

test('a silence that goes on is told while all connections wait, from the last response on', () => {
  const recording = new RunRecording();
  const header = { setup: { ...DEFAULT_SETUP, load: loadOf('closed', { connections: 3 }) } } as SessionHeader;
  recording.apply({ type: 'origin', clock: 0 });
  recording.apply({ type: 'state', state: 'measuring', at: 0 });
  const batch = emptyBatch(1);
  batch.status.fill(200);
  batch.latency.fill(0.5 * SECOND);
  const heard = (rows: number, inFlight: number) =>
    recording.apply({ type: 'requests', batch: rows === 0 ? emptyBatch(0) : batch, counts: { sent: 4, inFlight } });
  const silentMs = (atS: number) => computeProgress(recording, header, atS * SECOND)!.silentMs;
  heard(1, 3);
  expect(silentMs(4)).toBe(3_500);
  heard(0, 2);
  expect(silentMs(4)).toBe(0);
  const said = (ms: number) => saySilenceGoingOn({ silentMs: ms, inFlight: 3 }, { latencyMs: null, unexpectedLatencyMs: null });
  expect(said(1_000)).toBeNull();
  expect(wordSaid(said(3_200)!)).toBe('No response has been completed for 3.2\u00a0s: all 3 connections have a request in flight.');
});

test('behind the rounds of a search for a leak it rests, asks once more, and looks into the heap', () => {
  const recording = new RunRecording();
  const header = { setup: { ...DEFAULT_SETUP, load: loadOf('closed') } } as SessionHeader;
  recording.apply({ type: 'origin', clock: 0 });
  recording.apply({ type: 'state', state: 'measuring', at: 0 });
  const plan = { ...LEAK_PLAN, perRound: 10, enough: 0 };
  recording.apply({ type: 'leak-plan', plan, warmUp: { requests: 100, failed: 0, ms: 5_000 } });
  const makeRound = (kind: LeakRoundKind, heap: number) => {
    const threads = [{ pid: 1, thread: 0, heap, external: 0, arrayBuffers: 0 }];
    recording.apply({ type: 'leak-round', round: { kind, requests: 10, failed: 0, ms: 1_000, threads, counts: NO_HANDLES, rss: null } });
  };
  const respond = (rows: number, atS: number) => {
    const batch = emptyBatch(rows);
    batch.status.fill(200);
    batch.latency.fill(atS * SECOND);
    recording.apply({ type: 'requests', batch, counts: { sent: rows, inFlight: 0 } });
  };
  const at = (atS: number) => {
    const { done, leftMs, doing } = computeProgress(recording, header, atS * SECOND)!;
    return [done, leftMs, doing];
  };
  for (let nth = 0; nth < 11; nth++) {
    respond(10, nth + 1);
    makeRound(nth < 3 ? 'settle' : 'judge', 1e6 * (10 + nth));
    if (nth === 4) expect(at(5)).toEqual([5 / 11, 6_000, undefined]);
  }
  // 35 s from the last response on.
  expect(at(21)).toEqual([null, 25_000, 'resting']);
  respond(1, 46.5);
  expect(at(47)).toEqual([null, null, undefined]);
  makeRound('rest', 21e6);
  expect(at(48)).toEqual([null, null, 'looking-up']);
  recording.apply({ type: 'leak-found', found: { grown: [], not: null, sites: [] } });
  expect(at(60)).toEqual([1, 0, undefined]);
});
