import { DEFAULT_SETUP, type ScriptTarget, type Setup } from '../../shared/model/setup/setup.ts';

/** The default with these changes: a setting that is added later is there without being named. */
export function scriptTarget(change: Partial<ScriptTarget>): ScriptTarget {
  return { ...scriptOf(DEFAULT_SETUP), ...change };
}

/** The script that a set-up launches. */
export function scriptOf({ target }: Pick<Setup, 'target'>): ScriptTarget {
  if (target.kind !== 'script') throw new Error('This set-up launches no script.');
  return target;
}
