/** Moves functions from where they were generated to where they were written. */
import { showHidden } from '../format/show-hidden.ts';
import { classifyMapped } from './frame-kind.ts';
import { FrameTable } from './frame-table.ts';
import { type Frame, frameKey, type Profile, type SourcePositions } from './profile.ts';

/**
 * The same profile with original names and positions. Functions that turn out to be one (a helper inlined into two
 * bundles, say) become one, and so do nodes that then stand under the same parent.
 */
export function applySourcePositions(profile: Profile, positions: SourcePositions): Profile {
  const originals = profile.frames.map((frame) => findOriginal(frame, positions));
  if (originals.every((frame, i) => frame === profile.frames[i])) return profile;
  const table = new FrameTable();
  const nodeOf = new Int32Array(profile.parent.length);
  const known = new Map<number, number>();
  const parent: number[] = [];
  const frame: number[] = [];
  for (let node = 0; node < nodeOf.length; node++) {
    const above = node === 0 ? -1 : nodeOf[profile.parent[node]!]!;
    const index = table.add(originals[profile.frame[node]!]!);
    // Node indices from -1 and frame indices, packed into one exact number.
    const key = (above + 1) * (profile.frames.length + 1) + index;
    let merged = known.get(key);
    if (merged === undefined) {
      merged = parent.push(above) - 1;
      frame.push(index);
      known.set(key, merged);
    }
    nodeOf[node] = merged;
  }
  return {
    ...profile,
    frames: table.frames,
    parent: Int32Array.from(parent),
    frame: Int32Array.from(frame),
    sampleNode: profile.sampleNode.map((node) => nodeOf[node]!),
  };
}

function findOriginal(frame: Frame, positions: SourcePositions): Frame {
  const key = frameKey(frame.url, frame.line, frame.column);
  if (!Object.hasOwn(positions, key)) return frame;
  const { line, column, ...original } = positions[key]!;
  // A source map is as untrusted as the profile.
  const url = showHidden(original.url);
  const name = original.name === null ? frame.name : showHidden(original.name);
  return { name, url, line, column, kind: classifyMapped(frame.kind, url, line) };
}
