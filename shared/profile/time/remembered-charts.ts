/** A cache of flame charts: one a profile, for what was folded last. It is dropped with the profile. */

import type { Profile } from '../model/profile.ts';
import { type FoldOptions, keyOfFolds } from '../tree/folds.ts';
import { FlameChart } from './flame-chart.ts';

export class RememberedCharts {
  private readonly charts = new WeakMap<Profile, { readonly folded: string; readonly chart: FlameChart }>();

  chart(profile: Profile, folding: FoldOptions): FlameChart {
    const folded = keyOfFolds(folding);
    const known = this.charts.get(profile);
    if (known?.folded === folded) return known.chart;
    const chart = new FlameChart(profile, folding);
    this.charts.set(profile, { folded, chart });
    return chart;
  }
}
