/** Series that grow while a run goes on: what is new is asked for and put behind what is known. */
import { useEffect, useRef, useState } from 'react';
import type { Outcome } from '../../../shared/model/failure.ts';
import type { LoadSeriesColumns, ServerSeriesColumns } from '../../../shared/protocol/contract.ts';
import { request } from '../../bridge.ts';
import { joinLoadSeries, joinServerSeries } from '../../charts/series-join.ts';
import { useConnection } from '../../state/connection.ts';
import { useVisible } from '../../state/engine-request.ts';

interface Growing<T> {
  readonly ask: (sessionId: string, known: T | null) => Promise<Outcome<T>>;
  readonly join: (known: T | null, tail: T) => T;
}

/** One question at a time; a version that comes meanwhile is asked for once, afterwards. Nothing while the page is hidden. */
function useGrowing<T>(sessionId: string, version: string, { ask, join }: Growing<T>): T | null {
  const { generation } = useConnection();
  const visible = useVisible();
  const [known, setKnown] = useState<{ readonly sessionId: string; readonly data: T } | null>(null);
  const latest = useRef(known);
  const asking = useRef(false);
  const [answered, setAnswered] = useState(0);
  const wanted = `${sessionId}|${version}|${generation}`;
  const asked = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer (`answered`) lets the next question out
  useEffect(() => {
    if (!visible || generation === 0 || asking.current || asked.current === wanted) return;
    asking.current = true;
    asked.current = wanted;
    const before = latest.current?.sessionId === sessionId ? latest.current.data : null;
    void ask(sessionId, before).then((outcome) => {
      asking.current = false;
      if (outcome.ok) {
        latest.current = { sessionId, data: join(before, outcome.value) };
        setKnown(latest.current);
      }
      setAnswered((count) => count + 1);
    });
  }, [wanted, visible, answered]);
  return known?.sessionId === sessionId ? known.data : null;
}

const LOAD: Growing<LoadSeriesColumns> = {
  // The last bucket known may have been the running one.
  ask: (sessionId, known) =>
    request('session.load-series', { sessionId, fromBucket: known === null ? 0 : Math.max(0, known.completed.length - 1) }),
  join: joinLoadSeries,
};

const SERVER: Growing<ServerSeriesColumns> = {
  ask: (sessionId, known) => request('session.server-series', { sessionId, fromRow: known?.atMs.length ?? 0 }),
  join: joinServerSeries,
};

export function useLoadSeries(sessionId: string, version: string): LoadSeriesColumns | null {
  return useGrowing(sessionId, version, LOAD);
}

export function useServerSeries(sessionId: string, version: string): ServerSeriesColumns | null {
  return useGrowing(sessionId, version, SERVER);
}
