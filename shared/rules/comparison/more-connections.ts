/** Two variants that differ in their connections, where more of them are not served faster. */
import { mean } from '../../base/statistics/statistics.ts';
import { connectionsOf, inFlightOf } from '../../model/load-models.ts';
import { say } from '../../words/said.ts';
import { comparisonWarning, countedOf, finishedOf } from './compared.ts';

/** Smaller differences between two variants count as none elsewhere, too. */
const SAME_RATE = 0.05;

export const moreConnections = comparisonWarning(
  'more-connections',
  (compared) => {
    const loads = compared.setup.variants.map((variant) => variant.setup.load);
    if (loads.length !== 2 || loads.some((load) => inFlightOf(load, 1) === null)) return [];
    const counted = countedOf(finishedOf(compared));
    const ratesOf = (of: number): number[] =>
      counted.flatMap(({ variant, report }) => (variant === of ? (report.throughput?.mean ?? []) : []));
    const [few, many] = loads
      .map((load, variant) => ({ connections: connectionsOf(load), rates: ratesOf(variant) }))
      .sort((a, b) => a.connections - b.connections);
    if (few!.connections === many!.connections || few!.rates.length === 0 || many!.rates.length === 0) return [];
    const [served, servedMany] = [mean(few!.rates), mean(many!.rates)];
    if (servedMany > served * (1 + SAME_RATE)) return [];
    return [say('comparisonWarning.moreConnections', { few: few!.connections, many: many!.connections })];
  },
  { about: 'setups' },
);
