/** Student's t distribution, which simple-statistics has not. */
import { gammaln } from './statistics.ts';

/** Chance that |T| is at least |t|, `degrees` of freedom (whole or not). */
export function computeTwoSidedP(t: number, degrees: number): number {
  return regularizedBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
}

/** The t that |T| stays below with chance 1 - level: 12.706 for level 0.05 and one degree of freedom. */
export function computeCriticalT(level: number, degrees: number): number {
  let [low, high] = [0, 1];
  while (computeTwoSidedP(high, degrees) > level) high *= 2;
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (low + high) / 2;
    if (computeTwoSidedP(middle, degrees) > level) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Halvings until neighbouring numbers meet. */
const BISECTIONS = 60;

/** The incomplete beta function I_x(a, b), by its continued fraction on the side of x where that converges fast. */
function regularizedBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - regularizedBeta(1 - x, b, a);
  const front = Math.exp(gammaln(a + b) - gammaln(a) - gammaln(b) + a * Math.log(x) + b * Math.log(1 - x)) / a;
  return front / continuedFraction(x, a, b);
}

/** 1 + c1 / (1 + c2 / (1 + ...)), evaluated front to back (Lentz). */
function continuedFraction(x: number, a: number, b: number): number {
  let [c, d, f] = [1, 0, 1];
  for (let i = 1; i <= MOST_TERMS; i++) {
    d = 1 / nonZero(1 + coefficient(i, x, a, b) * d);
    c = nonZero(1 + coefficient(i, x, a, b) / c);
    f *= c * d;
    if (Math.abs(c * d - 1) < PRECISION) break;
  }
  return f;
}

const MOST_TERMS = 500;
const PRECISION = 1e-14;
const TINY = 1e-300;

/** Keeps a zero from being divided by. */
function nonZero(x: number): number {
  return Math.abs(x) < TINY ? TINY : x;
}

function coefficient(i: number, x: number, a: number, b: number): number {
  const m = Math.floor(i / 2);
  return i % 2 === 0 ? (m * (b - m) * x) / ((a + i - 1) * (a + i)) : (-(a + m) * (a + b + m) * x) / ((a + i - 1) * (a + i));
}
