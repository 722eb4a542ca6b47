/** Numbers that captures have found out beside their profiles. */
import * as z from '../../base/schema.ts';
import type { CapturedFigure } from '../../model/setup/captures.ts';
import { CAPS, pid, threadId } from '../limits.ts';
import { FIELDS_ONLY, NO_TEXTS, type SessionPart } from './part.ts';

const identifier = z.string().regex(/^[a-zA-Z][\w-]{0,60}$/);

const FIELDS = {
  captured: z
    .array(
      z.strictObject({
        capture: identifier,
        name: identifier,
        pid,
        thread: threadId,
        value: z.number(),
        unit: z.string().regex(/^[\w/%]{0,20}$/),
      }),
    )
    .max(CAPS.parts),
};

interface CapturedEntry {
  readonly type: 'captured';
  readonly figure: CapturedFigure;
}

export const CAPTURED: SessionPart<'capturedFigures', CapturedEntry, CapturedFigure[], typeof FIELDS, null> = {
  ...FIELDS_ONLY,
  ...NO_TEXTS,
  name: 'capturedFigures',
  entries: ['captured'],
  redraws: null,
  empty: () => [],
  add(figures, { figure }) {
    figures.push(figure);
    return figures;
  },
  fields: FIELDS,
  describe: (figures) => ({ captured: [...figures] }),
  read: (_, { captured }) => captured.map((figure) => ({ type: 'captured', figure })),

  // Its names are those of captures, which are ours.
  redact: (entry) => entry,
  leaveOut: (fields) => fields,
};
