/**
 * What the program asks of Node itself, and Node answers in a callback: files, compression and cryptography in libuv's pool of threads, names of hosts,
 * connections, timers. Each is known by the object that Node makes for it.
 */
import type { Microseconds } from '../../../../shared/base/units.ts';
import type { WaitKind } from '../../../../shared/model/waits.ts';
import { clockUs } from '../hrtime.ts';
import { hostAndPort } from '../peer-address.ts';
import { classNameOf } from '../requests/callback-kinds.ts';
import { replaceMethod } from './replace-method.ts';
import { type PoolTask, ThreadPool } from './thread-pool.ts';
import { type NamedWait, NO_OWNER, UNKNOWN_LINE } from './wait-ring.ts';

/** How a class of objects is observed. `once`: asked for when it is made; `run`, `write`: when this method is called, as otherwise it may be synchronous. */
interface Way {
  readonly kind: WaitKind;
  readonly begins: 'once' | 'run' | 'write';
  readonly isInPool: boolean;
  readonly isSlow: boolean;
  readonly name: string;
}

interface Begun {
  readonly way: Way;
  readonly request: number;
  readonly time: Microseconds;
  readonly task: PoolTask | null;
}

/** Objects of Node, by which names are found when they have called back. */
interface Asked {
  readonly hostname?: unknown;
  readonly address?: unknown;
  readonly port?: unknown;
  readonly _idleTimeout?: unknown;
  readonly _repeat?: unknown;
  hasRef?(): boolean;
}

const POOL = { begins: 'once', isInPool: true, isSlow: false } as const;
const FILE: Way = { ...POOL, kind: 'file', name: 'file operation' };
const ALONE = { begins: 'once', isInPool: false, isSlow: false } as const;
const CONNECT: Way = { ...ALONE, kind: 'connect', name: 'connect' };
const WAYS: Readonly<Record<string, Way>> = {
  FSREQCALLBACK: FILE,
  FSREQPROMISE: FILE,
  FILEHANDLECLOSEREQ: FILE,
  GETADDRINFOREQWRAP: { ...POOL, kind: 'dns', isSlow: true, name: 'lookup' },
  GETNAMEINFOREQWRAP: { ...POOL, kind: 'dns', isSlow: true, name: 'lookupService' },
  QUERYWRAP: { ...ALONE, kind: 'dns', name: 'resolve' },
  TCPCONNECTWRAP: CONNECT,
  PIPECONNECTWRAP: CONNECT,
  Timeout: { ...ALONE, kind: 'timer', name: 'timer' },
};
/** Classes of cryptography, as ScryptJob. */
const JOB = /^(\w{1,60})Job$/;
const ZLIB = 'ZLIB';
/** Types of Node are in capitals, but for these. Native addons name theirs as they like, and their work is in the pool, too. */
const OF_NODE = /^[A-Z\d]+$|^(?:TickObject|Immediate|Microtask|Timeout)$/;
const MOST_CHARACTERS = 200;
const DEFAULT_THREADS = 4;
const MOST_THREADS = 1_024;

const { apply, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;

/** What is known of the program. */
export interface NodeWorkFacts {
  /** The number of the request in whose context this is called, or what stands for none or an unknown one. */
  readonly asker: number;
  /** It has threads of its own, which use the same pool. */
  hasThreads(): boolean;
}

export class NodeWork {
  private readonly begun = new WeakMap<object, Begun>();
  private readonly ways = new Map<string, Way | null>();
  private readonly changed = new WeakSet<object>();
  private pool: ThreadPool | null = null;
  /** All that is in the pool is seen. */
  private isPoolKnown = Number(process.env.UV_USE_IO_URING ?? 0) <= 0;

  constructor(
    private readonly facts: NodeWorkFacts,
    private readonly onEnd: (wait: NamedWait) => void,
  ) {}

  /** What was begun before is not known, nor when it ends. */
  restart(): void {
    this.pool = null;
  }

  /** Node has made an object that will call back. */
  made(type: string, resource: object): void {
    let way = this.ways.get(type);
    if (way === undefined) {
      way = this.wayOf(type, resource);
      this.ways.set(type, way);
    }
    if (way === null) return;
    if (way.begins === 'once') this.begin(way, resource);
    else this.watch(way, resource);
  }

  /** It calls back. */
  calledBack(resource: object, time: Microseconds): void {
    const one = this.begun.get(resource);
    if (one === undefined) return;
    this.begun.delete(resource);
    const { way, request, task } = one;
    if (task !== null) this.pool?.end(task, time);
    if (request === NO_OWNER || (way.kind === 'timer' && !isWaitedFor(resource))) return;
    const inPool = task !== null && this.isPoolKnown;
    const start = inPool ? Math.min(task.begun, time) : one.time;
    this.onEnd({
      kind: way.kind,
      to: peerOf(way, resource),
      name: way.kind === 'timer' ? timerName(resource) : way.name,
      start,
      end: time,
      line: inPool ? start - one.time : task === null ? 0 : UNKNOWN_LINE,
      request,
      status: 0,
      limit: task === null || this.pool === null ? 0 : this.pool.mostAtOnce(task),
    });
  }

  private wayOf(type: string, resource: object): Way | null {
    const known = WAYS[type];
    if (known !== undefined) return known;
    const prototype = getPrototypeOf(resource);
    if (prototype === null) return null;
    if (prototype === Object.prototype && !OF_NODE.test(type)) this.isPoolKnown = false;
    if (type === ZLIB) return { ...POOL, kind: 'threadpool', begins: 'write', name: '' };
    return JOB.test(classNameOf(prototype)) ? { ...POOL, kind: 'threadpool', begins: 'run', name: '' } : null;
  }

  private begin(way: Way, resource: object): void {
    const { asker } = this.facts;
    // What is in the pool for nobody takes a place in it all the same.
    if (asker === NO_OWNER && !way.isInPool) return;
    const time = clockUs();
    this.begun.set(resource, { way, request: asker, time, task: way.isInPool ? this.poolNow().ask(time, way.isSlow) : null });
  }

  private poolNow(): ThreadPool {
    this.pool ??= new ThreadPool(poolSize());
    if (this.facts.hasThreads()) this.isPoolKnown = false;
    return this.pool;
  }

  /** The classes of these are Node's own, and no program sees them. */
  private watch({ begins, ...way }: Way, resource: object): void {
    let prototype = getPrototypeOf(resource);
    const name = classNameOf(prototype as object).replace(JOB, '$1');
    while (prototype !== null && getOwnPropertyDescriptor(prototype, begins) === undefined) prototype = getPrototypeOf(prototype);
    if (prototype === null || this.changed.has(prototype)) return;
    this.changed.add(prototype);
    const begin = (of: object): void => this.begin({ ...way, begins, name }, of);
    replaceMethod(prototype, begins, (original, of, given) => {
      const result = apply(original, of, given);
      try {
        // What is done at once has a result.
        if (begins === 'write' || result === undefined || result instanceof Promise) begin(of);
      } catch {
        // This is then not observed.
      }
      return result;
    });
  }
}

/** As libuv reads it, when the pool is first used. Where the system does what files need by itself, they are not in it. */
function poolSize(): number {
  const asked = process.env.UV_THREADPOOL_SIZE;
  if (asked === undefined) return DEFAULT_THREADS;
  return Math.min(Math.max(1, Number.parseInt(asked, 10) || 1), MOST_THREADS);
}

function peerOf({ kind }: Way, resource: Asked): string {
  if (kind === 'dns') return typeof resource.hostname === 'string' ? `dns://${resource.hostname.slice(0, MOST_CHARACTERS)}` : 'dns';
  if (kind !== 'connect') return kind === 'timer' ? 'timer' : 'thread pool';
  const { address, port } = resource;
  if (typeof port !== 'number') return 'pipe';
  return `tcp://${hostAndPort(String(address), port)}`;
}

/** Not an interval, nor what does not keep the program alive: time-outs of sockets, and what Node sets for itself. */
function isWaitedFor(timer: Asked): boolean {
  return typeof timer._repeat !== 'number' && timer.hasRef?.() === true;
}

/** To two digits: programs wait a little longer each time. */
function timerName({ _idleTimeout }: Asked): string {
  return typeof _idleTimeout === 'number' ? `${Number(_idleTimeout.toPrecision(2))} ms` : '';
}
