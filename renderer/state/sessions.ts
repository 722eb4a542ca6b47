/** The state of each session, updated by the engine's events. Bulk data is requested by the views themselves. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Failure } from '../../shared/model/failure.ts';
import type { EngineEvent } from '../../shared/protocol/contract.ts';
import type { SessionInfo } from '../../shared/protocol/session-contract.ts';
import { bridge, request } from '../bridge.ts';
import { useConnection } from './connection.ts';
import type { Loadable } from './request-cache.ts';
import { NOT_LOADED } from './request-cache.ts';
import { currentRoute, sessionOf } from './route.ts';

interface SessionsState {
  readonly infos: Readonly<Record<string, Loadable<SessionInfo>>>;
  /** Why the file of a session could not be written, by session. */
  readonly saveFailures: Readonly<Record<string, Failure>>;
  /** Grows when the lists of Home may have changed. */
  readonly listsVersion: number;
}

const useSessionsStore = create<SessionsState>(() => ({ infos: {}, saveFailures: {}, listsVersion: 0 }));

function patch(sessionId: string, change: (info: Loadable<SessionInfo>) => Loadable<SessionInfo>): void {
  useSessionsStore.setState(({ infos }) => ({ infos: { ...infos, [sessionId]: change(infos[sessionId] ?? NOT_LOADED) } }));
}

function patchData(sessionId: string, change: Partial<SessionInfo>): void {
  patch(sessionId, (known) => (known.data ? { ...known, data: { ...known.data, ...change } } : known));
}

/** One `session.info` request at a time per session; requests made meanwhile are combined into one afterwards. */
const underWay = new Map<string, { again: boolean }>();

async function loadInfo(sessionId: string): Promise<void> {
  const running = underWay.get(sessionId);
  if (running) {
    running.again = true;
    return;
  }
  const mine = { again: false };
  underWay.set(sessionId, mine);
  patch(sessionId, (known) => ({ ...known, loading: true }));
  const reply = await request('session.info', { sessionId });
  patch(sessionId, ({ data }) =>
    reply.ok ? { data: reply.value, failure: null, loading: false } : { data, failure: reply.failure, loading: false },
  );
  underWay.delete(sessionId);
  if (mine.again) await loadInfo(sessionId);
}

/** The fields of a session's info that an event changes. */
export function infoChange(event: EngineEvent): Partial<SessionInfo> | null {
  switch (event.type) {
    case 'run.state':
      return { state: event.state, elapsedMs: event.elapsedMs, question: event.question, failure: event.failure };
    case 'run.progress':
      return { progress: event.progress, measuredMs: event.progress.measuredMs };
    case 'session.saved':
      return event.path === null ? {} : { path: event.path };
    default:
      return null;
  }
}

function onEngineEvent(event: EngineEvent): void {
  if (event.type === 'sessions.changed') {
    useSessionsStore.setState(({ listsVersion }) => ({ listsVersion: listsVersion + 1 }));
    return;
  }
  if (event.type === 'probe.changed' || event.type === 'services.changed') return;
  const change = infoChange(event);
  if (change) patchData(event.sessionId, change);
  // A new state comes with facts that are not in the event (the URL, the Node, the processes).
  const hasNews = event.type === 'run.state' || event.type === 'compare.progress';
  if (hasNews && event.sessionId in useSessionsStore.getState().infos) void loadInfo(event.sessionId);
  if (event.type === 'session.saved') {
    rememberSave(event.sessionId, event.failure);
    useSessionsStore.setState(({ listsVersion }) => ({ listsVersion: listsVersion + 1 }));
  }
}

function rememberSave(sessionId: string, failure: Failure | null): void {
  useSessionsStore.setState(({ saveFailures }) => {
    const { [sessionId]: _, ...others } = saveFailures;
    return { saveFailures: failure ? { ...others, [sessionId]: failure } : others };
  });
}

function refreshAll(): void {
  for (const sessionId of Object.keys(useSessionsStore.getState().infos)) void loadInfo(sessionId);
  useSessionsStore.setState(({ listsVersion }) => ({ listsVersion: listsVersion + 1 }));
}

/** Called once, before the first render. */
export function setupSessions(): void {
  bridge.onEvent(onEngineEvent);
  bridge.onGap(refreshAll);
}

export type SessionInfoState = Loadable<SessionInfo> & { readonly saveFailure: Failure | null };

/** The session's state, progress and facts, kept current. Requests them if necessary. */
export function useSessionInfo(sessionId: string): SessionInfoState {
  const info = useSessionsStore((state) => state.infos[sessionId]) ?? NOT_LOADED;
  const saveFailure = useSessionsStore((state) => state.saveFailures[sessionId]) ?? null;
  const connected = useConnection().generation > 0;
  useEffect(() => {
    if (connected) void loadInfo(sessionId);
  }, [sessionId, connected]);
  return { ...info, saveFailure };
}

/** A session's info, if it is known; requests nothing. */
export function knownSession(sessionId: string): SessionInfo | undefined {
  return useSessionsStore.getState().infos[sessionId]?.data;
}

/** Of the screen; undefined: it shows none. */
export function shownSession(): SessionInfo | undefined {
  const id = sessionOf(currentRoute());
  return id === null ? undefined : knownSession(id);
}

/** As `knownSession`, kept current; null: no session. */
export function useKnownSession(sessionId: string | null): SessionInfo | undefined {
  return useSessionsStore((state) => (sessionId === null ? undefined : state.infos[sessionId]?.data));
}

/** Requests the info again, for example after renaming. */
export function refreshSession(sessionId: string): void {
  void loadInfo(sessionId);
}

export function useListsVersion(): number {
  return useSessionsStore((state) => state.listsVersion);
}
