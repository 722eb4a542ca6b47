/** Positions on an axis are the same in a report: they are computed in `shared/`. */
export * from '../../shared/charts/scales.ts';
