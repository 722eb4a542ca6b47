import type { Microseconds } from '../model/units.ts';
import { applySourcePositions } from './apply-source-positions.ts';
import type { Profile, SourcePositions } from './profile.ts';

/** The profile of a process that is known as a whole, where a live one grows by slices: asked like a ProfileMerger. */
export class WholeProfile {
  readonly version = 1;

  /** `profile`: on the engine's clock, generated positions. */
  constructor(private readonly profile: Profile) {}

  /** Times relative to `originUs`, functions at their original positions. */
  toProfile(originUs: Microseconds, positions: SourcePositions): Profile {
    const { profile } = this;
    const origin = Math.round(originUs);
    if (origin === 0) return applySourcePositions(profile, positions);
    return applySourcePositions(
      {
        ...profile,
        sampleTime: profile.sampleTime.map((time) => time - origin),
        startTime: profile.startTime - origin,
        endTime: profile.endTime - origin,
      },
      positions,
    );
  }
}
