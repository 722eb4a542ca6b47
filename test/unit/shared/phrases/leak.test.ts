import { expect, test } from 'vitest';
import { concludeLeak } from '../../../../shared/analysis/leak/next-step.ts';
import { LEAK_PLAN, type LeakFound, type LeakHolder, type LeakRound } from '../../../../shared/model/leak.ts';
import { tellKept, tellLeak } from '../../../../shared/phrases/leak.ts';
import { NO_HANDLES, searchLeak } from '../../../helpers/simulated-leak.ts';

const HOLDER: LeakHolder = {
  ...{ kind: 'variable', name: 'sessions', constructor: 'Map', delayMs: null },
  ...{ share: 1, place: { url: 'file:///srv/app.js', line: 12 } },
};

function told(...shares: readonly number[]): string {
  const heldBy = shares.map((share) => ({ ...HOLDER, share }));
  const found: LeakFound = {
    grown: [{ constructor: 'Ticket', countPerRequest: 1, bytesPerRequest: 1_000, heldBy, functions: [] }],
    ...{ not: null, sites: [] },
  };
  const { verdict, rounds } = searchLeak({ keeps: (requests) => 1_000 * requests });
  return tellLeak(verdict, rounds.length, found).replaceAll('\u00a0', ' ');
}

test('what keeps all of what grew most is named; of most of it with its share; where it is one of several, not at all', () => {
  expect(told(1)).toContain('What grew most: Ticket, kept alive by sessions (Map) in srv/app.js:12.');
  expect(told(0.62, 0.3)).toContain('What grew most: Ticket, 62 % of it kept alive by sessions (Map)');
  expect(told(0.4, 0.35)).not.toContain('What grew most');
  expect(told()).not.toContain('What grew most');
});

test('all that the holder keeps is named, so that a class of the program is among the texts; of a plan the figure is a mean', () => {
  const kept = ['(string)', 'Object', 'Quote', 'Array'].map((of) => {
    return {
      constructor: of,
      countPerRequest: 1,
      bytesPerRequest: 100,
      heldBy: [{ ...HOLDER, name: 'catalogue._events.price' }],
      functions: [],
    };
  });
  const { verdict, rounds } = searchLeak({ keeps: (requests) => 1_000 * requests });
  const say = (requests: number) => tellLeak(verdict, rounds.length, { grown: kept, not: null, sites: [] }, requests);
  expect(say(10)).toContain(
    'What grew most: (string), Object, Quote, kept alive by listeners of “price” on catalogue (Map) in srv/app.js:12.',
  );
  expect(say(10)).toContain('That is the mean of the 10 requests of the plan');
  expect(say(1)).not.toContain('mean');
});

test('the interval is told unless it is narrower than the figure is exact', () => {
  const series = { counter: 'heap', pid: 1, thread: 0, word: 'leak', reason: 'grows', grew: 1e6 } as const;
  const told = (perRequest: number, low: number, high: number) =>
    tellKept({ ...series, perRequest, ci: [low, high] }).replaceAll('\u00a0', ' ');
  expect(told(2_061, 2_040, 2_074)).toBe('2.06 kB (2.04 kB to 2.07 kB)');
  expect(told(2_061, 2_057, 2_064)).toBe('2.06 kB');
});

test('of several processes the one is told, and what all that leak keep together', () => {
  const main = { thread: 0, external: 1e6, arrayBuffers: 0 };
  const rounds: LeakRound[] = Array.from({ length: 11 }, (_, i) => ({
    ...{ kind: i < 3 ? 'settle' : 'judge', requests: 4_000, failed: 0, ms: 2_500, rss: null, counts: NO_HANDLES },
    threads: [
      { ...main, pid: 7, heap: 9e6 },
      { ...main, pid: 8, heap: 9e6 + 2.4e6 * i },
      { ...main, pid: 9, heap: 9e6 + 1.6e6 * i },
    ],
  }));
  const tell = (of: LeakRound[]) => tellLeak(concludeLeak(LEAK_PLAN, { rounds: of, warmedUp: 10_000, cut: null }), 11);
  const together = 'in the heap, process 8. With one other place where memory grows so, it is 1.00\u00a0kB a request.';
  expect(tell(rounds)).toContain(together);
  expect(tell(rounds)).toContain(
    'Judged over the 28,000 requests between the first and the last judged round: a cache that holds more entries than its process’s share of them',
  );
  const alone = rounds.map((round) => ({ ...round, threads: round.threads.slice(1, 2) }));
  expect(tell(alone)).toMatch(
    /in the heap\. Judged over the 28,000 requests between the first and the last judged round: a cache that holds more entries than that/,
  );
});
