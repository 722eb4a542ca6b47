import { expect, test } from 'vitest';
import { ObservedWaits, WaitReader } from '../../../../../electron/engine/agent/waits/wait-reader.ts';
import { kindNumber, waitRing } from '../../../../../electron/engine/agent/waits/wait-ring.ts';
import { UNKNOWN_LINE } from '../../../../../shared/model/waits.ts';

const ended = (to: number, name: number, request = 1) => ({
  ...{ start: 10.2, end: 20.6, line: UNKNOWN_LINE, request, kind: kindNumber('query') },
  ...{ to, name, status: 0, limit: 0 },
});

test('waits are reported column by column, with the names that are new', () => {
  const [ring, names] = [waitRing(), ['postgresql://127.0.0.1:5432', 'select ?']];
  const reader = new WaitReader(new ObservedWaits(ring, names));
  ring.write(ended(0, 1));
  expect(reader.take()).toEqual({
    names: ['postgresql://127.0.0.1:5432', 'select ?'],
    columns: {
      ...{ start: [10], end: [21], line: [UNKNOWN_LINE], request: [1], kind: [0] },
      ...{ to: [0], name: [1], status: [0], limit: [0] },
    },
    lost: 0,
  });
  expect(reader.take()).toBeNull();
});

test('a wait whose name is still on its way is told with the next report, and those after it', () => {
  const [ring, names] = [waitRing(), ['a', 'b']];
  const reader = new WaitReader(new ObservedWaits(ring, names));
  ring.write(ended(0, 1, 1));
  ring.write(ended(0, 2, 2));
  ring.write(ended(0, 1, 3));
  expect(reader.take()!.columns.request).toEqual([1]);
  expect(reader.take()).toBeNull();
  names.push('c');
  expect(reader.take()).toMatchObject({ names: ['c'], columns: { request: [2, 3] } });
});

test('names are told once in all recordings of a process, and what was lost once', () => {
  const [ring, names] = [waitRing(), ['a', 'b']];
  const observed = new ObservedWaits(ring, names);
  const reader = new WaitReader(observed);
  for (let i = 0; i < ring.capacity; i++) ring.write(ended(0, 1));
  expect(reader.take()).toMatchObject({ names: ['a', 'b'], lost: ring.capacity / 2 });
  const second = new WaitReader(observed);
  ring.write(ended(0, 1));
  expect(second.take()).toMatchObject({ names: [], lost: 0, columns: { to: [0] } });
});

test('the first report says that waits are observed, be there none', () => {
  const reader = new WaitReader(new ObservedWaits(waitRing(), []));
  expect(reader.take()).toMatchObject({ names: [], lost: 0, columns: { start: [] } });
  expect(reader.take()).toBeNull();
});
