import { expect, test } from 'vitest';
import { Outbox } from '../../../../electron/engine/server/outbox.ts';
import type { EngineEvent } from '../../../../shared/protocol/contract.ts';
import type { RunProgress } from '../../../../shared/protocol/run-contract.ts';

const progress = (sessionId: string, completed: number): EngineEvent => ({
  type: 'run.progress',
  sessionId,
  progress: { completed } as RunProgress,
});
const output = (text: string): EngineEvent => ({ type: 'run.output', sessionId: 'a', chunks: [{ stream: 'stdout', text, atMs: 0 }] });
const saved = (sessionId: string): EngineEvent => ({ type: 'session.saved', sessionId, path: null, failure: null });

function fill(...events: EngineEvent[]): EngineEvent[] {
  const outbox = new Outbox();
  for (const event of events) outbox.add(event);
  return outbox.takeAll();
}

test('holds only the latest progress of each session', () => {
  expect(fill(progress('a', 1), progress('b', 1), progress('a', 2))).toEqual([progress('b', 1), progress('a', 2)]);
});

test('holds all other events, in order', () => {
  expect(fill(saved('a'), progress('a', 1), saved('b'), saved('a'), progress('a', 2))).toEqual([
    saved('a'),
    saved('b'),
    saved('a'),
    progress('a', 2),
  ]);
});

test('joins output, and keeps only the newest text of a flood', () => {
  const [event, ...more] = fill(...Array.from({ length: 300 }, (_, i) => output(String(i).padEnd(10_000, '.'))));
  expect(more).toEqual([]);
  const texts = event?.type === 'run.output' ? event.chunks.map((chunk) => Number.parseInt(chunk.text, 10)) : [];
  expect(texts).toEqual(Array.from({ length: 100 }, (_, i) => 200 + i));
});

test('sends nothing twice', () => {
  const outbox = new Outbox();
  outbox.add(saved('a'));
  expect(outbox.isEmpty).toBe(false);
  outbox.takeAll();
  expect(outbox.isEmpty).toBe(true);
  expect(outbox.takeAll()).toEqual([]);
});
