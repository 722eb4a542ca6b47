/** A cache of flame charts: one a profile, for the kinds that were folded last. It is dropped with the profile. */
import type { FrameKind } from '../model/report.ts';
import { FlameChart } from './flame-chart.ts';
import type { Profile } from './profile.ts';

export class RememberedCharts {
  private readonly charts = new WeakMap<Profile, { readonly hidden: string; readonly chart: FlameChart }>();

  chart(profile: Profile, hide: readonly FrameKind[]): FlameChart {
    const hidden = [...hide].sort().join();
    const known = this.charts.get(profile);
    if (known?.hidden === hidden) return known.chart;
    const chart = new FlameChart(profile, hide);
    this.charts.set(profile, { hidden, chart });
    return chart;
  }
}
