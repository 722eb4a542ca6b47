/** A sample of `npm run bench -- leaks`: servers that leak or do not, and what `loopscope leak` says of them. */
import { beforeAll, expect, test } from 'vitest';
import { faultsOf, namesHolder, searchServer } from '../../../bench/lib/leaks.ts';
import { ensureBuilt } from '../../helpers/build.ts';
import { PLANTED } from '../../helpers/planted-servers.ts';

beforeAll(ensureBuilt);

const KINDS = [
  ...['nothing', 'LRU of 20,000', 'time limit by timer', 'Buffers of 1,000 B', 'array in a thread'],
  ...['map', '40,000 B', '10,000 B at every 10th', 'closure', 'listener', 'timer', 'promises'],
];
/** Of those in the heap of the main thread. */
const LEAST_NAMED = 0.9;
const named: boolean[] = [];

test.each(KINDS)('%s: the verdict, and how much is kept', async (kind) => {
  const server = PLANTED[kind]!;
  const told = await searchServer(server, process.execPath);
  const isNamed = namesHolder(server, told);
  if (isNamed !== null) named.push(isNamed);
  if (isNamed === false) console.log(`${kind}: ${told.first}`);
  expect(faultsOf(server, told)).toEqual([]);
});

test('who keeps it is named in nine of ten', () => {
  expect(named.length).toBeGreaterThanOrEqual(7);
  expect(named.filter((is) => is).length).toBeGreaterThanOrEqual(LEAST_NAMED * named.length);
});
