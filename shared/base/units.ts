/** A number's type is its unit. Convert once, where a value enters the program. */

/** Thousandths of a second; what people read. */
export type Milliseconds = number;
/** Millionths of a second; what is recorded (V8 profiles and request rows). Whole numbers unless said otherwise. */
export type Microseconds = number;
export type Seconds = number;
/** A rate: so many a second. */
export type PerSecond = number;
export type Bytes = number;
/** 0 to 100. CPU of a process may exceed 100: the base is one core. */
export type Percent = number;
/** 0 to 1. */
export type Ratio = number;
/** Index into a table of the same owner. */
export type Index = number;

/** A half-open interval [from, to) of the measured phase, in milliseconds since its start. */
export interface TimeWindow {
  readonly fromMs: Milliseconds;
  readonly toMs: Milliseconds;
}
