import { describe, expect, test } from 'vitest';
import { makeRandom } from '../../../../shared/base/statistics/random.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { timesOf } from '../../../../shared/load/foreign/load-reader.ts';
import type { Exclusion } from '../../../../shared/model/comparison/exclusion.ts';
import type { PassKind } from '../../../../shared/model/comparison/pass.ts';
import { loadResult } from '../../../../shared/model/load/load-result.ts';
import type { MachineFigures } from '../../../../shared/model/report.ts';
import type { Compared } from '../../../../shared/rules/comparison/compared.ts';
import { COMPARISON_RULES, computeComparisonFindings, computeComparisonWarnings } from '../../../../shared/rules/comparison-rules.ts';
import { applyRules, doesSilence, saidOf } from '../../../../shared/rules/rule.ts';
import { say, sayBoth } from '../../../../shared/words/said.ts';
import { makeReport } from '../analysis/runs.ts';
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

  describe('of a variant whose runs are left out because of errors', () => {
    const compared = drawCompared(makeRandom(44));
    const failed = say('exclusion.failed', { percent: '9.9' });
    const reportOf = (foreign: number) => ({
      ...makeReport(),
      machine: { cores: 2, foreignPercent: { mean: foreign, max: foreign }, stealPercent: null } as unknown as MachineFigures,
    });
    const pass = (variant: number, kind: PassKind, excluded: Exclusion | null) => ({
      ...{ ...compared.passes[0]!, index: 0, round: 0, variant, kind, excluded, failed: excluded },
      report: reportOf(variant === 0 ? 30 : 50),
    });
    const saidOfRuns = (passes: Compared['passes'], ids: readonly string[]) => {
      const variants = [0, 1].map(() => ({ title: 'one', setup: compared.setup.variants[0]!.setup }));
      const rules = COMPARISON_RULES.filter(({ id }) => ids.includes(id));
      return applyRules(rules, { ...compared, setup: { ...compared.setup, variants }, passes }).map((one) => wordSaid(saidOf(one)));
    };
    const a = [pass(0, 'measured', null), pass(0, 'measured', null)];
    const b = [pass(1, 'measured', failed), pass(1, 'measured', say('exclusion.failed', { percent: '8.0' }))];

    test('the CPU that others used meanwhile is told all the same', () => {
      expect(saidOfRuns([...a, ...b], ['other-programs'])).toEqual([
        'Other programs were busy in 4 of 4 runs; average CPU used by them, in percent of one core: A 30 %, B 50 %. No run is left out because of that: leaving out runs because they look bad would bias the comparison.',
      ]);
    });

    test('its run with a profile is none of those left out; it is named where only that one failed', () => {
      const profiled = pass(1, 'profiled', failed);
      expect(saidOfRuns([...a, ...b, profiled], ['left-out-runs'])).toEqual([
        '2 runs left out. B, for example: 9.9 % of its requests failed.',
      ]);
      expect(saidOfRuns([...a, profiled], ['left-out-runs'])).toEqual([
        'The run of B with a profile, which is in no figure of the comparison: 9.9 % of its requests failed.',
      ]);
    });
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
