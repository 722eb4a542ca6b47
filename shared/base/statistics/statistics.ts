/** The door to simple-statistics: the only file that imports it. What it lacks stands beside this file, tested against published figures. */
export {
  gammaln,
  linearRegression,
  mean,
  median,
  quickselect,
  sampleStandardDeviation,
} from 'simple-statistics';
