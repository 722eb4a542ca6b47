/** Sessions recorded at different times and places differ in more than the intended change: a sentence for each thing that differs. */
import type { Environment } from '../../model/report.ts';
import { type Said, say } from '../../words/said.ts';
import { asText, comparisonWarning, differing, finishedOf } from './compared.ts';

export const differentPlaces = comparisonWarning(
  'different-places',
  (compared) => {
    if (compared.header.made !== 'sessions') return [];
    const finished = finishedOf(compared);
    const setups = compared.setup.variants.map((variant) => variant.setup);
    const machines = finished.map(({ environment }) => environment && machineOf(environment));
    return [
      ...differing('comparisonWarning.machines', machines.map(asText), machines),
      ...differing(
        'comparisonWarning.nodes',
        finished.map(({ report }) => report.target.node),
      ),
      ...differing(
        'comparisonWarning.captures',
        setups.map(({ capture }) => capture.kind),
      ),
      ...differing(
        'comparisonWarning.versions',
        finished.map(({ environment }) => environment?.loopscope ?? null),
      ),
    ];
  },
  { about: 'setups' },
);

function machineOf({ cpu, cores, os, arch }: Environment): Said {
  return say('comparisonWarning.machine', { cpu, cores, os, arch });
}
