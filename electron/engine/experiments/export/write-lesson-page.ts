/** A comparison of a study as one page for class. Its texts and drawings are made in shared/report. */
import { formOf } from '../../../../shared/analysis/verdicts/form-of.ts';
import { usualFigures } from '../../../../shared/model/comparison/lesson-links.ts';
import type { Lesson, StoredLesson } from '../../../../shared/model/comparison/study.ts';
import { fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import { formatLessonPage } from '../../../../shared/report/lesson-page.ts';
import { say } from '../../../../shared/words/said.ts';
import type { Comparison } from '../../sessions/comparison.ts';
import { bundledDemos } from '../../studies/demos.ts';
import type { Exported, PageChoice } from './formats.ts';
import { gatherComparison, gatherFacts } from './write-report.ts';

export async function writeLessonPage(comparison: Comparison, { figures, conclusion }: PageChoice): Promise<Outcome<Exported>> {
  const { header, guess } = comparison;
  const study = header.lesson === undefined ? await bundledStudy(comparison) : storedStudy(header.lesson);
  if (study === null) return fail('not-available', say('study.pageOfOther'), say('study.pageOfComparison'));
  const { title, lesson, form, command } = study;
  const isAsked = form !== null && form.reveal === null;
  const input = await gatherComparison(comparison, gatherFacts(comparison));
  const page = formatLessonPage({
    ...input,
    notes: conclusion ?? input.notes,
    figures: figures ?? usualFigures(form?.reveal ?? lesson.reveal),
    lesson: {
      title,
      form: form?.title ?? null,
      question: lesson.question,
      guess: guess === null ? null : choiceOf(lesson, guess),
      usual: isAsked ? choiceOf(lesson, lesson.expected) : null,
      command,
    },
  });
  return succeed({ text: page, name: title });
}

interface StudyOfPage {
  readonly title: string;
  readonly lesson: Lesson;
  readonly form: { readonly title: string; readonly reveal: string | null } | null;
  readonly command: string | null;
}

async function bundledStudy({ header, setup }: Comparison): Promise<StudyOfPage | null> {
  const study = (await bundledDemos()).find(({ name }) => name === header.study);
  if (study === undefined || study.lesson === null) return null;
  const form = formOf(study, setup);
  return { title: study.title, lesson: study.lesson, form, command: form && `loopscope demo ${study.name} --form ${form.name}` };
}

/** Where its folder is for whoever reads the page is not known. */
function storedStudy({ title, form, ...lesson }: StoredLesson): StudyOfPage {
  return { title, lesson, form, command: null };
}

function choiceOf({ choices }: Lesson, guess: string): string {
  return choices.find(({ id }) => id === guess)?.text ?? guess;
}
