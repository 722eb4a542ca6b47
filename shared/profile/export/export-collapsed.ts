/** Writes "collapsed stacks", the line format of flamegraph.pl and most flame graph tools: `outer;inner 42`. */
import type { Profile } from '../../model/profile/profile.ts';
import { computeCallTree, type ProfileQueryOptions, WHOLE_PROFILE } from '../tree/call-tree.ts';

/** One line per stack with its own weight in whole µs (bytes, ticks), heaviest tools' order not assumed: lines come in tree order. */
export function exportCollapsed(profiles: readonly Profile[], options: ProfileQueryOptions = WHOLE_PROFILE): string {
  const tree = computeCallTree(profiles, options);
  const names = tree.frames.map(({ name }) => toField(name));
  const paths: string[] = [''];
  // Functions of one name at two places are one stack here: the format knows names only.
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

/** `;` parts frames and a line break ends the stack, so names may have neither. */
function toField(name: string): string {
  return name.replaceAll(';', ':').replace(/[\r\n\u2028\u2029]+/g, ' ');
}
