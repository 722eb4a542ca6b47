import type { Microseconds } from '../../base/units.ts';
import type { LinePositions, Profile, SourcePositions } from '../../model/profile/profile.ts';
import { applySourcePositions } from '../import/apply-source-positions.ts';
import { shiftLines } from '../lines/line-ticks.ts';
import { type WaitPlace, withWaits } from '../lines/wait-lines.ts';

/** The profile of a process that is known as a whole, where a live one grows by slices: asked like a ProfileMerger. */
export class WholeProfile {
  readonly version = 1;

  /** `profile`: on the engine's clock, generated positions. */
  constructor(private readonly profile: Profile) {}

  /** Times relative to `originUs`, functions and lines at their original positions. */
  toProfile(originUs: Microseconds, positions: SourcePositions, lines: LinePositions = {}, waits: readonly WaitPlace[] = []): Profile {
    const profile = withWaits(this.profile, waits);
    const origin = Math.round(originUs);
    if (origin === 0) return applySourcePositions(profile, positions, lines);
    return applySourcePositions(
      {
        ...profile,
        sampleTime: profile.sampleTime.map((time) => time - origin),
        startTime: profile.startTime - origin,
        endTime: profile.endTime - origin,
        ...(profile.lines === undefined ? {} : { lines: shiftLines(profile.lines, -origin) }),
      },
      positions,
      lines,
    );
  }
}
