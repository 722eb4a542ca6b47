/** Moves functions and lines from where they were generated to where they were written. */
import { showHidden } from '../../base/show-hidden.ts';
import { classifyMapped } from '../../model/profile/frame-kind.ts';
import {
  type Frame,
  frameKey,
  type LinePlace,
  type LinePositions,
  type LineTicks,
  lineKey,
  type Profile,
  type SourcePositions,
} from '../../model/profile/profile.ts';
import { moveNodes } from '../lines/line-ticks.ts';
import { FrameTable } from '../model/frame-table.ts';
import { isBesidePackage, packageOfUrl } from '../model/package-of.ts';

/** The same profile with original names and positions. Functions may turn out to be one, such as a helper that is in two bundles. */
export function applySourcePositions(profile: Profile, positions: SourcePositions, linePositions: LinePositions = {}): Profile {
  const originals = profile.frames.map((frame) => findOriginal(frame, positions));
  if (originals.every((frame, i) => frame === profile.frames[i])) {
    if (profile.lines === undefined || Object.keys(linePositions).length === 0) return profile;
    return { ...profile, lines: findOriginalLines(profile, profile.lines, originals, linePositions) };
  }
  const lines = profile.lines && findOriginalLines(profile, profile.lines, originals, linePositions);
  return renameFrames({ ...profile, ...(lines === undefined ? {} : { lines }) }, originals);
}

/** The same profile with other frames in the place of its own. Those that are equal become one, and so do nodes that then stand under the same parent. */
export function renameFrames(profile: Profile, frames: readonly Frame[]): Profile {
  const table = new FrameTable();
  const nodeOf = new Int32Array(profile.parent.length);
  const known = new Map<number, number>();
  const parent: number[] = [];
  const frame: number[] = [];
  for (let node = 0; node < nodeOf.length; node++) {
    const above = node === 0 ? -1 : nodeOf[profile.parent[node]!]!;
    const index = table.add(frames[profile.frame[node]!]!);
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
    ...(profile.lines === undefined ? {} : { lines: moveNodes(profile.lines, nodeOf) }),
    frames: table.frames,
    parent: Int32Array.from(parent),
    frame: Int32Array.from(frame),
    sampleNode: profile.sampleNode.map((node) => nodeOf[node]!),
  };
}

/** Entry by entry, because a line that is not exact is at least one of its function. */
function findOriginalLines(profile: Profile, lines: LineTicks, originals: readonly Frame[], positions: LinePositions): LineTicks {
  const places: LinePlace[] = [];
  const indices = new Map<string, number>();
  const known = new Map<number, number>();
  const place = lines.place.map((generated, entry) => {
    const frame = profile.frame[lines.node[entry]!]!;
    const key = generated * profile.frames.length + frame;
    let index = known.get(key);
    if (index === undefined) {
      const original = originals[frame]!;
      const found = findOriginalLine(lines.places[generated]!, original === profile.frames[frame] ? null : original, positions);
      const name = `${found.line} ${found.isExact} ${found.url}`;
      index = indices.get(name) ?? places.push(found) - 1;
      indices.set(name, index);
      known.set(key, index);
    }
    return index;
  });
  return { ...lines, place, places };
}

/** `original`: the function it is in; null: that has not moved. */
function findOriginalLine(generated: LinePlace, original: Frame | null, positions: LinePositions): LinePlace {
  const key = lineKey(generated.url, generated.line);
  const mapped = Object.hasOwn(positions, key) ? positions[key]! : null;
  const start = original === null ? null : { url: original.url, line: original.line + 1, isExact: false };
  if (mapped === null) return start ?? generated;
  const shown = { ...mapped, url: showHidden(mapped.url) };
  // The first of several lines may belong to what comes before the function, as where all of a script is one line.
  return mapped.isExact || start === null || (start.url === shown.url && start.line <= shown.line) ? shown : start;
}

function findOriginal(frame: Frame, positions: SourcePositions): Frame {
  const key = frameKey(frame.url, frame.line, frame.column);
  if (!Object.hasOwn(positions, key)) return frame;
  const { line, column, ...original } = positions[key]!;
  // A source map is as untrusted as the profile.
  const url = showHidden(original.url);
  const name = original.name === null ? frame.name : showHidden(original.name);
  const kind = original.package === undefined ? classifyMapped(frame.kind, url, line) : 'dependency';
  const isPlaced = packageOfUrl(url) !== null && !isBesidePackage(url, frame.url);
  const installed = kind === 'dependency' && !isPlaced ? (original.package ?? packageOfUrl(frame.url) ?? '') : '';
  return { name, url, line, column, kind, ...(installed === '' ? {} : { package: showHidden(installed) }) };
}
