/** For a part of the run nothing ran, or the clock was set (the threshold: CLOCK_GAP_LIMIT_US). */
import type { RunReport } from '../../../model/report.ts';
import { describeClockGap, hasClockGap } from '../../../session/disturbance.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

const AGAIN = { kind: 'run', changes: {} } as const;

export const interrupted = warning<RunReport>('interrupted', (run) =>
  hasClockGap(run) ? [{ says: say('runWarning.interrupted', { gap: describeClockGap(run) }), experiment: AGAIN }] : [],
);
