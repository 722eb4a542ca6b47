/**
 * What disturbed a run from outside, and from which threshold it is reported. Time during which nothing ran excludes a run from a comparison, with
 * its whole round. What others used of the CPU never does: it is there in every run, and leaving out runs because they look bad would bias the comparison.
 */
import type { Percent } from '../base/units.ts';
import type { MachineFigures, RunReport } from '../model/report.ts';
import { CLOCK_GAP_LIMIT_US } from '../model/run.ts';
import { type Figure, type Said, say } from '../words/said.ts';

/**
 * Of all cores together. A run needs one core for the script and one for the load process; other programs that move over all cores take
 * their share from each of them. Within 5 % two variants are called equivalent: a load of that size can cause a difference or hide one.
 */
export const SAID_FOREIGN_PERCENT: Percent = 5;
/** Of all cores together. Stolen time was requested by a process on this machine, so unlike the CPU time of other programs all of it is missing. */
export const SAID_STEAL_PERCENT: Percent = 1;

type Disturbed = Pick<RunReport, 'machine'>;

/** Whether nothing ran for a part of the run, or its clock was set. */
export function hasClockGap({ machine }: Disturbed): boolean {
  return machine != null && machine.clockGapMs * 1e3 > CLOCK_GAP_LIMIT_US;
}

/** "for 3.2 s the machine ...": a part of a sentence, with the figure, and with when it was where that is known. */
export function describeClockGap({ machine }: Disturbed): Said {
  const time: Figure = { figure: machine?.clockGapMs ?? null, as: 'elapsed' };
  const end = machine?.clockGapEndMs;
  return end === undefined
    ? say('runWarning.clockGap', { time })
    : say('runWarning.clockGapNoticed', { time, end: { figure: end, as: 'elapsed' } });
}

/** Mean CPU of other programs, of one core; null: too little to speak of, or not known. */
export function saidForeign(machine: MachineFigures | null | undefined): Percent | null {
  return over(machine?.foreignPercent?.mean, SAID_FOREIGN_PERCENT, machine?.cores);
}

/** Mean CPU that the host of a virtual machine gave to others, of one core; null: too little to speak of, or not known. */
export function saidSteal(machine: MachineFigures | null | undefined): Percent | null {
  return over(machine?.stealPercent?.mean, SAID_STEAL_PERCENT, machine?.cores);
}

function over(mean: Percent | undefined, limitOfAll: Percent, cores = 1): Percent | null {
  return mean !== undefined && mean / cores >= limitOfAll ? mean : null;
}
