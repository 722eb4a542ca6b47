/** What a profile weighs, in the unit that the profile names. */
import type { WeightUnit } from '../model/profile/weight-unit.ts';
import { text } from '../words/words.ts';
import { formatBytes, formatMs, formatNumber } from './figures.ts';

interface Shown {
  /** For a column whose head names this unit. */
  readonly unit: string;
  readonly perShown: number;
  readonly format: (weight: number) => string;
  /** For what a request has of it: a unit in which that is no fraction, and digits after its point. */
  readonly small: { readonly unit: string; readonly digits: number };
}

const SHOWN: Readonly<Record<WeightUnit, Shown>> = {
  microseconds: { unit: 'ms', perShown: 1_000, format: (us) => formatMs(us / 1_000), small: { unit: 'µs', digits: 1 } },
  bytes: { unit: 'kB', perShown: 1_000, format: formatBytes, small: { unit: 'bytes', digits: 0 } },
  samples: {
    unit: text('run.unit.samples'),
    perShown: 1,
    format: (count) => text('run.weight.samples', { count: Math.round(count) }),
    small: { unit: text('run.unit.samples'), digits: 3 },
  },
  weight: {
    unit: text('run.unit.weight'),
    perShown: 1,
    format: (count) => text('run.weight.weight', { count: formatNumber(count, 0) }),
    small: { unit: text('run.unit.weight'), digits: 3 },
  },
  ticks: {
    unit: text('run.unit.ticks'),
    perShown: 1,
    format: (count) => text('run.weight.ticks', { count: Math.round(count) }),
    small: { unit: text('run.unit.ticks'), digits: 3 },
  },
};

/** With its unit: "12.3 ms", "1.2 MB". */
export function formatWeight(weight: number, unit: WeightUnit): string {
  return SHOWN[unit].format(weight);
}

/** For a column whose head names `weightUnit`. */
export function formatWeightNumber(weight: number, unit: WeightUnit): string {
  return formatNumber(weight / SHOWN[unit].perShown, 1);
}

export function weightUnit(unit: WeightUnit): string {
  return SHOWN[unit].unit;
}

/** Of a weight per request, which is small: the unit for the head of a column, whose numbers are in the unit of the profile, and their digits. */
export function smallUnit(unit: WeightUnit): { readonly unit: string; readonly digits: number } {
  return SHOWN[unit].small;
}
