import { describe, expect, test } from 'vitest';
import { makeRandom, shuffle } from '../../../../shared/base/statistics/random.ts';
import { applyRules, doesSilence, type Rule } from '../../../../shared/rules/rule.ts';

/** What is found: the ids of the rules that have something to say. */
type Made = Rule<ReadonlySet<string>, string>;

function rule(id: string, more: Partial<Made> = {}): Made {
  return { id, severity: 'info', find: (found) => (found.has(id) ? [id] : []), says: (part) => part, ...more };
}

const said = (rules: readonly Made[], ...found: string[]) => applyRules(rules, new Set(found)).map(({ part }) => part);

describe('rules', () => {
  test('what is found is told in the order of the list, with its place in it', () => {
    const rules = [rule('a'), rule('b', { find: () => ['b1', 'b2'] }), rule('c')];
    expect(applyRules(rules, new Set(['c', 'a'])).map(({ part, rank }) => [part, rank])).toEqual([
      ['a', 0],
      ['b1', 1],
      ['b2', 1],
      ['c', 2],
    ]);
  });

  test('a rule silences others by id and by topic, wherever they stand in the list', () => {
    const rules = [rule('before'), rule('loud', { silences: ['before', 'topic'] }), rule('after', { about: 'topic' }), rule('other')];
    expect(said(rules, 'before', 'loud', 'after', 'other')).toEqual(['loud', 'other']);
    expect(said(rules, 'before', 'after', 'other')).toEqual(['before', 'after', 'other']);
  });

  test('a rule that is not said itself silences none', () => {
    const rules = [rule('first', { silences: ['second'] }), rule('second', { silences: ['third'] }), rule('third')];
    expect(said(rules, 'first', 'second', 'third')).toEqual(['first', 'third']);
    expect(said(rules, 'second', 'third')).toEqual(['second']);
  });

  test('rules that are not wanted silence all the same', () => {
    const rules = [rule('loud', { silences: ['wanted'] }), rule('wanted', { warns: true })];
    const wanted = (...found: string[]) => applyRules(rules, new Set(found), ({ warns }) => warns === true).map(({ part }) => part);
    expect(wanted('loud', 'wanted')).toEqual([]);
    expect(wanted('wanted')).toEqual(['wanted']);
  });

  test('a rule can ask whether another one is said', () => {
    const asks = rule('asks', { find: (_, isSaid) => [isSaid('quiet') ? 'with' : 'without'] });
    const rules = [asks, rule('quiet'), rule('loud', { silences: ['quiet'] })];
    expect(said(rules, 'quiet')).toEqual(['with', 'quiet']);
    expect(said(rules, 'quiet', 'loud')).toEqual(['without', 'loud']);
  });

  test('a rule that fails is named', () => {
    const broken = rule('broken', {
      find: () => {
        throw new TypeError('no figure');
      },
    });
    expect(() => applyRules([rule('a'), broken], new Set(['a']))).toThrow('The rule broken failed: no figure');
  });

  test('rules that silence each other in a circle are refused', () => {
    const rules = [rule('a', { silences: ['b'] }), rule('b', { silences: ['a'] })];
    expect(() => applyRules(rules, new Set(['a', 'b']))).toThrow(/silences itself/);
  });

  test('of drawn rules none is said beside one that silences it, and each that is missing was silenced', () => {
    const random = makeRandom(7);
    for (let round = 0; round < 500; round++) {
      const ids = Array.from({ length: 12 }, (_, nth) => `r${nth}`);
      // Those above silence those below, in an order that is not that of the list.
      const made = ids.map((id, nth) => rule(id, { silences: ids.slice(nth + 1).filter(() => random() < 0.2), about: `t${nth % 3}` }));
      const rules = shuffle(made, random);
      const found = new Set(ids.filter(() => random() < 0.5));
      const told = applyRules(rules, found);
      const ranks = told.map(({ rank }) => rank);
      expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
      const loud = told.map((one) => one.rule);
      for (const one of rules) {
        const isSilenced = loud.some((other) => doesSilence(other, one));
        expect(loud.includes(one)).toBe(found.has(one.id) && !isSilenced);
      }
    }
  });
});
