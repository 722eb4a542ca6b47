/** Other programs used much of the machine (the threshold and its argument: disturbance.ts). */
import type { RunReport } from '../../../model/report.ts';
import { saidForeign } from '../../../session/disturbance.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

export const otherPrograms = warning<RunReport>('other-programs', ({ machine }) => {
  const foreign = saidForeign(machine);
  if (foreign === null || machine == null) return [];
  const { cores, foreignPercent } = machine;
  const told = {
    mean: { figure: foreign, as: 'whole percent' },
    max: { figure: foreignPercent?.max ?? null, as: 'whole percent' },
  } as const;
  return [cores > 1 ? say('runWarning.foreignOfCores', { ...told, cores }) : say('runWarning.foreign', told)];
});
