import type { TimeWindow } from '../../../../shared/base/units.ts';
import { windowEnds } from '../../../../shared/format/window.ts';
import type { PageFigure } from '../../../../shared/model/comparison/lesson-links.ts';
import type { ProfileSelection } from '../../../../shared/model/profile/selection.ts';
import type { FoldOptions } from '../../../../shared/profile/tree/folds.ts';
import { text } from '../../../../shared/words/words.ts';

/** What of a run is written. */
export interface ExportedPart {
  /** Only these profiles, of all requests; a format may hold one only. */
  readonly selection: ProfileSelection;
  /** Null: the whole run. */
  readonly window: TimeWindow | null;
  /** Of a flame graph: what is folded away. */
  readonly folding: FoldOptions;
  /** Of a page for class. */
  readonly page: PageChoice;
}

/** What of a study its page shows. */
export interface PageChoice {
  /** Null: what its lesson talks about. */
  readonly figures: readonly PageFigure[] | null;
  /** In place of the conclusion in the session; null: that one. */
  readonly conclusion: string | null;
}

export const USUAL_PAGE: PageChoice = { figures: null, conclusion: null };

/** The name of a session, and the part of it. */
export function nameOfPart(name: string, window: TimeWindow | null): string {
  return window === null ? name : text('take.part', { name, ...windowEnds(window) });
}

/** A text file that a session is written as. */
export interface Exported {
  readonly text: string;
  /** The format is no text: `text` is its bytes in base64. */
  readonly isBase64?: boolean;
  /** What the file is called; without, as the session is. */
  readonly name?: string;
}
