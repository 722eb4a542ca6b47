/** Axis limits that stay put: steps of 1-2-5, growing only, so that a live chart does not rescale with every second. */

/** The smallest of 1, 2 or 5 times a power of ten that is not below `value`; 1 when there is nothing to show. */
export function niceCeiling(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(value));
  // 1e-9 relative: 0.1 + 0.2 must not push a full axis to the next step.
  const step = [1, 2, 5, 10].find((candidate) => candidate * magnitude >= value * (1 - 1e-9)) ?? 10;
  return step * magnitude;
}

/** A limit that never shrinks while `live`; once the run is over it fits what is there. */
export function steppedLimit(previous: number, value: number, live: boolean): number {
  const limit = niceCeiling(value);
  return live ? Math.max(previous, limit) : limit;
}

export interface LogLimits {
  readonly min: number;
  readonly max: number;
}

/** Whole decades around the data: the only limits at which a log axis has round numbers at both ends. */
export function logLimits(min: number, max: number): LogLimits {
  if (!(max > 0)) return { min: 0.1, max: 10 };
  const low = 10 ** Math.floor(Math.log10(min > 0 ? min : max));
  const high = 10 ** Math.ceil(Math.log10(max) - 1e-9);
  return { min: low, max: high > low ? high : low * 10 };
}

/** Gridlines of a linear axis that ends at a nice ceiling: few, round, the end included. */
export function linearTicks(max: number, room: 'ends' | 'middle' | 'many'): number[] {
  const lead = Number((max / 10 ** Math.floor(Math.log10(max) + 1e-9)).toFixed(3));
  const parts = { ends: 1, middle: lead === 5 ? 1 : 2, many: lead === 5 ? 5 : 4 }[room];
  return Array.from({ length: parts + 1 }, (_, index) => (max * index) / parts);
}

export function logTicks({ min, max }: LogLimits): number[] {
  const decades = Math.round(Math.log10(max / min));
  return Array.from({ length: decades + 1 }, (_, index) => min * 10 ** index);
}

/** Where the time axis ends, seconds: the plan when it is a duration, else steps of 1-2-5; exact once the run is over. */
export function timeLimit(options: { plannedS: number | null; measuredS: number; live: boolean; previous: number }): number {
  const { plannedS, measuredS, live, previous } = options;
  if (!live) return Math.max(measuredS, 0.001);
  return plannedS !== null && plannedS >= measuredS ? plannedS : Math.max(previous, niceCeiling(Math.max(measuredS, 5)));
}
