/**
 * The Universal Scalability Law (N. Gunther, "Guerrilla Capacity Planning", 2007): throughput by concurrency,
 *
 *   X(N) = gamma N / (1 + alpha (N - 1) + beta N (N - 1))
 *
 * gamma: what one does alone; alpha: contention; beta: coherence. Fitted by non-linear least squares (Levenberg-Marquardt) with alpha and beta in 0..1:
 * the usual quadratic of N / X weighs the small levels too much, and puts the peak of published data elsewhere.
 */
import { computeCriticalT } from '../base/statistics/student-t.ts';
import type { Fitted, Scaling } from '../model/probe.ts';

export interface LevelPoint {
  readonly connections: number;
  readonly throughput: number;
}

/** Three parameters, and as many points again for a spread. */
const FEWEST_LEVELS = 6;
const LEVEL_OF_INTERVALS = 0.05;
const ROUNDS = 500;
/** Of the highest throughput. */
const FALLEN = 0.95;

type Triple = [gamma: number, alpha: number, beta: number];

/** Null: fewer than six levels, or no throughput. */
export function fitScaling(points: readonly LevelPoint[]): Scaling | null {
  const used = points.filter(({ throughput }) => throughput > 0);
  if (new Set(used.map(({ connections }) => connections)).size < FEWEST_LEVELS) return null;
  const best = fitLaw(used);
  const errors = standardErrors(used, best);
  if (errors === null) return null;
  const t = computeCriticalT(LEVEL_OF_INTERVALS, used.length - 3);
  const [gamma, alpha, beta] = best.map(
    (value, at): Fitted => ({ value, low: value - t * errors[at]!, high: value + t * errors[at]! }),
  ) as [Fitted, Fitted, Fitted];
  // Where beta is not told from 0, or no level beyond the peak was seen to be slower, throughput need not fall again: a fixed number of workers makes a flat top.
  const [most, last] = [Math.max(...used.map(({ throughput }) => throughput)), lastOf(used).throughput];
  const peak = beta.low > 0 && alpha.value < 1 && last < FALLEN * most ? Math.sqrt((1 - alpha.value) / beta.value) : null;
  return { alpha, beta, gamma, peak };
}

/** Throughput by connections, as the law has it. */
export function scalingCurve({ gamma, alpha, beta }: Scaling): (connections: number) => number {
  return (connections) => throughputAt(connections, [gamma.value, alpha.value, beta.value]);
}

function lastOf(points: readonly LevelPoint[]): LevelPoint {
  return points.reduce((last, point) => (point.connections > last.connections ? point : last));
}

function throughputAt(n: number, [gamma, alpha, beta]: Triple): number {
  return (gamma * n) / (1 + alpha * (n - 1) + beta * n * (n - 1));
}

function slopesAt(n: number, [gamma, alpha, beta]: Triple): Triple {
  const below = 1 + alpha * (n - 1) + beta * n * (n - 1);
  const byBelow = -(gamma * n) / below ** 2;
  return [n / below, byBelow * (n - 1), byBelow * n * (n - 1)];
}

function fitLaw(points: readonly LevelPoint[]): Triple {
  const [first] = [...points].sort((a, b) => a.connections - b.connections);
  let best: Triple = [first!.throughput / first!.connections, 0.01, 1e-4];
  let error = squares(points, best);
  let damping = 1e-3;
  for (let round = 0; round < ROUNDS && damping < 1e12; round++) {
    const { matrix, right } = normalEquations(points, best);
    const step = solve(
      matrix.map((row, at) => row.map((value, column) => (at === column ? value * (1 + damping) : value))),
      right,
    );
    const next = step === null ? best : bounded(best.map((value, at) => value + step[at]!) as Triple);
    const after = squares(points, next);
    if (after < error) {
      const isDone = error - after < 1e-14 * error;
      [best, error, damping] = [next, after, damping / 10];
      if (isDone) break;
    } else {
      damping *= 10;
    }
  }
  return best;
}

function bounded([gamma, alpha, beta]: Triple): Triple {
  const share = (value: number): number => Math.min(1, Math.max(0, value));
  return [Math.max(Number.MIN_VALUE, gamma), share(alpha), share(beta)];
}

function squares(points: readonly LevelPoint[], at: Triple): number {
  return points.reduce((sum, { connections, throughput }) => sum + (throughput - throughputAt(connections, at)) ** 2, 0);
}

function normalEquations(points: readonly LevelPoint[], at: Triple): { readonly matrix: number[][]; readonly right: number[] } {
  const matrix = [0, 0, 0].map(() => [0, 0, 0]);
  const right = [0, 0, 0];
  for (const { connections, throughput } of points) {
    const slopes = slopesAt(connections, at);
    const off = throughput - throughputAt(connections, at);
    for (const [row, one] of slopes.entries()) {
      right[row]! += one * off;
      for (const [column, other] of slopes.entries()) matrix[row]![column]! += one * other;
    }
  }
  return { matrix, right };
}

/** Null: the points do not determine the curve. */
function standardErrors(points: readonly LevelPoint[], at: Triple): Triple | null {
  const { matrix } = normalEquations(points, at);
  const variance = squares(points, at) / (points.length - 3);
  const errors = [0, 1, 2].map((column) => {
    const inverse = solve(
      matrix,
      [0, 1, 2].map((row) => (row === column ? 1 : 0)),
    );
    return inverse === null ? Number.NaN : Math.sqrt(variance * inverse[column]!);
  });
  return errors.every(Number.isFinite) ? (errors as Triple) : null;
}

/** Three equations by elimination, each row scaled: the parameters are of very different sizes. Null: they depend on each other. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] | null {
  const scales = matrix.map((row, at) => Math.sqrt(Math.abs(row[at]!)) || 1);
  const rows = matrix.map((row, at) => [...row.map((value, column) => value / (scales[at]! * scales[column]!)), right[at]! / scales[at]!]);
  for (let at = 0; at < 3; at++) {
    const pivot = rows.slice(at).reduce((found, row, below) => (Math.abs(row[at]!) > Math.abs(rows[found]![at]!) ? at + below : found), at);
    [rows[at], rows[pivot]] = [rows[pivot]!, rows[at]!];
    if (Math.abs(rows[at]![at]!) < 1e-13) return null;
    for (let row = 0; row < 3; row++) {
      if (row === at) continue;
      const times = rows[row]![at]! / rows[at]![at]!;
      for (let column = at; column < 4; column++) rows[row]![column]! -= times * rows[at]![column]!;
    }
  }
  return rows.map((row, at) => row[3]! / row[at]! / scales[at]!);
}
