/** The host of the virtual machine gave its cores to others (the threshold and its argument: disturbance.ts). */
import type { RunReport } from '../../../model/report.ts';
import { saidSteal } from '../../../session/disturbance.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

export const stolenTime = warning<RunReport>('stolen-time', ({ machine }) => {
  const steal = saidSteal(machine);
  if (steal === null || machine == null) return [];
  const stolen = { mean: { figure: steal, as: 'whole percent' } } as const;
  return [machine.cores > 1 ? say('runWarning.stealOfCores', { ...stolen, cores: machine.cores }) : say('runWarning.steal', stolen)];
});
