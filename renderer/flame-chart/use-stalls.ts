import { useCallback, useMemo } from 'react';
import { computeStalls, type Stall } from '../../shared/charts/stalls.ts';
import type { ChartLane } from '../../shared/model/profile/profile-views.ts';
import type { ServerSeriesColumns } from '../../shared/model/series.ts';

/** When the event loop of a lane was blocked; null: not known. Only the main thread of a process reports it. */
export function useStalls(server: ServerSeriesColumns | null): (lane: ChartLane) => readonly Stall[] | null {
  const stalls = useMemo(() => new Map(server?.meta.processes.map(({ pid }) => [pid, computeStalls(server, pid)])), [server]);
  return useCallback(({ pid, thread }) => (thread === 0 ? (stalls.get(pid) ?? null) : null), [stalls]);
}
