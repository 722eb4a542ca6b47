/** The server notices that it has handed over a response a moment after the client may have got it: with the last one of a load, after its end. */
import { expect, test } from 'vitest';
import { ANY_REQUEST } from '../../../../shared/model/request-filter.ts';
import { UNANSWERED } from '../../../../shared/model/run.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { filterRequests } from '../../../../shared/session/request-filter.ts';
import { emptyBatch, syntheticHeader } from '../../../helpers/synthetic-recording.ts';

const ORIGIN = 1_000_000;
const END_MS = 100;
const at = (ms: number) => ORIGIN + ms * 1_000;

/** In ms of the load. */
type Span = readonly [start: number, end: number];

/** `responses`: how many of the requests the client got one for by the end; `unanswered`: waited for in vain. */
interface Counted {
  readonly sent?: number;
  readonly responses?: number;
  readonly unanswered?: number;
  readonly client?: 'loopscope' | 'command';
}

function recordingOf(served: readonly Span[], counted: Counted = {}) {
  const { sent = served.length, unanswered = 0, client = 'loopscope' } = counted;
  const { responses = sent } = counted;
  const recording = new RunRecording();
  const header = syntheticHeader();
  const setup = { ...header.setup, ...(client === 'command' ? { loadCommand: 'ab {url}', client: { kind: client } } : {}) };
  recording.apply({ type: 'header', header: { ...header, setup: setup as typeof header.setup } });
  recording.apply({ type: 'origin', clock: ORIGIN });
  const batch = emptyBatch(responses + unanswered);
  for (let row = 0; row < batch.start.length; row++) batch.status[row] = row < responses ? 200 : UNANSWERED;
  recording.apply({ type: 'requests', batch, counts: { sent, inFlight: sent - responses } });
  const generator = { cpuPercent: null, latenessMs: null, limited: false };
  recording.apply({ type: 'load-end', at: at(END_MS), counts: { sent, inFlight: sent - responses }, generator });
  const none = served.map(() => 0);
  const [start, end] = [served.map(([from]) => at(from)), served.map(([, to]) => at(to))];
  const rows = { pid: none, request: served.map((_, nth) => nth + 1), route: none, status: served.map(() => 200), running: none };
  recording.apply({ type: 'served', routes: ['GET /'], lost: 0, rows: { ...rows, start, end, port: none, localPort: none } });
  return recording;
}

const requestsOf = (recording: RunRecording, window: Parameters<RunRecording['routes']>[0] = null) =>
  recording.routes(window)!.routes.reduce((sum, { requests }) => sum + requests, 0);

const LAST: readonly Span[] = [
  [10, 20],
  [99.9, 100.8],
];

test('the last request of a load that ends with its response counts, though the server noticed its end later', () => {
  const recording = recordingOf(LAST);
  expect(requestsOf(recording)).toBe(2);
  expect(filterRequests(recording.served, ANY_REQUEST, recording.servedPart(null))).toHaveLength(2);
});

test('so it does in a window that reaches the end, and in no other', () => {
  expect(requestsOf(recordingOf(LAST), { fromMs: 50, toMs: END_MS })).toBe(1);
  expect(requestsOf(recordingOf(LAST), { fromMs: 50, toMs: 99.95 })).toBe(0);
});

test('what begins after the load is not of it', () => {
  expect(requestsOf(recordingOf([...LAST, [100.1, 100.2]], { sent: 2 }))).toBe(2);
});

test('where requests were in flight at the end, one that the server had not ended by then is one of them', () => {
  expect(requestsOf(recordingOf(LAST, { responses: 1 }))).toBe(1);
});

test('those that were waited for in vain do not end', () => {
  expect(requestsOf(recordingOf(LAST, { sent: 3, responses: 2, unanswered: 1 }))).toBe(2);
});

test('a client that does not tell what was in flight at the end does not tell this, either', () => {
  expect(requestsOf(recordingOf(LAST, { client: 'command' }))).toBe(1);
});
