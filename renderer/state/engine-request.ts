import { useCallback, useEffect, useReducer, useRef, useSyncExternalStore } from 'react';
import type { RequestName, RequestParams, RequestReplies } from '../../shared/protocol/contract.ts';
import { request } from '../bridge.ts';
import { useConnection } from './connection.ts';
import { type Loadable, RequestCache } from './request-cache.ts';

const cache = new RequestCache();

export interface EngineData<T> extends Loadable<T> {
  /** The data belongs to earlier parameters or an earlier version; the new reply is pending. */
  readonly stale: boolean;
  /** Sends the request again now. */
  readonly reload: () => void;
}

export interface EngineRequestOptions {
  /** The request is repeated when this changes (for example a version from `RunProgress`). */
  readonly version?: number | string;
  /** False: no request now; earlier data is kept. */
  readonly enabled?: boolean;
}

function isVisible(): boolean {
  return !document.hidden;
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** False while the page is hidden: then nothing is requested or drawn. */
export function useVisible(): boolean {
  return useSyncExternalStore(onVisibility, isVisible);
}

/**
 * Data of the engine for a view: requested when the parameters or `version` change and after a reconnect, never while the page is
 * hidden, never twice at the same time. The previous reply is kept until the next one.
 */
export function useEngineRequest<N extends RequestName>(
  name: N,
  params: RequestParams<N>,
  options: EngineRequestOptions = {},
): EngineData<RequestReplies[N]> {
  const key = `${name} ${JSON.stringify(params)}`;
  const { generation } = useConnection();
  const visible = useVisible();
  const [reloads, reload] = useReducer((count: number) => count + 1, 0);
  const version = `${options.version ?? ''}|${generation}|${reloads}`;
  const asks = visible && generation > 0 && options.enabled !== false;

  const subscribe = useCallback((listener: () => void) => cache.subscribe(key, listener), [key]);
  const state = useSyncExternalStore(subscribe, () => cache.peek(key)) as Loadable<RequestReplies[N]>;
  const latest = useRef(params);
  latest.current = params;
  useEffect(() => {
    if (asks) cache.load(key, version, () => request(name, latest.current));
  }, [asks, key, version, name]);

  const last = useRef<RequestReplies[N] | undefined>(undefined);
  if (state.data !== undefined) last.current = state.data;
  const data = state.data ?? last.current;
  return { ...state, data, stale: data !== undefined && (state.loading || state.data === undefined), reload };
}
