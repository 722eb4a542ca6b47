import { expect, test } from 'vitest';
import { findOffers } from '../../../../renderer/commands/find-offers.ts';
import { COMMANDS, keysOfRow } from '../../../../shared/protocol/commands.ts';
import { common } from '../../../../shared/words/en/common.ts';

const named = (...labels: string[]) => labels.map((label) => ({ label }));
const found = (query: string, ...labels: string[]) => findOffers(named(...labels), query).map(({ of }) => of.label);

test('nothing typed finds everything, in its order', () => {
  expect(found('  ', 'Search', 'Home')).toEqual(['Search', 'Home']);
});

test('each word is somewhere in the name; a name that begins with the first one comes first, then one with a word that does', () => {
  expect(found('ta', 'A data table', 'Restart', 'Tab: Flame graph', 'Next tab')).toEqual([
    'Tab: Flame graph',
    'A data table',
    'Next tab',
    'Restart',
  ]);
  expect(found('graph tab', 'Tab: Flame graph', 'Tab: Lines')).toEqual(['Tab: Flame graph']);
  expect(found('x', 'Home')).toEqual([]);
});

test('what was typed is told apart in the name, where it begins a word if it does', () => {
  const [only] = findOffers(named('Restart a tab'), 'TA');
  expect(only!.parts).toEqual([
    { text: 'Restart a ', from: 0, isMatch: false },
    { text: 'ta', from: 10, isMatch: true },
    { text: 'b', from: 12, isMatch: false },
  ]);
});

test('each command has a name, and those with a key a row in the list of keys', () => {
  for (const [name, { key, row }] of Object.entries(COMMANDS)) {
    expect(common.command).toHaveProperty(name);
    expect(row === null).toBe(key === null);
  }
  expect(keysOfRow('turnTab')).toEqual([',', '.']);
});
