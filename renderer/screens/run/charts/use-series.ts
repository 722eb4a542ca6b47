/** Series that grow during a run: only new data is requested and appended. */
import { useEffect, useRef, useState } from 'react';
import type { Failure, Outcome } from '../../../../shared/model/failure.ts';
import type { LoadSeriesColumns, MachineSeriesColumns, ServerSeriesColumns } from '../../../../shared/model/series.ts';
import { request } from '../../../bridge.ts';
import { firstOpenBucket, joinLoadSeries, joinMachineSeries, joinServerSeries } from '../../../charts/series-join.ts';
import { useConnection } from '../../../state/connection.ts';
import { useVisible } from '../../../state/engine-request.ts';

export interface Series<T> {
  /** The data so far; null: none yet. */
  readonly data: T | null;
  /** Failure of the last request; earlier data is kept. */
  readonly failure: Failure | null;
}

const NOTHING: Series<never> = { data: null, failure: null };

interface Growing<T> {
  readonly ask: (sessionId: string, known: T | null) => Promise<Outcome<T>>;
  readonly join: (known: T | null, tail: T) => T;
}

/** One request at a time; versions that arrive meanwhile cause one further request. Nothing is requested while the page is hidden. */
function useGrowing<T>(sessionId: string, version: string, { ask, join }: Growing<T>): Series<T> {
  const { generation } = useConnection();
  const visible = useVisible();
  const [known, setKnown] = useState<(Series<T> & { readonly sessionId: string }) | null>(null);
  const latest = useRef(known);
  const asking = useRef(false);
  const [replies, setReplies] = useState(0);
  const wanted = `${sessionId}|${version}|${generation}`;
  const asked = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reply (`replies`) triggers the next request
  useEffect(() => {
    if (!visible || generation === 0 || asking.current || asked.current === wanted) return;
    asking.current = true;
    asked.current = wanted;
    const before = latest.current?.sessionId === sessionId ? latest.current.data : null;
    void ask(sessionId, before).then((outcome) => {
      asking.current = false;
      latest.current = outcome.ok
        ? { sessionId, data: join(before, outcome.value), failure: null }
        : { sessionId, data: before, failure: outcome.failure };
      setKnown(latest.current);
      setReplies((count) => count + 1);
    });
  }, [wanted, visible, replies]);
  return known?.sessionId === sessionId ? known : NOTHING;
}

const LOAD: Growing<LoadSeriesColumns> = {
  ask: (sessionId, known) => request('session.load-series', { sessionId, fromBucket: firstOpenBucket(known) }),
  join: joinLoadSeries,
};

const SERVER: Growing<ServerSeriesColumns> = {
  ask: (sessionId, known) => request('session.server-series', { sessionId, fromRow: known?.atMs.length ?? 0 }),
  join: joinServerSeries,
};

const MACHINE: Growing<MachineSeriesColumns> = {
  ask: (sessionId, known) => request('session.machine-series', { sessionId, fromRow: known?.atMs.length ?? 0 }),
  join: joinMachineSeries,
};

export function useLoadSeries(sessionId: string, version: string): Series<LoadSeriesColumns> {
  return useGrowing(sessionId, version, LOAD);
}

export function useServerSeries(sessionId: string, version: string): Series<ServerSeriesColumns> {
  return useGrowing(sessionId, version, SERVER);
}

export function useMachineSeries(sessionId: string, version: string): Series<MachineSeriesColumns> {
  return useGrowing(sessionId, version, MACHINE);
}
