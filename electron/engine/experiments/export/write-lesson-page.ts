/** A comparison of a study as one page for class. Its texts and drawings are made in shared/report. */
import { formOf, revealOf } from '../../../../shared/analysis/verdicts/form-of.ts';
import { type PageFigure, usualFigures } from '../../../../shared/model/comparison/lesson-links.ts';
import type { Lesson, StoredLesson } from '../../../../shared/model/comparison/study.ts';
import { fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import { formatLessonPage, pageFiguresOf } from '../../../../shared/report/lesson-page.ts';
import { type Enumeration, say } from '../../../../shared/words/said.ts';
import type { Comparison } from '../../sessions/comparison.ts';
import { bundledStudies } from '../../studies/load-studies.ts';
import type { Exported, PageChoice } from './formats.ts';
import { gatherComparison, gatherFacts } from './write-report.ts';

export async function writeLessonPage(comparison: Comparison, { figures, conclusion, language }: PageChoice): Promise<Outcome<Exported>> {
  const { header, guess } = comparison;
  const study = header.lesson === undefined ? await bundledStudy(comparison) : storedStudy(header.lesson);
  if (study === null) return fail('not-available', say('study.pageOfOther'), say('study.pageOfComparison'));
  const { title, lesson, form, command } = study;
  const isAsked = form !== null && form.reveal === null;
  const facts = gatherFacts(comparison);
  const there = pageFiguresOf(facts.info);
  const missing = figures?.filter((one) => !there.includes(one)) ?? [];
  if (missing.length > 0)
    return fail('not-available', say('study.noFigure', { figures: listOf(missing) }), say('study.figures', { figures: listOf(there) }));
  const input = await gatherComparison(comparison, facts);
  const page = formatLessonPage({
    ...input,
    notes: conclusion ?? input.notes,
    figures: figures ?? usualFigures(revealOf(lesson, form), there),
    language,
    lesson: {
      title,
      language: study.language,
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
  readonly language: string | null;
  readonly lesson: Lesson;
  readonly form: { readonly title: string; readonly reveal: string | null } | null;
  readonly command: string | null;
}

async function bundledStudy({ header, setup }: Comparison): Promise<StudyOfPage | null> {
  const study = (await bundledStudies()).find(({ name }) => name === header.study);
  if (study === undefined || study.lesson === null) return null;
  const form = formOf(study, setup);
  const { title, language } = study;
  return { title, language, lesson: study.lesson, form, command: form && `loopscope demo ${study.name} --form ${form.name}` };
}

/** The path of its folder on the reader's machine is not known. */
function storedStudy({ title, language, form, ...lesson }: StoredLesson): StudyOfPage {
  return { title, language: language ?? null, lesson, form, command: null };
}

function listOf(figures: readonly PageFigure[]): Enumeration {
  return { list: figures, by: 'comma' };
}

function choiceOf({ choices }: Lesson, guess: string): string {
  return choices.find(({ id }) => id === guess)?.text ?? guess;
}
