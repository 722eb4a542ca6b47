import { describe, expect, test } from 'vitest';
import { makeRandom } from '../../../../shared/base/statistics/random.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { timesOf } from '../../../../shared/load/foreign/load-reader.ts';
import { loadResult } from '../../../../shared/model/load/load-result.ts';
import { COMPARISON_RULES, computeComparisonFindings, computeComparisonWarnings } from '../../../../shared/rules/comparison-rules.ts';
import { applyRules, doesSilence, saidOf } from '../../../../shared/rules/rule.ts';
import { sayBoth } from '../../../../shared/words/said.ts';
import { drawCompared } from './draw-compared.ts';

const DRAWN = 400;

describe('rules of a comparison', () => {
  test('ids are of one rule each, and whatever is silenced is there', () => {
    expect(new Set(COMPARISON_RULES.map(({ id }) => id)).size).toBe(COMPARISON_RULES.length);
    const known = new Set(COMPARISON_RULES.flatMap(({ id, about = id }) => [id, about]));
    expect(COMPARISON_RULES.flatMap(({ silences = [] }) => silences).filter((name) => !known.has(name))).toEqual([]);
  });

  test('of drawn comparisons each rule has its sentence in words in some and none in others, and none is said beside one that silences it', () => {
    const random = makeRandom(41);
    const told = new Map<string, number>();
    const saidIn = new Map<string, number>();
    for (let drawn = 0; drawn < DRAWN; drawn++) {
      const compared = drawCompared(random);
      const grid = { cases: ['one'], topologies: compared.setup.variants.map(({ title }) => title) };
      const all = applyRules(COMPARISON_RULES, drawn % 4 === 0 ? { ...compared, setup: { ...compared.setup, grid } } : compared);
      for (const id of new Set(all.map(({ rule }) => rule.id))) saidIn.set(id, (saidIn.get(id) ?? 0) + 1);
      for (const one of all) {
        const times = (told.get(one.rule.id) ?? 0) + 1;
        told.set(one.rule.id, times);
        const silencing = all.filter(({ rule }) => rule !== one.rule && doesSilence(rule, one.rule));
        expect(silencing.map(({ rule }) => rule.id)).toEqual([]);
        if (times <= 5)
          expect(wordSaid(saidOf(one)), one.rule.id).not.toMatch(/^$|undefined|NaN|\[object|comparisonWarning|advice\.|does not know|[{}]/);
      }
    }
    expect(COMPARISON_RULES.map(({ id }) => id).filter((id) => !told.has(id))).toEqual([]);
    expect(COMPARISON_RULES.map(({ id }) => id).filter((id) => saidIn.get(id) === DRAWN)).toEqual([]);
  });

  test('each warning is a finding of severity trust, in the same order', () => {
    const random = makeRandom(43);
    for (let drawn = 0; drawn < 20; drawn++) {
      const compared = drawCompared(random);
      const findings = computeComparisonFindings(compared);
      const said = findings.map(({ says, advice }) => (advice === undefined ? says : sayBoth(says, advice)));
      expect(said).toEqual(computeComparisonWarnings(compared));
      expect(findings.filter(({ id, severity }) => severity !== 'trust' || COMPARISON_RULES.every((rule) => rule.id !== id))).toEqual([]);
    }
  });

  test('autocannon with a rate and without one: how it times is said in words for both, and of which latencies were added', () => {
    const compared = drawCompared(makeRandom(44));
    const byAutocannon = (count: number) => {
      const latency = timesOf({ count, min: 1, mean: 2, max: 9, percentiles: { '50': 2 } });
      return loadResult({ tool: 'autocannon', requests: { completed: 100 }, status: { 200: 100 }, times: { latency } });
    };
    const [report] = compared.passes.flatMap((pass) => pass.report ?? []);
    const saidOfCounts = (...counts: readonly number[]) => {
      const passes = counts.map((count, variant) => ({
        ...{ ...compared.passes[0]!, index: variant, variant, round: 0, kind: 'measured' as const },
        report: { ...report!, byCommand: byAutocannon(count) },
      }));
      const variants = counts.map(() => compared.setup.variants[0]!);
      const rules = COMPARISON_RULES.filter(({ id }) => id === 'timing');
      return applyRules(rules, { ...compared, setup: { ...compared.setup, variants }, passes }).map((one) => wordSaid(saidOf(one)));
    };
    const how = expect.stringContaining('That wait is in no figure, unless a rate was set (-R or -r, without -C)');
    expect(saidOfCounts(100, 100)).toEqual([how]);
    expect(saidOfCounts(100, 250)).toEqual([
      how,
      'The latencies of B have values among them that autocannon added because of its rate (-R or -r): percentiles may be far below those of its responses.',
    ]);
  });

  test('of a grid, whose cells are told with their runs, only what is of all of it is said', () => {
    const random = makeRandom(42);
    for (let drawn = 0; drawn < 50; drawn++) {
      const compared = drawCompared(random);
      const keys = computeComparisonWarnings({ ...compared, setup: { ...compared.setup, grid: {} as never } }).flatMap((said) =>
        'key' in said ? [said.key] : [],
      );
      expect(
        keys.filter(
          (key) =>
            ![
              'comparisonWarning.recovered',
              'comparisonWarning.cells',
              'comparisonWarning.cellsWorst',
              'comparisonWarning.cellsExample',
            ].includes(key),
        ),
      ).toEqual([]);
    }
  });
});
