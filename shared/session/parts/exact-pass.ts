/** How different the pass without inlining was; its profiles are slices of the kind `exact`. */
import { type ExactPass, exactPassSchema } from '../../model/profile/exact-pass.ts';
import { FIELDS_ONLY, figuresOnly, type SessionPart } from './part.ts';

/** Absent: there was none. */
const FIELDS = { exactPass: exactPassSchema.optional() };

interface ExactEntry {
  readonly type: 'exact';
  readonly pass: ExactPass;
}

export const EXACT_PASS: SessionPart<'exactPass', ExactEntry, ExactPass | null, typeof FIELDS, null> = {
  ...figuresOnly<ExactEntry>(),
  ...FIELDS_ONLY,
  name: 'exactPass',
  entries: ['exact'],
  redraws: 'profiles',
  empty: () => null,
  add: (_, { pass }) => pass,
  fields: FIELDS,
  describe: (exactPass) => (exactPass === null ? {} : { exactPass }),
  read: (_, { exactPass }) => (exactPass === undefined ? [] : [{ type: 'exact', pass: exactPass }]),
};
