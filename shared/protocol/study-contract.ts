/** The part of the contract that is about studies and samples. */

import type { ComparisonSetup } from '../model/comparison.ts';
import * as z from '../model/schema.ts';
import type { ServicesForm } from '../model/services.ts';
import type { Setup } from '../model/setup.ts';
import { filePath, gives, id, type Requests } from './request.ts';

/** Files of resources/samples, the simplest first. */
export const SAMPLES = ['slow-route', 'ssr'] as const;
export type SampleName = (typeof SAMPLES)[number];

export const studyRequests = {
  'demo.list': { needs: 'read', params: z.strictObject({}), reply: gives<readonly Demo[]> },
  /** Opens a copy of a recorded session that comes with the product. */
  'sample.open': { needs: 'act', params: z.strictObject({ name: z.enum(SAMPLES) }), reply: gives<{ sessionId: string }> },
  /** The study in a folder. Nothing of it is run. */
  'study.open': { needs: 'act', params: z.strictObject({ path: filePath }), reply: gives<Demo> },
  /** The guess of a study, kept in the session. */
  'study.guess': { needs: 'act', params: z.strictObject({ sessionId: id, choice: z.string().min(1).max(200) }), reply: gives<null> },
} as const satisfies Requests;

export interface Demo {
  readonly name: string;
  /** Where it was opened from; null: it is bundled. */
  readonly folder: string | null;
  readonly title: string;
  readonly summary: string;
  readonly variants: readonly { readonly name: string; readonly title: string; readonly setup: Setup }[];
  /** The comparisons of the study, quick form first; empty: single runs only. */
  readonly comparisons: readonly StudyForm[];
  /** Every case on every topology, one run each. */
  readonly grids: readonly StudyForm[];
  readonly lesson: Lesson | null;
  /** Services with hidden parameters, in place of all of these; null: it is not about such. */
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

export interface LessonTexts {
  readonly question: string;
  readonly before: string;
  readonly reveal: string;
  readonly explain: string;
  readonly tryNext: string;
}
