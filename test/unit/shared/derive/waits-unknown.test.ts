/** Why it is not known what the requests of a run waited for. */
import { expect, test } from 'vitest';
import { RunPart } from '../../../../shared/derive/sections/section.ts';
import { deriveSections } from '../../../../shared/derive/sections/sections.ts';
import { WAITS } from '../../../../shared/derive/sections/waits.ts';
import { SERVED_COLUMNS, type ServedRows } from '../../../../shared/model/served.ts';
import { defaultCapture } from '../../../../shared/model/setup/captures.ts';
import type { Capture, Target } from '../../../../shared/model/setup/setup.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { allParts } from '../../../helpers/all-parts.ts';
import { servedOf, waitsOf } from '../../../helpers/planted-waits.ts';
import { syntheticHeader } from '../../../helpers/synthetic-recording.ts';

const FOLLOWED: Capture = defaultCapture('cpu');

const NO_ROWS = Object.fromEntries(SERVED_COLUMNS.map(({ name }) => [name, []])) as unknown as ServedRows;

interface Given {
  readonly capture?: Capture;
  readonly target?: Target['kind'];
  /** Null: nothing has started. */
  readonly agent?: boolean | null;
  /** Requests that have ended; null: nothing was told of any. */
  readonly ended?: number | null;
  readonly isRecorded?: boolean;
}

function recordingOf({ capture = FOLLOWED, target = 'script', agent = true, ended = 1, isRecorded = false }: Given): RunRecording {
  const recording = new RunRecording();
  const header = syntheticHeader();
  const setup = { ...header.setup, capture, target: { ...header.setup.target, kind: target } as Target };
  recording.apply({ type: 'header', header: { ...header, setup } });
  if (agent !== null) recording.apply({ type: 'resolved', node: '22.1.0', nodePath: '/node', url: 'http://127.0.0.1:1', agent });
  const requests = Array.from({ length: ended ?? 0 }, (_, nth) => [nth + 1, 0, 10] as const);
  if (ended !== null) recording.served = servedOf(...requests);
  if (isRecorded) recording.waits = waitsOf();
  return recording;
}

const figuresOf = (given: Given) => tellWaits(recordingOf(given));

function tellWaits(recording: RunRecording) {
  const { waits, waitsOff, waitsUnknown } = deriveSections(new RunPart(recording), [WAITS]);
  return { waits, ...(waitsOff && { waitsOff }), ...(waitsUnknown && { waitsUnknown }) };
}

test('a run whose requests ended and whose waits were recorded keeps nothing back', () => {
  expect(figuresOf({ isRecorded: true })).toEqual({ waits: [] });
});

test('it was switched off, or requests were not followed', () => {
  expect(figuresOf({ capture: { ...FOLLOWED, waits: false } as Capture })).toEqual({ waits: null, waitsOff: true });
  expect(figuresOf({ capture: { ...FOLLOWED, byRequest: false } as Capture })).toEqual({ waits: null, waitsUnknown: 'notAsked' });
  expect(figuresOf({ capture: defaultCapture('none') })).toEqual({ waits: null, waitsUnknown: 'notAsked' });
});

test('the server was running already', () => {
  expect(figuresOf({ target: 'url', capture: defaultCapture('none'), agent: false })).toEqual({ waits: null, waitsUnknown: 'outside' });
  expect(figuresOf({ target: 'pid', capture: defaultCapture('cpu'), agent: false })).toEqual({ waits: null, waitsUnknown: 'outside' });
});

test('what serves has no agent in it', () => {
  expect(figuresOf({ target: 'command', agent: false, ended: null })).toEqual({ waits: null, waitsUnknown: 'noAgent' });
});

test('no request was seen to end', () => {
  expect(figuresOf({ ended: null })).toEqual({ waits: null, waitsUnknown: 'noRequests' });
  expect(figuresOf({ ended: 0, isRecorded: true })).toEqual({ waits: [], waitsUnknown: 'noRequests' });
  expect(figuresOf({ agent: null, ended: null })).toEqual({ waits: null, waitsUnknown: 'noRequests' });
});

test('the version that recorded it told of requests alone', () => {
  expect(figuresOf({})).toEqual({ waits: null, waitsUnknown: 'earlier' });
});

test('it was given up, and what was recorded before and after that is left out', () => {
  const recording = recordingOf({});
  const entries = [...allParts()];
  const entry = (type: 'served' | 'waits') => entries.find((one) => one.type === type)!;
  recording.apply(entry('served'));
  recording.apply(entry('waits'));
  expect(recording.waits.rows).toBeGreaterThan(0);
  recording.apply({
    type: 'served',
    routes: [],
    rows: NO_ROWS,
    lost: 0,
    costs: [{ pid: 1, time: 2_000_000, timePercent: 14, cpuPercent: 20, isTooMuch: true }],
  });
  recording.apply(entry('waits'));
  expect(tellWaits(recording)).toEqual({ waits: null, waitsUnknown: 'tooDear' });
  expect(recording.tellsRequestsApart).toBe(false);
  expect(recording.routes(null)!.cost).toMatchObject({ timePercent: 14 });
});
