/** A study: what is measured, and the lesson about it. */
import type { ServicesForm } from '../services.ts';
import type { Setup } from '../setup/setup.ts';
import type { ComparisonSetup } from './comparison.ts';
import type { LessonTexts } from './lesson-texts.ts';

export interface Study {
  readonly name: string;
  /** Where it was opened from; null: it is bundled. */
  readonly folder: string | null;
  readonly title: string;
  readonly summary: string;
  /** In which its texts are written, as BCP 47 has it ("es", "pt-BR"); null: it does not say. */
  readonly language: string | null;
  readonly variants: readonly { readonly name: string; readonly title: string; readonly setup: Setup }[];
  /** The comparisons of the study, quick form first; empty: single runs only. */
  readonly comparisons: readonly StudyForm[];
  /** Every case on every topology, one run each. */
  readonly grids: readonly StudyForm[];
  readonly lesson: Lesson | null;
  /** Unknown services, in place of all of these; null: it is not an unknown-service study. */
  readonly services: ServicesStudy | null;
}

export interface ServicesStudy {
  readonly script: string;
  /** The quick one first. */
  readonly forms: readonly ServicesForm[];
  readonly lesson: LessonTexts;
}

/** One of the comparisons of a study. */
export interface StudyForm {
  readonly name: string;
  readonly title: string;
  readonly comparison: ComparisonSetup;
  /** What to see after it, where it asks something else than the lesson's question; null: the lesson's own `reveal`. */
  readonly reveal: string | null;
  /** About what its servers reach, for the time it takes before it was ever run here; null: its runs end by time. */
  readonly usualPerSecond: number | null;
  /** It repeats what the publication of the study describes; it stands apart from those for a lesson. */
  readonly isPublished?: boolean;
}

/** A lesson steps through: predict, run, reveal, explain, try next. Texts are markdown. */
export interface Lesson extends LessonTexts {
  readonly choices: readonly { readonly id: string; readonly text: string }[];
  /** Id of the choice that usually comes out. */
  readonly expected: string;
}

/** Of a study that is not bundled: its lesson, and of its form the title and what it reveals, so that a session file is enough for them. */
export interface StoredLesson extends Lesson {
  readonly title: string;
  /** Absent: it does not say, or an earlier version has stored it. */
  readonly language?: string | undefined;
  readonly form: Pick<StudyForm, 'title' | 'reveal'> | null;
}
