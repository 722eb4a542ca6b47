/** What variants wait for, side by side, and what is told of it: times that are planted are found, with their intervals. */
import { expect } from 'vitest';
import { wordSaid } from '../../shared/format/word-said.ts';
import type { ComparedWait, WaitPart } from '../../shared/model/comparison/compared-waits.ts';
import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import { askedServer } from '../helpers/asked-server.ts';
import { compareAsking } from '../helpers/compare-asking.ts';
import { twoOfThree } from '../helpers/two-of-three.ts';

/** As many pairs as it takes to be told. */
const OF = { pairs: 10, requests: 200 };

const reasonsOf = ({ reasons }: ComparisonInfo): string[] => reasons!.map(({ says }) => wordSaid(says));
const rowOf = ({ waits }: ComparisonInfo, part: WaitPart): ComparedWait => waits!.rows.find((one) => one.part === part)!;

twoOfThree('an upstream that takes 12 ms in place of 20: the interval holds the 8 ms, and it is told', async () => {
  const { url } = await askedServer();
  const info = await compareAsking([{ UPSTREAM: `${url}/20` }, { UPSTREAM: `${url}/12` }], OF);
  const { ci, pairs } = rowOf(info, 'inProgress');
  expect(pairs).toBe(10);
  // Half a millisecond for timers, which are late by a part of one.
  expect(ci![0]).toBeLessThan(-7.5);
  expect(ci![1]).toBeGreaterThan(-8.5);
  expect(ci![1]).toBeLessThan(0);
  expect(reasonsOf(info)).toEqual([
    expect.stringMatching(/^A request to B waits .* less for http:\/\/127\.0\.0\.1:\d+ than one to A .* lower(?: and CPU unchanged)?\.$/),
  ]);
});

twoOfThree('4 ms more work for each request: nothing is told of waiting', async () => {
  const { url } = await askedServer();
  const info = await compareAsking([{ UPSTREAM: `${url}/20` }, { UPSTREAM: `${url}/20`, WORK: '4' }], OF);
  expect(info.waits!.beside[0]!.latencyMs!.ci![0]).toBeGreaterThan(0);
  expect(reasonsOf(info)).toEqual([]);
});

twoOfThree('four sockets in place of two for four requests at a time: the line is shorter by one call, and it is told', async () => {
  const { url } = await askedServer();
  const info = await compareAsking(
    [
      { UPSTREAM: `${url}/20`, SOCKETS: '2' },
      { UPSTREAM: `${url}/20`, SOCKETS: '4' },
    ],
    OF,
  );
  const { ci, bValue } = rowOf(info, 'inLine');
  expect(ci![0]).toBeLessThan(-19);
  expect(ci![1]).toBeGreaterThan(-23);
  expect(bValue).toBeLessThan(1);
  expect(reasonsOf(info)).toEqual([expect.stringMatching(/^A request to B is in line for a socket to .* less than one to A/)]);
});
