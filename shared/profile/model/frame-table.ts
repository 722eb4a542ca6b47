/** Functions by identity: two frames are one function when name, URL, line and column are equal. */
import { ROOT_NAME } from '../../model/profile/frame-kind.ts';
import type { Frame, Profile } from '../../model/profile/profile.ts';

export const ROOT_FRAME: Frame = { name: ROOT_NAME, url: '', line: -1, column: -1, kind: 'native' };

/** Gives equal frames the same index. A Map, never a plain object: functions may be called `__proto__`. */
export class FrameTable {
  readonly frames: Frame[] = [];
  readonly #indices = new Map<string, number>();

  add(frame: Frame): number {
    const key = `${frame.line}:${frame.column}\n${frame.url}\n${frame.name}`;
    const known = this.#indices.get(key);
    if (known !== undefined) return known;
    this.#indices.set(key, this.frames.length);
    return this.addApart(frame);
  }

  /** Gives it an index of its own, whether or not there are equal ones. */
  addApart(frame: Frame): number {
    return this.frames.push(frame) - 1;
  }
}

export interface MergedFrames {
  /** Frame 0 is the root, even of no profile at all. */
  readonly frames: readonly Frame[];
  /** For each profile: index in `frames` of each of its own frames. */
  readonly indexOf: readonly Int32Array[];
}

/**
 * One table of functions over several processes. It depends on the profiles alone, not on window or hidden kinds, so an
 * index names the same function in every question about the same profiles.
 */
export function mergeFrames(profiles: readonly Profile[]): MergedFrames {
  const table = new FrameTable();
  table.add(ROOT_FRAME);
  const indexOf = profiles.map((profile) => Int32Array.from(profile.frames, (frame) => table.add(frame)));
  return { frames: table.frames, indexOf };
}
