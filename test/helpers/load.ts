/** Runs the real load process against a server and collects everything it says. */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { UsersOrder } from '../../electron/engine/load/load-shares.ts';
import { startLoad } from '../../electron/engine/load/load-workers.ts';
import type { RawResponse } from '../../electron/engine/load/response-keeper.ts';
import { joinSigns } from '../../electron/engine/load/silence-meter.ts';
import { unpackRows } from '../../shared/load/request-rows.ts';
import type { Failure } from '../../shared/model/failure.ts';
import type { AutocannonResult } from '../../shared/model/load/autocannon-result.ts';
import { errorKindOf, type GeneratorHealth, type LoadCounts, type PackedBatch } from '../../shared/model/run.ts';
import type { Liveness, WarmUpCounts } from '../../shared/model/silence.ts';
import { type PlanSettings, planOf } from './plans.ts';
import { messageOf } from './worded.ts';

export interface LoadRow {
  start: number;
  connect: number;
  firstByte: number;
  latency: number;
  status: number;
  bytes: number;
  connection: number;
  /** µs since time 0. */
  intended: number;
  phase: number;
  request: number;
  unmet: number;
  user: number;
  /** autocannon timed it from an earlier request. */
  stale: boolean;
  /** Name of the failure; null for a completed request. */
  error: string | null;
}

export interface LoadResult {
  rows: LoadRow[];
  counts: LoadCounts;
  /** µs since time 0. */
  at: number;
  generator: GeneratorHealth;
  failure: Failure | null;
  /** Responses that were kept. */
  kept: RawResponse[];
  /** What the client itself says. */
  results: AutocannonResult[];
  /** When it was told that the measured phase is over and rows follow, µs since time 0; null: it was not. */
  phaseEnd: number | null;
  /** Null: the load failed. */
  liveness: Liveness | null;
  /** Counts at every flush, with the number of rows received until then. */
  flushes: { rows: number; counts: LoadCounts }[];
}

export interface LoadHooks {
  /** Called when the warm-up has been drained, before measuring starts. */
  onWarm?(warmUp?: WarmUpCounts): void;
  /** Called when the order has been given. */
  onPrepared?(controls: { stop(): void }): void;
  /** As of a machine with other cores than this one. */
  coresFor?: (processes: number) => readonly number[];
  onStarted?(clock: number, controls: { stop(): void; pids: readonly number[] }): void;
}

/** Loads `url` by the plan and waits until it has finished or failed. */
export async function runLoad(url: string, plan: PlanSettings, hooks: LoadHooks = {}, users?: UsersOrder): Promise<LoadResult> {
  const rows: LoadRow[] = [];
  const flushes: LoadResult['flushes'] = [];
  const kept: RawResponse[] = [];
  const results: AutocannonResult[] = [];
  let phaseEnd: number | null = null;
  let finish: (result: LoadResult) => void;
  const result = new Promise<LoadResult>((resolve) => {
    finish = resolve;
  });
  const idle: GeneratorHealth = { cpuPercent: null, latenessMs: null, limited: false };
  const outcome = await startLoad(
    'test',
    planOf({ ...plan, url }),
    users ?? null,
    {
      onWarm(warmUp) {
        hooks.onWarm?.(warmUp);
        runner.measure();
      },
      onStarted: (clock) => hooks.onStarted?.(clock, { stop: () => runner.stop(), pids: runner.pids }),
      onRows(batch, counts) {
        rows.push(...rowsOf(batch));
        flushes.push({ rows: rows.length, counts });
      },
      onResponses: (answers) => kept.push(...answers),
      onResult: (entry) => entry.type === 'autocannon' && results.push(entry.result),
      onPhaseEnd: (at) => {
        phaseEnd = at;
      },
      onFinished: (at, counts, generator, signs) => {
        const liveness = signs.length === 0 ? null : joinSigns(signs);
        finish({ rows, counts, at, generator, failure: null, results, flushes, kept, phaseEnd, liveness });
      },
      onFailed: (failure) => {
        const none = { counts: { sent: 0, inFlight: 0 }, at: 0, generator: idle, phaseEnd, liveness: null };
        finish({ rows, ...none, failure, results, flushes, kept });
      },
    },
    hooks.coresFor,
  );
  if (!outcome.ok) throw new Error(messageOf(outcome.failure));
  const runner = outcome.value;
  const address = new URL(url).hostname.replace(/^\[|\]$/g, '').replace('localhost', '127.0.0.1');
  runner.prepare({ url, address });
  hooks.onPrepared?.({ stop: () => runner.stop() });
  try {
    return await result;
  } finally {
    await runner.dispose();
  }
}

function rowsOf(packed: PackedBatch): LoadRow[] {
  const batch = unpackRows(packed);
  return Array.from(batch.start, (start, i) => ({
    start,
    connect: batch.connect[i]!,
    firstByte: batch.firstByte[i]!,
    latency: batch.latency[i]!,
    status: batch.status[i]!,
    bytes: batch.bytes[i]!,
    connection: batch.connection[i]!,
    intended: batch.intended[i]!,
    phase: batch.phase[i]!,
    request: batch.request[i]!,
    unmet: batch.unmet[i]!,
    user: batch.user[i]!,
    stale: batch.stale[i] === 1,
    error: errorKindOf(batch.status[i]!),
  }));
}

/** How many rows there are of each kind: `{ '200': 3, ECONNRESET: 1 }`. */
export function tally(rows: readonly LoadRow[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, error } of rows) counts[error ?? status] = (counts[error ?? status] ?? 0) + 1;
  return counts;
}

export interface TestServer {
  url: string;
  close(): void;
}

/** Listens on loopback; `close` also ends open connections. */
export async function listen(server: Server, scheme = 'http', wanted = 0): Promise<TestServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${scheme}://127.0.0.1:${port}/`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A server that answers each received request (headers only) with what `answer` does to its socket. */
export function listenRaw(answer: (socket: Socket, request: string, nth: number) => void): Promise<TestServer> {
  let nth = 0;
  const server = createServer((socket) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      while (text.includes('\r\n\r\n')) {
        const end = text.indexOf('\r\n\r\n') + 4;
        answer(socket, text.slice(0, end), nth++);
        text = text.slice(end);
      }
    });
  });
  return listen(server);
}
