/** What the flame graph, the flame chart and the function table share, kept when switching between them. */
import { useMemo, useState } from 'react';
import type { FrameKind, HotFunction } from '../../../shared/model/report.ts';
import type { TimeWindow } from '../../../shared/model/units.ts';
import type { ProfileQuery } from '../../../shared/protocol/contract.ts';
import { useZoomSteps, type ZoomSteps } from '../../flame/zoom-steps.ts';
import { type ChartAxis, createChartAxis } from '../../flame-chart/chart-axis.ts';

export interface ProfileChoice {
  readonly hide: readonly FrameKind[];
  readonly base: ProfileQuery['base'];
  readonly pid: number | null;
  readonly thread: number | null;
}

export type WantedFrame = Pick<HotFunction, 'function' | 'url' | 'line'>;

export interface ProfileView {
  readonly choice: ProfileChoice;
  readonly choose: (change: Partial<ProfileChoice>) => void;
  readonly query: ProfileQuery;
  /** What is searched for in the frames. */
  readonly search: string;
  readonly setSearch: (search: string) => void;
  /** What fills the flame graph. */
  readonly steps: ZoomSteps;
  /** A function that the flame graph is to zoom into as soon as it is drawn; null: it has. */
  readonly wanted: WantedFrame | null;
  readonly want: (frame: WantedFrame | null) => void;
  /** What the flame chart shows. */
  readonly axis: ChartAxis;
  /** The request is repeated when this changes. */
  readonly version: string;
}

const FIRST: ProfileChoice = { hide: [], base: 'active', pid: null, thread: null };

export function useProfileView(sessionId: string, window: TimeWindow | null, version: string): ProfileView {
  const [choice, setChoice] = useState(FIRST);
  const [search, setSearch] = useState('');
  const steps = useZoomSteps();
  const [wanted, want] = useState<WantedFrame | null>(null);
  const axis = useMemo(createChartAxis, []);
  const query = useMemo<ProfileQuery>(
    () => ({ sessionId, window, hide: [...choice.hide], kind: 'cpu', pid: choice.pid, thread: choice.thread, base: choice.base }),
    [sessionId, window, choice],
  );
  return useMemo(
    () => ({
      choice,
      choose: (change) => setChoice((known) => ({ ...known, ...change })),
      query,
      search,
      setSearch,
      steps,
      wanted,
      want,
      axis,
      version,
    }),
    [choice, query, search, steps, wanted, axis, version],
  );
}
