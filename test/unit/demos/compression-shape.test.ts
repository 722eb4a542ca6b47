/** The shape of the study, from runs of its quick form that were recorded: ten pairs on two cores, other programs at work. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEMOS_DIR } from '../../../electron/engine/machine/paths.ts';
import { loadDemos } from '../../../electron/engine/studies/demos.ts';
import { estimateCentre } from '../../../shared/analysis/hodges-lehmann.ts';
import { computeVerdicts } from '../../../shared/analysis/verdict.ts';
import { type Figures, makePasses, makeReport } from '../analysis/runs.ts';

type Recorded = Partial<Figures> & { readonly bytesPerResponse: number };
type Round = readonly [plain: Recorded, gzip: Recorded];

const recorded: Record<string, readonly Round[]> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/studies/compression.json'), 'utf8'),
);

const study = (await loadDemos(DEMOS_DIR)).find(({ name }) => name === 'compression')!;

/** With headers. */
const bytesRatio = (rounds: readonly Round[]): number =>
  Math.exp(estimateCentre(rounds.map(([plain, gzip]) => Math.log(gzip.bytesPerResponse / plain.bytesPerResponse))));

test('with gzip a request of the page costs more CPU time and takes longer; two fifths of the bytes travel', () => {
  const rounds = recorded.quick!;
  const { comparison } = study.comparisons.find(({ name }) => name === 'quick')!;
  const passes = makePasses(comparison.pairs, (variant, round) => makeReport(rounds[round]![variant === 0 ? 0 : 1]));
  const verdicts = Object.fromEntries(computeVerdicts(passes, comparison, 0, 1).map(({ metric, verdict }) => [metric, verdict]));
  expect(verdicts).toMatchObject({ cpuMsPerRequest: 'higher', throughput: 'slower', p50: 'slower', mean: 'slower' });
  expect(bytesRatio(rounds)).toBeCloseTo(0.4, 2);
});
