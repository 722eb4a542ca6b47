/**
 * The SSR study without a machine: one processor, 50 clients that start at once, 200 requests, each page of the same cost. The unit of
 * time is the CPU time of a page.
 *
 * `long` renders a page in one task, in the order in which the requests get that far. `small` renders one chunk of every page that is
 * under way in each turn of the event loop, as `setImmediate` does. An API responds after `delays` in turn and uses no CPU time; its
 * connection is opened in one turn and used in the next, which in `long` may be pages later.
 */
const CLIENTS = 50;
const REQUESTS = 200;
const CHUNKS = 25;

interface Page {
  readonly sentAt: number;
  chunksLeft: number;
}

interface Latency {
  readonly mean: number;
  /** Sample standard deviation. */
  readonly stdev: number;
}

export function latencyOfModel(form: 'long' | 'small', delays: readonly number[]): Latency {
  const hasApi = delays.length > 0;
  const chunksPerTask = form === 'long' ? CHUNKS : 1;
  const latencies: number[] = [];
  /** Requests that the event loop has not read yet. */
  let unread: Page[] = [];
  /** Their connections to the API are being opened. */
  let connecting: Page[] = [];
  /** Pages whose data is there at `at`. */
  const waiting: { at: number; page: Page }[] = [];
  let inProgress: Page[] = [];
  let now = 0;
  let sent = 0;

  function send(): void {
    sent++;
    unread.push({ sentAt: now, chunksLeft: CHUNKS });
  }

  let calls = 0;
  function callApi(page: Page): void {
    waiting.push({ at: now + delays[calls++ % delays.length]!, page });
  }

  /** One task; returns whether the page needs another. */
  function render(page: Page): boolean {
    page.chunksLeft -= chunksPerTask;
    now += chunksPerTask / CHUNKS;
    if (page.chunksLeft > 0) return true;
    latencies.push(now - page.sentAt);
    if (sent < REQUESTS) send();
    return false;
  }

  while (sent < CLIENTS) send();
  while (latencies.length < REQUESTS) {
    // A turn of the event loop: first what has arrived, then the tasks that were put off in the turn before.
    connecting.forEach(callApi);
    connecting = hasApi ? unread : [];
    if (!hasApi) waiting.push(...unread.map((page) => ({ at: now, page })));
    unread = [];
    waiting.sort((a, b) => a.at - b.at);
    if (inProgress.length === 0 && connecting.length === 0) now = Math.max(now, waiting[0]!.at);
    const arrived = waiting.splice(0, waiting.filter(({ at }) => at <= now).length).map(({ page }) => page);
    inProgress = [...arrived, ...inProgress].filter(render);
  }
  const mean = latencies.reduce((sum, one) => sum + one, 0) / REQUESTS;
  const squares = latencies.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return { mean, stdev: Math.sqrt(squares / (REQUESTS - 1)) };
}
