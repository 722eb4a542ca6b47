/** A cache of call trees: the flame graph, the function table, its callers and the report need the same ones repeatedly. */
import { Remembered } from '../../base/remembered.ts';
import type { Profile } from '../../model/profile/profile.ts';
import { selectProfiles } from '../../model/profile/selection.ts';
import { type CallTree, mergeTrees, type TreeQuery, type TreeShape, weighTree } from './call-tree.ts';
import { keyOfFolds } from './folds.ts';

/** Some samples of each profile; its call tree stays whole. */
export interface OnlySamples {
  readonly key: string;
  readonly of: (profile: Profile) => Profile;
}

/** For one version of the profiles: the current trees and earlier ones, with and without a window. Each takes a few MB. */
const MOST_TREES = 6;
/** What is shown, and what the report is about: a window that moves needs new weights only. */
const MOST_SHAPES = 2;

const trees = new Remembered<readonly Profile[], CallTree>(MOST_TREES);
const shapes = new Remembered<readonly Profile[], TreeShape>(MOST_SHAPES);

/** `all`: the current profiles, another array where they have changed; `only`: the samples of them that count, named by `only.key`. */
export function treeOf(all: readonly Profile[], query: TreeQuery, only: OnlySamples | null = null): CallTree {
  const { base, window } = query;
  // Only what determines the tree; `only` has its requests.
  const selection = { ...query.selection, requests: null };
  const shape = [selection, keyOfFolds(query), base];
  return trees.get(all, [shape, window && [window.fromMs, window.toMs], only?.key], () => {
    const whole = shapes.get(all, shape, () => mergeTrees(selectProfiles(all, selection), query));
    return weighTree(only === null ? whole : { ...whole, profiles: whole.profiles.map(only.of) }, window);
  });
}
