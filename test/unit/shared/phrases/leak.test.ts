import { expect, test } from 'vitest';
import type { LeakFound, LeakHolder } from '../../../../shared/model/leak.ts';
import { tellLeak } from '../../../../shared/phrases/leak.ts';
import { searchLeak } from '../../../helpers/simulated-leak.ts';

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
