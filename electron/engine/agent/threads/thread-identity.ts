/**
 * Which thread is which. Node tells few of them by name, and which depends on its version (`node` is any but the sampler up to Node 20), so that
 * most are known by elimination: a process has its helpers before the user's first line, and gets worker threads, of which each says so
 * itself, the pool of libuv and the threads of addons after that.
 */
import { readdirSync } from 'node:fs';
import type { Microseconds } from '../../../../shared/base/units.ts';
import type { SaidByWorker } from '../requests/worker-table.ts';
import type { Identity } from './thread-poller.ts';
import type { ThreadReading } from './thread-reader.ts';

/** A worker thread has said who it is by then, unless its program keeps preloads from it. */
const SAYS_WITHIN_US: Microseconds = 1_000_000;
/** Node starts its helpers within so many clock ticks (1/100 s) of its own start, on a busy machine too. */
const HELPERS_WITHIN_TICKS = 30;
/** Of libuv, unless UV_THREADPOOL_SIZE says otherwise. */
const POOL_SIZE = 4;
/** The first libuv that names the threads of its pool. */
const POOL_IS_NAMED_FROM = 1.5;

export interface KnownOfProcess {
  /** Ours; null: not known. */
  readonly ownTid: number | null;
  /** Threads that were there before any code of the user. */
  readonly helpers: ReadonlySet<number>;
  workers(): readonly SaidByWorker[];
  /** Whether libuv names the threads of its pool. */
  readonly namesPool: boolean;
  readonly poolSize: number;
}

const MAIN: Identity = { kind: 'main', thread: 0, title: '' };
const unnumbered = (kind: Identity['kind'], title = ''): Identity => ({ kind, thread: null, title });

/** Of this process, from within. */
export function identifyOwn(pid: number, known: KnownOfProcess): (thread: ThreadReading, ageUs: Microseconds) => Identity {
  const pool = new Set<number>();
  let nameOfMain = 'node';
  return ({ tid, comm }, ageUs) => {
    if (tid === pid) {
      nameOfMain = comm;
      return MAIN;
    }
    if (tid === known.ownTid) return unnumbered('loopscope');
    const said = known.workers().find((one) => one.tid === tid);
    const named = said === undefined ? byName(comm) : ({ kind: 'worker', thread: said.thread, title: said.title } as const);
    // It was late with it, and taken for another.
    if (named !== null) pool.delete(tid);
    if (named !== null) return named;
    if (known.helpers.has(tid)) return unnumbered('v8');
    if (ageUs < SAYS_WITHIN_US) return unnumbered('not told apart');
    if (comm !== 'node' && comm !== nameOfMain) return unnumbered('other', comm);
    if (known.namesPool) return unnumbered('not told apart');
    if (pool.has(tid) || pool.size < known.poolSize) return pool.add(tid) && unnumbered('libuv');
    return unnumbered('other');
  };
}

/** Of another process, without anything in it that says more. `startTicks`: of the process. */
export function identifyOther(pid: number, isNode: boolean): (thread: ThreadReading) => Identity {
  let began: number | null = null;
  return ({ tid, comm, startTicks }) => {
    if (tid === pid) {
      began = startTicks;
      return MAIN;
    }
    if (!isNode) return unnumbered('other', comm);
    const isHelper = began !== null && startTicks !== null && startTicks - began <= HELPERS_WITHIN_TICKS;
    return byName(comm) ?? unnumbered(isHelper ? 'v8' : 'not told apart');
  };
}

/** What newer versions of Node and V8 call theirs; null: it is not told. */
function byName(comm: string): Identity | null {
  if (comm.startsWith('v8:Prof')) return unnumbered('profiler');
  if (comm === 'libuv-worker') return unnumbered('libuv');
  if (/^(?:node-)?V8Worker/.test(comm) || comm === 'DelayedTaskSche' || comm === 'SignalInspector') return unnumbered('v8');
  if (comm === 'WorkerThread') return unnumbered('worker');
  return comm === 'InspectorIo' ? unnumbered('other', comm) : null;
}

/** Of this process, as the system numbers them; none where it does not. */
export function listOwnThreads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [];
  }
}

export function namesPool(uv = process.versions.uv): boolean {
  const [, major = '0', minor = '0'] = /^(\d+)\.(\d+)/.exec(uv ?? '') ?? [];
  return Number(major) + Number(minor) / 100 >= POOL_IS_NAMED_FROM;
}

export function poolSize(asked = process.env.UV_THREADPOOL_SIZE): number {
  return Math.min(1_024, Number.parseInt(asked ?? '', 10) || POOL_SIZE);
}
