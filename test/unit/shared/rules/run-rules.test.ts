import { describe, expect, test } from 'vitest';
import { makeRandom } from '../../../../shared/base/statistics/random.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import type { RunReport } from '../../../../shared/model/report.ts';
import { tellAnswer } from '../../../../shared/rules/answer.ts';
import { ALL_BUT_TRUST, applyRules, doesSilence, EVERYTHING, type Rule, saidOf } from '../../../../shared/rules/rule.ts';
import { RUN_RULES } from '../../../../shared/rules/run-rules.ts';
import { drawLimits } from '../../../helpers/simulated-limits.ts';
import { drawRun, LEAKS } from './draw-run.ts';

const RULES: readonly Rule<RunReport>[] = RUN_RULES;
const CODES = RULES.flatMap(({ codes = [] }) => codes);
const LIMITS = drawLimits();
const DRAWN = 1_500;
const WORDED = 5;
/** Nothing, a figure that is none, or a key in place of its text. */
const UNWORDED = /^$|undefined|NaN|Infinity|\[object|run\.answer|run\.leak|runWarning|advice\.|does not know|[{}]/;

describe('rules of a run', () => {
  test('ids and codes are of one rule each, and whatever is silenced is there', () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
    expect(new Set(CODES).size).toBe(CODES.length);
    const known = new Set(RULES.flatMap(({ id, about = id }) => [id, about]));
    expect(
      RULES.flatMap(({ silences = [] }) => (silences === EVERYTHING || silences === ALL_BUT_TRUST ? [] : silences)).filter(
        (name) => !known.has(name),
      ),
    ).toEqual([]);
  });

  test('a rule has a place: a line of the answer with its codes, the warnings, or the findings', () => {
    for (const rule of RULES) {
      expect([rule.id, rule.line !== undefined]).toEqual([rule.id, rule.codes !== undefined]);
      expect(rule.line ?? rule.warns ?? rule.evidence, rule.id).toBeDefined();
      if (rule.warns || rule.evidence) expect(rule.severity, rule.id).toBe('trust');
    }
  });

  test('of drawn runs each rule has its sentence in words in some and none in others, and none is said beside one that silences it', () => {
    const random = makeRandom(40);
    const told = new Map<string, number>();
    const saidIn = new Map<string, number>();
    for (let drawn = 0; drawn < DRAWN; drawn++) {
      const leak = LEAKS[drawn];
      const limit = LIMITS[drawn - LEAKS.length];
      const run = { ...drawRun(random), ...(leak && { leak }), ...(limit && { limit, window: null }) };
      const all = applyRules(RULES, run);
      for (const id of new Set(all.map(({ rule }) => rule.id))) saidIn.set(id, (saidIn.get(id) ?? 0) + 1);
      const ranks = all.map(({ rank }) => rank);
      expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
      for (const one of all) {
        const { rule, part } = one;
        expect(all.filter((other) => other.rule !== rule && doesSilence(other.rule, rule)).map((other) => other.rule.id)).toEqual([]);
        const { kind } = part as { readonly kind?: string };
        const times = (told.get(kind ?? rule.id) ?? 0) + 1;
        told.set(rule.id, times).set(kind ?? rule.id, times);
        if (rule.line !== undefined) expect(rule.codes).toContain(kind);
        // Wording takes most of the time.
        if (times > WORDED) continue;
        const words = rule.line === undefined ? wordSaid(saidOf(one)) : tellAnswer(part as never);
        expect(words, rule.id).not.toMatch(UNWORDED);
        for (const { value } of rule.evidence?.(run) ?? []) {
          expect(Number.isFinite(value), rule.id).toBe(true);
          expect(value).toBeGreaterThanOrEqual(0);
        }
      }
    }
    expect([...RULES.map(({ id }) => id), ...CODES].filter((name) => !told.has(name))).toEqual([]);
    // A rule that always has something to say says nothing.
    expect(RULES.map(({ id }) => id).filter((id) => saidIn.get(id) === DRAWN)).toEqual([]);
  });
});
