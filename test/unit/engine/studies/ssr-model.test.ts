/**
 * The model that the lesson on ssr speaks of: event loops that take no time themselves, and nothing else. Of a turn, what has become ready is done
 * first: a connection to the API is made, the API is asked over one that was made in an earlier turn, a page is begun. Then each page that was begun
 * in chunks gets its next one (`setImmediate`). Times are in pages: rendering one takes 1.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STUDIES_DIR } from '../../../../electron/engine/machine/paths.ts';

interface Ready {
  readonly at: number;
  readonly what: 'request' | 'connected' | 'answered';
  readonly sentAt: number;
}

/** Latencies of 200 requests of `clients`, in ascending order; the API takes `api` and ten times that, in turn. */
function latenciesOf(chunks: number, clients: number, api: number): number[] {
  const latencies: number[] = [];
  let now = 0;
  let sent = clients;
  let calls = 0;
  let events: Ready[] = Array.from({ length: clients }, () => ({ at: 0, what: 'request', sentAt: 0 }));
  let begun: { sentAt: number; left: number }[] = [];
  function render(page: { sentAt: number; left: number }): void {
    now += 1 / chunks;
    page.left -= 1;
    if (page.left > 0) {
      begun.push(page);
      return;
    }
    latencies.push(now - page.sentAt);
    if (sent++ < 200) events.push({ at: now, what: 'request', sentAt: now });
  }
  while (latencies.length < 200) {
    if (begun.length === 0) now = Math.max(now, Math.min(...events.map(({ at }) => at)));
    const ready = events.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
    events = events.filter(({ at }) => at > now);
    const next = begun;
    begun = [];
    for (const { what, sentAt } of ready) {
      if (what === 'request') events.push({ at: now, what: 'connected', sentAt });
      else if (what === 'connected') events.push({ at: now + (calls++ % 2 === 0 ? api : 10 * api), what: 'answered', sentAt });
      else render({ sentAt, left: chunks });
    }
    for (const page of next) render(page);
  }
  return latencies.sort((a, b) => a - b);
}

function spreadOf(latencies: readonly number[]): number {
  const mean = latencies.reduce((sum, one) => sum + one) / latencies.length;
  return Math.sqrt(latencies.reduce((sum, one) => sum + (one - mean) ** 2, 0) / latencies.length);
}

const lesson = readFileSync(join(STUDIES_DIR, 'ssr/lesson.md'), 'utf8').replaceAll('\n', ' ');

test('the lesson says how much more one long task spreads latency in the model, by how long the API takes', () => {
  const ratioOf = (api: number): number => spreadOf(latenciesOf(1, 50, api)) / spreadOf(latenciesOf(25, 50, api));
  const [half, one, two, three] = [0.5, 1, 2, 3].map((api) => ratioOf(api).toFixed(1));
  expect(lesson).toContain(`spreads ${half} times as much as that of small where the API takes half a page or five`);
  expect(lesson).toContain(`${one} times where it takes one page or ten`);
  expect(lesson).toContain(`${two} times where it takes two or twenty, and about as much where it takes three or thirty`);
  expect(Number(three)).toBeCloseTo(1.1, 1);
});

test('the lesson says how much lower percentiles are with small tasks under a small load in the model', () => {
  const [long, small] = [latenciesOf(1, 10, 1), latenciesOf(25, 10, 1)];
  const lower = (share: number): string => (100 * (1 - small[share * 200]! / long[share * 200]!)).toFixed(0);
  expect(lesson).toContain(`p75 is ${lower(0.75)} % lower with small tasks and p90 ${lower(0.9)} %`);
});

test('the lesson says by how much the mean differs without an API', () => {
  const mean = (chunks: number): number => latenciesOf(chunks, 50, 0).reduce((sum, one) => sum + one) / 200;
  expect(mean(1)).toBeCloseTo(43.9, 1);
  expect(mean(1) / mean(25)).toBeCloseTo(0.88, 2);
});
