/** What to measure next, as data: the set-up of a result with some settings changed. */
import type { Metric } from '../comparison/metrics.ts';

/** By the paths of settings (settings.ts). */
export type SettingChanges = Readonly<Record<string, string | number | boolean>>;

export type Experiment = RunExperiment | CompareExperiment;

interface RunExperiment {
  readonly kind: 'run';
  /** None: the same run again. */
  readonly changes: SettingChanges;
}

/** Of a run: the run as it was (A) and with `changes` (B). Of a comparison: the same comparison, with `changes` in all of its variants. */
export interface CompareExperiment {
  readonly kind: 'compare';
  readonly changes: SettingChanges;
  /** In A as well, so that it does not differ. */
  readonly common?: SettingChanges;
  /** Absent: as it was, or p50. */
  readonly question?: Metric;
  /** Absent: as it was, or as many as by default. */
  readonly pairs?: number;
}
