/** The query shared by the flame graph and the function table, kept when switching between them. */
import { useMemo, useState } from 'react';
import type { FrameKind } from '../../../shared/model/report.ts';
import type { TimeWindow } from '../../../shared/model/units.ts';
import type { ProfileQuery } from '../../../shared/protocol/contract.ts';

export interface ProfileChoice {
  readonly hide: readonly FrameKind[];
  readonly base: ProfileQuery['base'];
  readonly pid: number | null;
  readonly thread: number | null;
}

export interface ProfileView {
  readonly choice: ProfileChoice;
  readonly choose: (change: Partial<ProfileChoice>) => void;
  readonly query: ProfileQuery;
  /** The request is repeated when this changes. */
  readonly version: string;
}

const FIRST: ProfileChoice = { hide: [], base: 'active', pid: null, thread: null };

export function useProfileView(sessionId: string, window: TimeWindow | null, version: string): ProfileView {
  const [choice, setChoice] = useState(FIRST);
  const query = useMemo<ProfileQuery>(
    () => ({ sessionId, window, hide: [...choice.hide], kind: 'cpu', pid: choice.pid, thread: choice.thread, base: choice.base }),
    [sessionId, window, choice],
  );
  return useMemo(
    () => ({ choice, choose: (change) => setChoice((known) => ({ ...known, ...change })), query, version }),
    [choice, query, version],
  );
}
