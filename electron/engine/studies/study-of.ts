/** Which study a comparison is of: the one whose folder all of its scripts are in. */
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { formOf } from '../../../shared/analysis/verdicts/form-of.ts';
import type { ComparisonSetup } from '../../../shared/model/comparison/comparison.ts';
import type { Study } from '../../../shared/model/comparison/study.ts';
import type { ReportedStudy } from '../../../shared/model/report.ts';
import { subjectOf } from '../../../shared/model/setup/subject.ts';
import { isWholePath } from '../../../shared/model/setup/whole-path.ts';
import type { ComparisonHeader } from '../../../shared/session/format.ts';
import { STUDIES_DIR } from '../machine/paths.ts';
import { bundledStudies, STUDY_FILE } from './load-studies.ts';
import { openStudy } from './open-study.ts';

/** A study that is not bundled is stored with its lesson, because the reader of the session may not have its folder. */
export async function studyOf(asked: ComparisonSetup): Promise<Pick<ComparisonHeader, 'study' | 'lesson'>> {
  const scripts = asked.variants.map(({ setup }) => subjectOf(setup));
  // A command runs in the folder of its study.
  const places = asked.variants.map(({ setup }) => (setup.target.kind === 'command' ? (setup.target.cwd ?? '') : subjectOf(setup)));
  const bundled = oneOf(places.map((place) => relative(STUDIES_DIR, place).split(sep)[0]!));
  if (bundled !== null && /^[a-z]/.test(bundled)) return { study: bundled };
  const folder = oneOf(scripts.map((script) => (isWholePath(script) ? dirname(script) : '')));
  if (folder === null || folder === '' || !existsSync(join(folder, STUDY_FILE))) return { study: null };
  const opened = await openStudy(folder);
  if (!opened.ok || opened.value.lesson === null) return { study: null };
  const { name, title, language, lesson } = opened.value;
  const form = formOf(allFormsOf(opened.value), asked);
  return {
    study: name,
    lesson: {
      ...{ ...lesson, choices: [...lesson.choices], title },
      ...(language === null ? {} : { language }),
      form: form && { title: form.title, reveal: form.reveal },
    },
  };
}

/** Of a comparison: which study with which of its forms, and what was guessed. */
export async function reportStudy({ header, guess }: Asked): Promise<ReportedStudy | null> {
  const { study: name, lesson, setup } = header;
  if (name === null) return null;
  if (lesson !== undefined) return { name, form: lesson.form?.title ?? null, guess };
  const study = (await bundledStudies()).find((one) => one.name === name);
  const form = study && formOf(allFormsOf(study), setup);
  return { name, form: form?.name ?? null, guess };
}

/** Grids are told apart like comparisons. */
const allFormsOf = ({ comparisons, grids }: Pick<Study, 'comparisons' | 'grids'>) => ({ comparisons: [...comparisons, ...grids] });

interface Asked {
  readonly header: Pick<ComparisonHeader, 'study' | 'lesson' | 'setup'>;
  readonly guess: string | null;
}

/** Null: they are not all the same. */
function oneOf(all: readonly string[]): string | null {
  return new Set(all).size === 1 ? all[0]! : null;
}
