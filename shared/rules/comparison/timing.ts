/** Requests that another tool has made: who, how it times them and what its throughput is a mean over, before any figure of them. */
import { isByTool, timedBy } from '../../analysis/verdicts/by-tool.ts';
import { variantLetter } from '../../model/comparison/comparison.ts';
import { hasAddedLatencies } from '../../model/load/load-outcomes.ts';
import { LOAD_TOOLS } from '../../model/load/load-result.ts';
import type { RunReport } from '../../model/report.ts';
import { type Enumeration, say } from '../../words/said.ts';
import { type Compared, comparisonWarning, finishedOf } from './compared.ts';

/** How the tools do that, which its reader says of a file of theirs. */
const HOW = {
  autocannon: 'foreign.ofAutocannon',
  artillery: 'foreign.ofArtillery',
  k6: 'foreign.ofK6',
  ab: 'foreign.ofAb',
  wrk: 'foreign.ofWrk',
  wrk2: 'foreign.ofWrk2',
} as const;

const RATE = {
  autocannon: 'comparisonWarning.rateOfAutocannon',
  artillery: 'comparisonWarning.rateOfArtillery',
  k6: 'comparisonWarning.rateOfK6',
  ab: 'comparisonWarning.rateOfAb',
  wrk: 'comparisonWarning.rateOfWrk',
  wrk2: 'comparisonWarning.rateOfWrk2',
} as const;

export const timing = comparisonWarning('timing', (compared) => {
  const { used, ours, ways, lettersOf } = waysOf(compared);
  const added = lettersOf(hasAdded);
  const told = [
    ...(ways > 1 && ours.list.length > 0 ? [{ variants: ours, says: say('comparisonWarning.timedByUs', { variants: ours }) }] : []),
    ...used.map((tool) => {
      const variants = lettersOf((report) => timedBy(report) === tool);
      return { variants, says: say('comparisonWarning.timedBy', { variants, tool, how: say(HOW[tool]), rate: say(RATE[tool]) }) };
    }),
    // Behind the sentence about autocannon, which is the same with a rate and without one.
    ...(added.list.length > 0 ? [{ variants: added, says: say('comparisonWarning.addedByAutocannon', { variants: added }) }] : []),
  ];
  const firstOf = ({ variants }: (typeof told)[number]): string => String(variants.list[0]);
  return told.sort((one, other) => firstOf(one).localeCompare(firstOf(other))).map(({ says }) => says);
});

/** Times and rates of different tools are not of the same thing. */
export const conventions = comparisonWarning('conventions', (compared) =>
  waysOf(compared).ways > 1 ? [say('comparisonWarning.conventions')] : [],
);

/** A command whose output we cannot read has told nothing. */
export const notTold = comparisonWarning('not-told', (compared) => {
  const unread = waysOf(compared).lettersOf((report) => report.byCommand === null);
  return unread.list.length > 0 ? [say('comparisonWarning.notTold', { variants: unread })] : [];
});

function hasAdded({ byCommand }: RunReport): boolean {
  return byCommand != null && hasAddedLatencies(byCommand, byCommand.times.latency?.count ?? null) === true;
}

function waysOf(compared: Compared) {
  const measured = finishedOf(compared).filter(({ kind }) => kind === 'measured');
  const lettersOf = (is: (report: RunReport) => boolean): Enumeration => ({
    list: compared.setup.variants.flatMap((_, variant) =>
      measured.some((pass) => pass.variant === variant && is(pass.report)) ? [variantLetter(variant)] : [],
    ),
    by: 'and',
  });
  const used = LOAD_TOOLS.filter((tool) => measured.some(({ report }) => timedBy(report) === tool));
  const ours = lettersOf((report) => !isByTool(report));
  return { used, ours, ways: used.length + (ours.list.length > 0 ? 1 : 0), lettersOf };
}
