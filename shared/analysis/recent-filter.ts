/** Which recent sessions are listed: those with all the words that were typed, of a kind and in a state. Pure. */
import { percentOf } from '../base/percent-of.ts';
import type { RecentSession, RecentSummary } from '../model/recent-session.ts';
import { REDIRECTS_FROM } from './statuses.ts';

export const RECENT_KINDS = ['run', 'comparison', 'grid', 'services', 'profile', 'load', 'heap'] as const;
export const RECENT_STATES = ['completed', 'errors', 'crashed', 'stopped'] as const;

export type RecentKind = (typeof RECENT_KINDS)[number];
export type RecentState = (typeof RECENT_STATES)[number];

export interface RecentFilter {
  readonly text: string;
  readonly kind: RecentKind | 'all';
  readonly state: RecentState | 'all';
}

export function isFiltering({ text, kind, state }: RecentFilter): boolean {
  return text.trim() !== '' || kind !== 'all' || state !== 'all';
}

/** What an earlier version has listed does not say: then a verdict tells. */
export function kindOf({ summary }: RecentSession): RecentKind {
  if (summary === null) return 'profile';
  return summary.kind ?? (summary.verdict === undefined ? 'run' : 'comparison');
}

/** A few resets at the end of a connection's life mark no run. */
const LEAST_ERRORS = 0.001;

/** How it ended; errors before that, because figures without them mean something else. Null: it is not known. */
export function stateOf({ completed, failed, unexpected = 0, ending }: RecentSummary): RecentState | null {
  if (ending === 'target-exited' || ending === 'failed') return 'crashed';
  const errors = failed + unexpected;
  if (errors > 0 && errors / (completed + failed) >= LEAST_ERRORS) return 'errors';
  if (!ending) return null;
  return ending === 'completed' ? 'completed' : 'stopped';
}

/** As the run's own sentence: with fewer, the latency of the rest is what matters. */
export function isMostlyRedirected({ completed, redirected = 0 }: RecentSummary): boolean {
  return percentOf(redirected, completed) >= REDIRECTS_FROM;
}

export function filterRecent(sessions: readonly RecentSession[], { text, kind, state }: RecentFilter): readonly RecentSession[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return sessions.filter((session) => {
    const { name, path, summary } = session;
    const read = `${name}\n${path}\n${summary?.script ?? ''}\n${summary?.request ?? ''}`.toLowerCase();
    return (
      words.every((word) => read.includes(word)) &&
      (kind === 'all' || kindOf(session) === kind) &&
      (state === 'all' || (summary !== null && stateOf(summary) === state))
    );
  });
}
