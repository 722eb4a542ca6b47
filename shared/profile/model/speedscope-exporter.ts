/**
 * What our speedscope files call their writer. The format has no unit for samples, and a number beside a stack may be anything; who has written a file
 * is free text in it, which no other tool looks at.
 */
import type { Profile } from '../../model/profile/profile.ts';

const EXPORTER = 'loopscope';
/** All numbers of the file are samples. */
export const EXPORTER_OF_SAMPLES = 'loopscope (numbers are samples)';

export function exporterOf(profiles: readonly Profile[]): string {
  return profiles.length > 0 && profiles.every(({ unit }) => unit === 'samples' || unit === 'ticks') ? EXPORTER_OF_SAMPLES : EXPORTER;
}
