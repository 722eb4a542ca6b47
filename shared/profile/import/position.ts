/** Lines and columns of untrusted files. */

/** From here on it is a number below zero that was written, or read, without its sign: 2^31 - 1, 2^32 - 1. */
const FIRST_STRANGE = 0x7fff_ffff;

/** A whole number, whatever it counts from; `none` stands for what is below it, and for what is too large for a line. */
export function positionOr(none: number, value: number): number {
  return value > none && value < FIRST_STRANGE ? value : none;
}
