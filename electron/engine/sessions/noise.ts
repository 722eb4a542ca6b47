/** How much runs of one and the same set-up differ on this machine, kept from comparison to comparison. */
import { toSensitivity } from '../../../shared/analysis/sensitivity.ts';
import type { ComparisonSetup, Sensitivity } from '../../../shared/model/comparison.ts';
import { METRICS } from '../../../shared/model/metrics.ts';
import * as z from '../../../shared/model/schema.ts';
import { text } from '../../../shared/words/words.ts';

export const noiseSchema = z.array(
  z.object({
    /** ISO 8601. */
    at: z.string(),
    /** Of the comparison it was measured in. */
    name: z.string(),
    script: z.string(),
    connections: z.number(),
    pairs: z.number(),
    /** Nothing differed: an A/A check. */
    sameVariants: z.boolean(),
    /** Coefficient of variation between runs of one variant. */
    cv: z.array(z.object({ metric: z.enum(METRICS), percent: z.number() })),
    /** What each variant served: how long an amount of requests takes the next time. */
    rates: z.array(
      z.object({
        script: z.string(),
        connections: z.number(),
        perSecond: z.number(),
        /** What else makes it faster or slower, as one text (`settingsOf`); absent in older records. */
        settings: z.string().optional(),
      }),
    ),
  }),
);
export type Noise = z.infer<typeof noiseSchema>[number];

/** Fewer rounds say little about a spread. */
export const FEWEST_ROUNDS = 5;
export const MOST_NOISES = 50;

/** The one that says most about a comparison of these scripts: of the same script before others, an A/A before others, then the newest. */
export function pickNoise(known: readonly Noise[], scripts: readonly string[]): Noise | null {
  const rank = ({ script, sameVariants }: Noise): number => (scripts.includes(script) ? 2 : 0) + (sameVariants ? 1 : 0);
  const newestFirst = [...known].sort((a, b) => (a.at < b.at ? 1 : -1));
  return newestFirst.reduce<Noise | null>((best, one) => (best === null || rank(one) > rank(best) ? one : best), null);
}

export function foretell({ cv }: Noise, setup: ComparisonSetup): Sensitivity[] {
  return cv.map(({ metric, percent }) => toSensitivity(metric, percent, setup));
}

/** Where the figures come from, as a part of a sentence. */
export function describeNoise({ name, at, pairs, sameVariants }: Noise): string {
  return text(sameVariants ? 'compare.setup.noiseSame' : 'compare.setup.noise', { name, date: at.slice(0, 10), pairs });
}
