/** A cache of call trees: the flame graph, the function table, its callers and the report need the same ones repeatedly. */

import type { Profile } from '../model/profile.ts';
import { Remembered } from '../model/remembered.ts';
import { selectProfiles } from '../model/selection.ts';
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

export class RememberedTrees {
  private readonly trees = new Remembered<CallTree>(MOST_TREES);
  private readonly shapes = new Remembered<TreeShape>(MOST_SHAPES);
  private profiles: readonly Profile[] = [];

  /** `all`: the current profiles; `only`: the samples of them that count, named by `only.key`. A different array is a new version, for which trees are built again. */
  tree(all: readonly Profile[], query: TreeQuery, only: OnlySamples | null = null): CallTree {
    if (all !== this.profiles) {
      this.trees.clear();
      this.shapes.clear();
      this.profiles = all;
    }
    const { base, window } = query;
    // Only what determines the tree; `only` has its requests.
    const selection = { ...query.selection, requests: null };
    const shape = JSON.stringify([selection, keyOfFolds(query), base]);
    return this.trees.get(`${shape} ${window === null ? '' : `${window.fromMs} ${window.toMs}`} ${only?.key ?? ''}`, () => {
      const whole = this.shapes.get(shape, () => mergeTrees(selectProfiles(all, selection), query));
      return weighTree(only === null ? whole : { ...whole, profiles: whole.profiles.map(only.of) }, window);
    });
  }
}
