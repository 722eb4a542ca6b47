/** What was found in a run that its reader has to know, with the figures that show it: the list `findings` of the JSON document. */
import type { Finding, RunReport } from '../model/report.ts';
import { sayRestarts } from './restarts.ts';
import { findStopped, saySilence, sayUnanswered } from './silence.ts';

/** The most serious first. */
export function computeFindings(run: RunReport): Finding[] {
  const { requests, load } = run;
  const stopped = findStopped(run);
  const unanswered = sayUnanswered(run);
  const restarts = sayRestarts(run);
  return [
    ...(restarts === null
      ? []
      : [
          {
            ...{ id: 'restarted', severity: 'trust' as const, says: restarts },
            evidence: [
              { name: 'ended', value: run.restarts?.ended ?? 0, unit: '' },
              { name: 'failed', value: run.restarts?.failed ?? 0, unit: '' },
            ],
          },
        ]),
    ...(stopped === null
      ? []
      : [
          {
            ...{ id: 'stopped-answering', severity: 'trust' as const, says: saySilence(stopped, load) },
            evidence: [
              { name: 'silentMs', value: stopped.ms, unit: 'ms' },
              { name: 'inFlight', value: stopped.inFlight, unit: '' },
            ],
          },
        ]),
    ...(unanswered === null
      ? []
      : [
          {
            ...{ id: 'unanswered', severity: 'trust' as const, says: unanswered },
            evidence: [
              { name: 'unanswered', value: requests.unanswered ?? 0, unit: '' },
              { name: 'oldestMs', value: requests.oldestMs ?? 0, unit: 'ms' },
            ],
          },
        ]),
  ];
}
