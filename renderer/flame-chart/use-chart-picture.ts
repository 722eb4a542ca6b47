/** The picture of what a flame chart shows. While a new one is on its way the last one is drawn at the new scale. */
import { useMemo } from 'react';
import type { Failure } from '../../shared/model/failure.ts';
import type { ProfileSelection } from '../../shared/model/profile/selection.ts';
import type { FrameKind } from '../../shared/model/report.ts';
import type { Fold } from '../../shared/profile/tree/folds.ts';
import { useEngineRequest } from '../state/engine-request.ts';
import type { ChartAxis } from './chart-axis.ts';
import { ChartPicture } from './chart-picture.ts';
import { useAskedSpan } from './use-asked-span.ts';

/** More threads than this make a picture too high to read; one can be chosen. */
const MOST_LANES = 16;

/** Which profiles a chart is of. */
export interface ChartOf {
  readonly sessionId: string;
  readonly selection: ProfileSelection;
  readonly hide: readonly FrameKind[];
  readonly folds?: readonly Fold[] | undefined;
  /** At most so many threads; the usual limit unless given. */
  readonly lanes?: number;
}

export interface ChartReply {
  /** Null: there is no reply yet. */
  readonly picture: ChartPicture | null;
  readonly failure: Failure | null;
}

export interface ChartAsking {
  readonly search: string;
  readonly version: string;
  /** Width of the plot in CSS px, 0 before it is laid out. */
  readonly plotPx: number;
  /** False: there is nothing to ask for, or nobody sees it. */
  readonly enabled?: boolean;
}

export function useChartPicture(of: ChartOf, axis: ChartAxis, { search, version, plotPx, enabled = true }: ChartAsking): ChartReply {
  const asked = useAskedSpan(axis, plotPx);
  const { sessionId, selection, hide, folds = [], lanes = MOST_LANES } = of;
  const params = { sessionId, selection, hide: [...hide], folds: [...folds], lanes, search, ...asked };
  const { data, failure } = useEngineRequest('profile.chart', params, { version, enabled });
  const picture = useMemo(() => (data === undefined ? null : new ChartPicture(data, data.meta.lanes.length > 1)), [data]);
  return { picture, failure };
}
