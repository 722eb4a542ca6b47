/** How much runs of the same set-up vary on this machine, remembered from earlier comparisons. */
import { toSensitivity } from '../../../shared/analysis/verdicts/sensitivity.ts';
import * as z from '../../../shared/base/schema.ts';
import type { ComparisonSetup, Sensitivity } from '../../../shared/model/comparison/comparison.ts';
import { METRIC_NAMES } from '../../../shared/model/comparison/metrics.ts';
import { text } from '../../../shared/words/words.ts';

export const noiseSchema = z.array(
  z.object({
    /** ISO 8601. */
    at: z.string(),
    /** Name of the comparison it was measured in. */
    name: z.string(),
    script: z.string(),
    connections: z.number(),
    pairs: z.number(),
    /** The variants were equal: an A/A check. */
    sameVariants: z.boolean(),
    /** Coefficient of variation between runs of one variant. */
    cv: z.array(z.object({ metric: z.enum(METRIC_NAMES), percent: z.number() })),
    /** The throughput of each variant, to estimate how long a number of requests will take. */
    rates: z.array(
      z.object({
        script: z.string(),
        connections: z.number(),
        perSecond: z.number(),
        /** Other settings that affect the throughput, as one string (`settingsOf`); absent in older records. */
        settings: z.string().optional(),
      }),
    ),
  }),
);
export type Noise = z.infer<typeof noiseSchema>[number];

export const MOST_NOISES = 50;

/** The newest record of one of these scripts, A/A checks first. The noise of another script says nothing about these. */
export function pickNoise(known: readonly Noise[], scripts: readonly string[]): Noise | null {
  const own = known.filter(({ script }) => scripts.includes(script)).sort((a, b) => (a.at < b.at ? 1 : -1));
  return own.find(({ sameVariants }) => sameVariants) ?? own[0] ?? null;
}

export function foretell({ cv }: Noise, setup: ComparisonSetup): Sensitivity[] {
  return cv.map(({ metric, percent }) => toSensitivity(metric, percent, setup));
}

/** The source of the figures, as part of a sentence. */
export function describeNoise({ name, at, pairs, sameVariants }: Noise): string {
  return text(sameVariants ? 'compare.setup.noiseSame' : 'compare.setup.noise', { name, date: at.slice(0, 10), pairs });
}
