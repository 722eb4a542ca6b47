/** In a part of a run nothing was sent and not one response came, and requests waited. */
import type { RunReport } from '../../../model/report.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';
import { WITHOUT_REQUESTS } from './nothing.ts';

interface SilentPart {
  readonly kind: 'silent-part';
  readonly inFlight: number;
}

export const silentPart: Rule<RunReport, SilentPart> = {
  id: 'silent-part',
  severity: 'trust',
  line: 'headline',
  codes: ['silent-part'],
  silences: ['nothing', ...WITHOUT_REQUESTS],
  find: ({ requests, silences, window }) => {
    const inFlight = Math.max(0, ...(silences ?? []).map((silence) => silence.inFlight));
    return requests.sent === 0 && window !== null && inFlight > 0 ? [{ kind: 'silent-part', inFlight }] : [];
  },
  says: ({ inFlight }) => text('run.answer.silentPart', { count: inFlight }),
};
