import { expect, test } from 'vitest';
import { RunPart } from '../../../../shared/derive/sections/section.ts';
import { deriveReport } from '../../../../shared/derive/sections/sections.ts';
import type { ServerSample } from '../../../../shared/model/run.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { syntheticHeader } from '../../../helpers/synthetic-recording.ts';

const ORIGIN = 1_000_000;
const at = (ms: number) => ORIGIN + ms * 1_000;
const PROCESS = { pid: 7, parentPid: 1, role: 'main', title: 'server.js', node: '22.1.0' } as const;

/** In ms of the load, which lasts 4 s. `asked`, `ended`: of the last request and response until then. */
interface Seen {
  readonly ms: number;
  readonly asked: number;
  readonly ended: number;
  readonly longest?: number;
  readonly stall?: number;
}

function sample({ ms, asked, ended, longest = 5, stall = 0 }: Seen): ServerSample {
  return {
    ...{ at: at(ms), pid: 7, cpuPercent: 1, rss: 1, heapUsed: 1, elu: 0, gcCount: 0, gcTime: 0, loopStall: stall * 1_000 },
    ...{ lastRequest: at(asked), lastResponse: at(ended), longestResponse: longest * 1_000 },
  };
}

function silent(seen: readonly Seen[], { client = 'command', endedAt = null as number | null } = {}) {
  const recording = new RunRecording();
  const header = syntheticHeader();
  const setup = { ...header.setup, ...(client === 'command' ? { loadCommand: 'ab {url}', client: { kind: 'command' } } : {}) };
  recording.apply({ type: 'header', header: { ...header, setup: setup as typeof header.setup } });
  recording.apply({ type: 'process', process: PROCESS });
  recording.apply({ type: 'origin', clock: ORIGIN });
  recording.apply({ type: 'server', samples: seen.map(sample) });
  if (endedAt !== null)
    recording.apply({ type: 'process', process: { ...PROCESS, ended: { at: at(endedAt), exit: { code: 1, signal: null } } } });
  const generator = { cpuPercent: null, latenessMs: null, limited: false };
  recording.apply({ type: 'load-end', at: at(4_000), counts: { sent: 0, inFlight: 0 }, generator });
  return deriveReport(new RunPart(recording)).silentAtServer;
}

const UNTIL = (asked: number, ended: number) => [
  { ms: 500, asked: Math.min(asked, 499), ended: Math.min(ended, 498) },
  { ms: 3_900, asked, ended },
];

test('a server that was asked and ended no response any more is silent since its last one', () => {
  expect(silent(UNTIL(1_501, 1_500))).toEqual({ ms: 2_500, because: 'waiting' });
});

test('one that was not asked since its last response is not', () => {
  expect(silent(UNTIL(1_499, 1_500))).toBeUndefined();
});

test('one whose responses take about as long is not', () => {
  expect(silent(UNTIL(1_501, 1_500).map((seen) => ({ ...seen, longest: 900 })))).toBeUndefined();
  expect(silent(UNTIL(1_501, 1_500).map((seen) => ({ ...seen, longest: 800 })))).toBeDefined();
});

test('responses that end after the load are not of it', () => {
  const late = { ms: 6_000, asked: 5_000, ended: 5_900, longest: 4_400 };
  expect(silent([...UNTIL(1_501, 1_500), late])).toEqual({ ms: 2_500, because: 'waiting' });
});

test('one that has never ended a response, but was asked in the load, is silent through all of it', () => {
  expect(silent([{ ms: 3_900, asked: 10, ended: -1_000 }])).toEqual({ ms: 4_000, because: 'waiting' });
});

test('requests of the warm-up alone say nothing of the load', () => {
  expect(silent([{ ms: 3_900, asked: -10, ended: -20 }])).toBeUndefined();
});

test('one whose event loop was blocked until the end is silent, whoever asked', () => {
  const blocked = { ms: 3_900, asked: 1_499, ended: 1_500, stall: 2_400 };
  expect(silent([UNTIL(1_499, 1_500)[0]!, blocked])).toEqual({ ms: 2_500, because: 'blocked' });
});

test('one that is not heard any more, though it has not ended, is silent for an unknown reason', () => {
  const [first] = UNTIL(498, 498);
  expect(silent([first!])).toEqual({ ms: 3_502, because: 'still' });
  expect(silent([first!, { ms: 9_000, asked: 3_000, ended: 498 }])).toEqual({ ms: 3_502, because: 'still' });
  expect(silent([first!], { endedAt: 600 })).toBeUndefined();
});

test('nothing is known of a load that a client of ours has made', () => {
  expect(silent(UNTIL(1_501, 1_500), { client: 'loopscope' })).toBeUndefined();
});
