import type { TimeWindow } from '../../../../shared/base/units.ts';
import { windowEnds } from '../../../../shared/format/window.ts';
import type { PageFigure } from '../../../../shared/model/comparison/lesson-links.ts';
import type { ProfileSelection } from '../../../../shared/model/profile/selection.ts';
import type { FoldOptions } from '../../../../shared/profile/tree/folds.ts';
import { text } from '../../../../shared/words/words.ts';

/** The part of a run that is written. */
export interface ExportedPart {
  /** Only these profiles, of all requests; a format may hold one only. */
  readonly selection: ProfileSelection;
  /** Null: the whole run. */
  readonly window: TimeWindow | null;
  /** Frames that are folded away in a flame graph. */
  readonly folding: FoldOptions;
  /** Of a page for class. */
  readonly page: PageChoice;
}

/** What the page of a study shows. */
export interface PageChoice {
  /** Null: the figures that its lesson refers to. */
  readonly figures: readonly PageFigure[] | null;
  /** Replaces the conclusion in the session; null: that one is used. */
  readonly conclusion: string | null;
  /** In which the conclusion is written; null: nobody has said so. */
  readonly language: string | null;
}

export const USUAL_PAGE: PageChoice = { figures: null, conclusion: null, language: null };

/** The name of a session, and the part of it. */
export function nameOfPart(name: string, window: TimeWindow | null): string {
  return window === null ? name : text('take.part', { name, ...windowEnds(window) });
}

/** A text file that a session is written as. */
export interface Exported {
  readonly text: string;
  /** The format is no text: `text` is its bytes in base64. */
  readonly isBase64?: boolean;
  /** Name of the file; left out: that of the session. */
  readonly name?: string;
}
