/** Writes "collapsed stacks", the line format of flamegraph.pl and most flame graph tools: `outer;inner 42`. */
import { fileName } from '../../format/place.ts';
import type { Frame, Profile } from '../../model/profile/profile.ts';
import { computeCallTree, type ProfileQueryOptions, WHOLE_PROFILE } from '../tree/call-tree.ts';
import { filesToTell } from '../tree/files-to-tell.ts';

/** One line per stack with its own weight in whole µs (bytes, ticks), heaviest tools' order not assumed: lines come in tree order. */
export function exportCollapsed(profiles: readonly Profile[], options: ProfileQueryOptions = WHOLE_PROFILE): string {
  const tree = computeCallTree(profiles, options);
  const names = namesOf(tree.frames);
  const paths: string[] = [''];
  const weights = new Map<string, number>();
  for (let node = 0; node < tree.parent.length; node++) {
    const above = paths[tree.parent[node]!];
    const name = names[tree.frame[node]!]!;
    if (node > 0) paths.push(above === '' ? name : `${above};${name}`);
    const line = node === 0 ? name : paths[node]!;
    if (tree.self[node]! > 0) weights.set(line, (weights.get(line) ?? 0) + tree.self[node]!);
  }
  return Array.from(weights, ([path, weight]) => `${path} ${Math.round(weight)}\n`).join('');
}

/** The format knows names only: those of functions at several places have their place with them, as `node --prof` and perf write it. */
function namesOf(frames: readonly Frame[]): string[] {
  const places = new Map<string, Set<string>>();
  for (const { name, url, line } of frames) {
    const known = places.get(name) ?? new Set<string>();
    places.set(name, known.add(`${url}:${line}`));
  }
  const fileOf = filesToTell(frames);
  return frames.map(({ name, url, line }) => {
    if (places.get(name)!.size === 1 || url === '') return toField(name);
    const file = fileOf(url) ?? fileName(url);
    return toField(`${name} (${line < 0 ? file : `${file}:${line + 1}`})`);
  });
}

/** `;` parts frames and a line break ends the stack, so names may have neither. */
function toField(name: string): string {
  return name.replaceAll(';', ':').replace(/[\r\n\u2028\u2029]+/g, ' ');
}
