/** What the flame graph, the flame chart and the function table share, kept when switching between them and in the address. */
import { useCallback, useMemo, useState } from 'react';
import type { TimeWindow } from '../../../../shared/base/units.ts';
import type { ExactPass } from '../../../../shared/model/profile/exact-pass.ts';
import { MAIN_THREAD, WORKER_THREADS } from '../../../../shared/model/profile/profile.ts';
import { ALL_SAMPLES, type ProfileSelection } from '../../../../shared/model/profile/selection.ts';
import type { FrameKind, HeapFigures, HotFunction } from '../../../../shared/model/report.ts';
import { toRequestFilter, type WhichRequests } from '../../../../shared/model/request-filter.ts';
import { inlines, isHeapKind, type ProfileKind } from '../../../../shared/model/setup/captures.ts';
import { foldsTime } from '../../../../shared/profile/tree/folds.ts';
import type { ProfileQuery } from '../../../../shared/protocol/profile-contract.ts';
import type { SessionInfo } from '../../../../shared/protocol/session-contract.ts';
import { type Folds, useFolds } from '../../../flame/use-folds.ts';
import { useZoomSteps, type ZoomSteps } from '../../../flame/zoom-steps.ts';
import { type ChartAxis, createChartAxis } from '../../../flame-chart/chart-axis.ts';
import { useView, viewCell } from '../../../state/view.ts';
import type { ViewState } from '../../../state/view-codec.ts';

export interface ProfileChoice {
  readonly hide: readonly FrameKind[];
  readonly base: ProfileQuery['base'];
  readonly pid: number | null;
  readonly thread: number | null;
  /** Only samples of requests of this route; empty: of any. */
  readonly route: string;
  /** Which of these. */
  readonly which: WhichRequests;
  readonly frames: ViewState['frames'];
  /** What the profile is of; null: of what that of all views is. */
  readonly kind: ProfileKind | null;
}

export interface WantedFrame extends Pick<HotFunction, 'function' | 'url' | 'line'> {
  /** All its stacks, not the heaviest alone. */
  readonly everywhere?: boolean;
}

export interface ProfileView {
  readonly choice: ProfileChoice;
  readonly choose: (change: Partial<ProfileChoice>) => void;
  readonly query: ProfileQuery;
  /** What there are profiles of. */
  readonly kinds: readonly ProfileKind[];
  /** It is of memory, and what has to be known of it then; null: it is not. */
  readonly ofHeap: Pick<HeapFigures, 'of' | 'isInlined'> | null;
  /** There was a pass without inlining. */
  readonly hasExact: boolean;
  /** The profile of that pass is shown, whole; null: that of the run itself. */
  readonly exact: ExactPass | null;
  /** What is searched for in the frames. */
  readonly search: string;
  readonly setSearch: (search: string) => void;
  /** What fills the flame graph. */
  readonly steps: ZoomSteps;
  /** What of the call tree is folded away, besides the kinds of the choice. */
  readonly folds: Folds;
  /** Time is folded into functions, and has a figure of its own. */
  readonly isFolded: boolean;
  /** A function that the flame graph is to zoom into as soon as it is drawn; null: it has. */
  readonly wanted: WantedFrame | null;
  readonly want: (frame: WantedFrame | null) => void;
  /** A function whose callers the table is to show as soon as it is there; null: it has. */
  readonly wantedCallers: WantedFrame | null;
  readonly wantCallers: (of: WantedFrame | null) => void;
  /** What the flame chart shows. */
  readonly axis: ChartAxis;
  /** There are charts over time above it. */
  readonly hasTimeAxis: boolean;
  /** The request is repeated when this changes. */
  readonly version: string;
}

/** In a file of another tool each profile is a thread. */
function hasThread(asked: number | null, pid: number | null, threads: SessionInfo['threads'], imported: SessionInfo['imported']): boolean {
  if (asked === null) return false;
  if (imported !== null) return asked < imported.profiles.length;
  const some = threads.filter((one) => pid === null || one.pid === pid);
  return some.length > 0 && (asked === MAIN_THREAD || asked === WORKER_THREADS || some.some((one) => one.thread === asked));
}

type ProfiledInfo = Pick<SessionInfo, 'id' | 'processes' | 'threads' | 'imported' | 'exactPass' | 'profileKinds' | 'setup'>;

/** A process or thread that the session does not have (a link can name any) means all of them. */
export function useProfileView(
  { id: sessionId, processes, threads, imported, exactPass, profileKinds: kinds, setup }: ProfiledInfo,
  window: TimeWindow | null,
  version: string,
): ProfileView {
  const [hide, setHide] = useView('hide');
  const [base, setBase] = useView('base');
  const [askedPid, setPid] = useView('pid');
  const [askedThread, setThread] = useView('thread');
  const [route, setRoute] = useView('route');
  const [which, setWhich] = useView('which');
  const [frames, setFrames] = useView('frames');
  const [askedKind, setKind] = useView('profile');
  const kind = kinds.find((one) => one === askedKind) ?? null;
  const shown = kind ?? kinds[0];
  const isInlined = setup === null || inlines(setup.capture);
  const ofHeap = useMemo(() => (shown !== undefined && isHeapKind(shown) ? { of: shown, isInlined } : null), [shown, isInlined]);
  const [search, setSearch] = useView('q');
  const steps = useZoomSteps('zoom');
  const folds = useFolds();
  const [wanted, want] = useState<WantedFrame | null>(null);
  const [wantedCallers, wantCallers] = useState<WantedFrame | null>(null);
  const axis = useMemo(() => createChartAxis(viewCell('chart'), viewCell('window')), []);
  const pid = processes.some((process) => process.pid === askedPid) ? askedPid : null;
  const thread = hasThread(askedThread, pid, threads, imported) ? askedThread : null;
  const choose = useCallback(
    (change: Partial<ProfileChoice>) => {
      if (change.hide !== undefined) setHide(change.hide);
      if (change.base !== undefined) setBase(change.base);
      if (change.pid !== undefined) setPid(change.pid);
      if (change.thread !== undefined) setThread(change.thread);
      if (change.route !== undefined) setRoute(change.route);
      if (change.which !== undefined) setWhich(change.which);
      // The other pass is not told apart by requests.
      const isOfRequests = change.route !== undefined || change.which !== undefined;
      if (change.frames !== undefined || isOfRequests) setFrames(change.frames ?? 'inlined');
      if (change.kind !== undefined) setKind(change.kind ?? 'first');
    },
    [setHide, setBase, setPid, setThread, setRoute, setWhich, setFrames, setKind],
  );
  const choice = useMemo<ProfileChoice>(
    () => ({ hide, base, pid, thread, route, which, frames, kind }),
    [hide, base, pid, thread, route, which, frames, kind],
  );
  const exact = frames === 'exact' && ofHeap === null ? exactPass : null;
  const query = useMemo<ProfileQuery>(() => {
    const how = { sessionId, hide: [...choice.hide], folds: [...folds.list], base: choice.base };
    // It has processes, requests and a time axis of its own.
    if (exact !== null) return { ...how, selection: { ...ALL_SAMPLES, inlined: false }, window: null };
    return { ...how, selection: selectionOf(choice), window };
  }, [sessionId, window, choice, folds, exact]);
  return useMemo(
    () => ({
      choice,
      choose,
      query,
      kinds,
      ofHeap,
      hasExact: exactPass !== null && ofHeap === null,
      exact,
      search,
      setSearch,
      steps,
      folds,
      isFolded: choice.hide.length > 0 || foldsTime(folds.list),
      wanted,
      want,
      wantedCallers,
      wantCallers,
      axis,
      hasTimeAxis: imported === null,
      version,
    }),
    [
      choice,
      choose,
      query,
      kinds,
      ofHeap,
      exactPass,
      exact,
      search,
      setSearch,
      steps,
      folds,
      wanted,
      wantedCallers,
      axis,
      imported,
      version,
    ],
  );
}

/** What is drawn over the time of the run is of the run itself, and of all of its requests, whichever pass and requests other views show. */
export function useOwnPass(view: ProfileView, window: TimeWindow | null): ProfileView {
  return useMemo(() => {
    const selection = { ...selectionOf({ ...view.choice, kind: null }), requests: null };
    return { ...view, query: { ...view.query, selection, window: view.exact === null ? view.query.window : window }, exact: null };
  }, [view, window]);
}

/** What is chosen of the profile of the run itself. */
export function selectionOf({
  pid,
  thread,
  route,
  which,
  kind,
}: Pick<ProfileChoice, 'pid' | 'thread' | 'route' | 'which' | 'kind'>): ProfileSelection {
  // Allocations are not told apart by requests.
  const requests = kind !== null && isHeapKind(kind) ? null : toRequestFilter(route, which);
  return { ...ALL_SAMPLES, process: pid, thread, kind, requests };
}
