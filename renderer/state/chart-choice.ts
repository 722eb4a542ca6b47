/** Which charts of a run are shown, where the user has decided. */
import { create } from 'zustand';
import type { ChartChoice } from '../../shared/model/run-chart.ts';
import { readSettings, storeSettings } from './settings.ts';

export const useChartChoice = create<ChartChoice>(() => ({}));

/** Applied at once, stored by the engine. */
export function chooseCharts(choice: ChartChoice): void {
  useChartChoice.setState(choice, true);
  void storeSettings({ charts: choice });
}

export function setupChartChoice(): void {
  readSettings(({ charts = {} }) => useChartChoice.setState(charts, true));
}
