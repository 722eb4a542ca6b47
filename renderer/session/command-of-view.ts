/** The command that shows in a terminal what the screen of a session shows; null: it has no table of that. Pure. */
import { ALL_SAMPLES } from '../../shared/model/profile/selection.ts';
import { toRequestFilter } from '../../shared/model/request-filter.ts';
import { isHeapKind } from '../../shared/model/setup/captures.ts';
import { type ShownPart, type ShownRequests, showCommand } from '../../shared/phrases/show-command.ts';
import { passOfComparison } from '../../shared/protocol/pass-id.ts';
import type { SessionInfo } from '../../shared/protocol/session-contract.ts';
import type { ViewState } from '../state/view-codec.ts';

/** By tab; `all`: every table, `none`: no table has what is there. */
const TABLES: ReadonlyMap<string, string> = new Map([
  ['overview', 'all'],
  ['flame', 'heavy'],
  ['flameChart', 'heavy'],
  ['functions', 'heavy'],
  ['lines', 'lines'],
  ['routes', 'routes'],
  ['ticks', 'ticks'],
  ['server', 'server'],
  ['requests', 'requests'],
  ['waits', 'waits'],
  ['memory', 'memory'],
  ['errors', 'errors'],
  ['output', 'none'],
  ['notes', 'none'],
]);

const NOTHING_CHOSEN: Omit<ShownPart, 'file'> = {
  pass: null,
  window: null,
  table: null,
  linesOf: null,
  intervals: false,
  profile: null,
  requests: null,
  chosen: null,
};

type Shown = Pick<SessionInfo, 'id' | 'kind' | 'path' | 'hasTicks' | 'processes' | 'exactPass' | 'profileKinds'>;

export function commandOfView({ id, kind, path, hasTicks, processes, exactPass, profileKinds }: Shown, view: ViewState): string | null {
  if (path === null) return null;
  if (kind === 'comparison' || kind === 'services' || kind === 'heap') return showCommand({ ...NOTHING_CHOSEN, file: path });
  const first = kind === 'run' || kind === 'load' ? 'overview' : hasTicks ? 'ticks' : 'flame';
  const table = TABLES.get(view.tab ?? first) ?? TABLES.get(first)!;
  if (table === 'none') return null;
  const pid = processes.some((process) => process.pid === view.pid) ? view.pid : null;
  const inlined = view.frames === 'inlined' || exactPass === null || view.tab === 'flameChart';
  const isOfLines = table === 'lines';
  const folding = isOfLines ? { hide: [], folds: [] } : { hide: view.hide, folds: view.folds };
  // The flame chart shows all requests, and CPU time.
  const isChart = view.tab === 'flameChart';
  const asked = isChart || isOfLines ? null : (profileKinds.find((one) => one === view.profile) ?? null);
  const isOfHeap = asked !== null && isHeapKind(asked);
  const requests = isChart || isOfHeap ? null : toRequestFilter(view.route, view.which);
  const selection = { ...ALL_SAMPLES, process: pid, thread: view.thread, kind: asked, inlined: inlined || isOfHeap, requests };
  return showCommand({
    file: path,
    pass: passOfComparison(id),
    window: view.window,
    table: table === 'all' || isOfLines ? null : table,
    linesOf: isOfLines ? view.file : null,
    intervals: table === 'all' && kind === 'run' && view.intervals === 'shown',
    profile: isOfLines || table === 'heavy' ? { ...folding, selection, base: view.base } : null,
    requests: table === 'requests' ? requestsOf(view) : null,
    chosen: table === 'waits' ? requests : null,
  });
}

function requestsOf({ requestsAs, requestSort: sort, outcome, slower, faster, planned, phase }: ViewState): ShownRequests {
  const isSlowest = requestsAs === 'slowest';
  const asked = sort === null ? null : `${sort.descending ? '-' : ''}${sort.column}`;
  return {
    sort: isSlowest ? '-latency' : asked,
    limit: isSlowest ? 10 : null,
    response: outcome === 'all' ? null : String(outcome),
    slowerThanMs: slower,
    fasterThanMs: faster,
    request: planned,
    phase,
  };
}
