/** Unknown services for a terminal: what they are, the guesses and the findings beside each other, what each finding stands on. */
import type { RecordedService, RecordedServices } from '../../../shared/model/services.ts';
import { knownService, sayScore, sayTruth, servicesTable } from '../../../shared/report/services.ts';
import { text } from '../../../shared/words/words.ts';
import { formatFailure } from './print-failure.ts';
import { formatProbe } from './print-probe.ts';
import { reportTable } from './text-table.ts';

export function formatServices({ plan, services }: RecordedServices): string {
  const known = services.map(knownService);
  return [
    [...known.map(({ name, truth }) => sayTruth(name, truth)), sayScore(known)].join('\n'),
    reportTable(servicesTable(known)),
    ...services.map(formatFound),
    ...(plan.seed === null ? [] : [text('services.terminal.seed', { seed: String(plan.seed) })]),
  ].join('\n\n');
}

function formatFound({ name, report, failure }: RecordedService): string {
  if (report !== null) return `${text('services.terminal.found', { name })}\n\n${formatProbe(report)}`;
  if (failure === null) return text('services.terminal.notProbed', { name });
  return text('services.terminal.failed', { name, failure: formatFailure(failure) });
}
