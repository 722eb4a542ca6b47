/** Which study a comparison is of: the one whose folder all of its scripts are in. */
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { formOf } from '../../../shared/analysis/verdicts/form-of.ts';
import type { ComparisonSetup } from '../../../shared/model/comparison/comparison.ts';
import { subjectOf } from '../../../shared/model/setup/subject.ts';
import { isWholePath } from '../../../shared/model/setup/whole-path.ts';
import type { ComparisonHeader } from '../../../shared/session/format.ts';
import { DEMOS_DIR } from '../machine/paths.ts';
import { DEMO } from './demos.ts';
import { openStudy } from './open-study.ts';

/** Of a study that is not bundled with its lesson: whoever gets the session need not have the folder. */
export async function studyOf(asked: ComparisonSetup): Promise<Pick<ComparisonHeader, 'study' | 'lesson'>> {
  const scripts = asked.variants.map(({ setup }) => subjectOf(setup));
  // A command runs in the folder of its study.
  const places = asked.variants.map(({ setup }) => (setup.target.kind === 'command' ? (setup.target.cwd ?? '') : subjectOf(setup)));
  const bundled = oneOf(places.map((place) => relative(DEMOS_DIR, place).split(sep)[0]!));
  if (bundled !== null && /^[a-z]/.test(bundled)) return { study: bundled };
  const folder = oneOf(scripts.map((script) => (isWholePath(script) ? dirname(script) : '')));
  if (folder === null || folder === '' || !existsSync(join(folder, DEMO))) return { study: null };
  const opened = await openStudy(folder);
  if (!opened.ok || opened.value.lesson === null) return { study: null };
  const { name, title, lesson } = opened.value;
  const form = formOf(opened.value, asked);
  return {
    study: name,
    lesson: { ...lesson, choices: [...lesson.choices], title, form: form && { title: form.title, reveal: form.reveal } },
  };
}

/** Null: they are not all the same. */
function oneOf(all: readonly string[]): string | null {
  return new Set(all).size === 1 ? all[0]! : null;
}
