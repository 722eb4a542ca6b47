import type { ScriptTarget, Setup } from '../../shared/model/setup.ts';

/** The script that a set-up launches. */
export function scriptOf({ target }: Pick<Setup, 'target'>): ScriptTarget {
  if (target.kind !== 'script') throw new Error('This set-up launches no script.');
  return target;
}
