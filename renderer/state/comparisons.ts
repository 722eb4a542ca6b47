/** The state of a comparison, updated by the engine's events. */
import { useEffect, useRef, useState } from 'react';
import { type ComparisonInfo, isOver } from '../../shared/model/comparison/comparison-info.ts';
import type { ComparisonEvent } from '../../shared/protocol/comparison-contract.ts';
import { onEvent } from '../bridge.ts';
import { type EngineData, useEngineRequest } from './engine-request.ts';

export interface ComparisonProgress {
  readonly state: ComparisonInfo['state'];
  readonly running: number | null;
  readonly finished: number;
  readonly planned: number;
  readonly leftMs: number | null;
}

/** The latest event about a comparison, or null. */
function useLatestEvent(sessionId: string): ComparisonEvent | null {
  const [latest, setLatest] = useState<ComparisonEvent | null>(null);
  useEffect(() => onEvent((event) => event.type === 'compare.progress' && event.sessionId === sessionId && setLatest(event)), [sessionId]);
  return latest?.sessionId === sessionId ? latest : null;
}

export type ComparisonState = EngineData<ComparisonInfo> & { readonly progress: ComparisonProgress | null };

/** Requested again whenever a run has ended or started, because that is when figures change. */
export function useComparison(sessionId: string): ComparisonState {
  const event = useLatestEvent(sessionId);
  const version = event === null ? '' : `${event.state} ${event.finished} ${event.running}`;
  const info = useEngineRequest('compare.info', { sessionId }, { version });
  return { ...info, progress: event ?? (info.data ? progressOf(info.data) : null) };
}

function progressOf({ state, running, leftMs, passes }: ComparisonInfo): ComparisonProgress {
  const finished = passes.filter(({ report, excluded }) => report !== null || excluded !== null).length;
  return { state, running, leftMs, finished, planned: passes.length };
}

/** Whether it was seen while it went on: what was watched keeps the places that were reserved for it when it ends. */
export function useWatched(progress: ComparisonProgress | null): boolean {
  const watched = useRef<boolean | null>(null);
  if (progress !== null) watched.current ??= !isOver(progress.state);
  return watched.current ?? false;
}
