/** Requests were followed in the runs of some variants only, as it took too much in the others: that is part of the CPU time that is compared. */
import { formatSignificant } from '../../format/figures.ts';
import { say } from '../../words/said.ts';
import { comparisonWarning, lettersOf, oursOf } from './compared.ts';

export const followedOne = comparisonWarning('followed-one', (compared) => {
  const costs = oursOf(compared).flatMap(({ variant, report }) => (report.routes?.cost ? [{ variant, ...report.routes.cost }] : []));
  const [followed, givenUp] = [costs.filter((one) => one.givenUpAtMs === null), costs.filter((one) => one.givenUpAtMs !== null)];
  if (followed.length === 0 || givenUp.length === 0) return [];
  const lettersIn = (of: typeof costs) => lettersOf([...new Set(of.map(({ variant }) => variant))]);
  const most = Math.max(...followed.map(({ cpuPercent }) => cpuPercent));
  return [
    say('comparisonWarning.followedOne', { followed: lettersIn(followed), others: lettersIn(givenUp), percent: formatSignificant(most) }),
  ];
});
