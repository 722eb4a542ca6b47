/**
 * What several requests share: connections of the program to other servers, intervals, worker threads. Node runs their callbacks in the context of
 * whichever request had made them, for ever. They belong to none: their work is told by a name of its own.
 */

import type { Microseconds } from '../../../../shared/base/units.ts';
import { type Connected, peerAddress } from '../peer-address.ts';
import type { ThreadMessages } from '../waits/thread-messages.ts';
import type { Wire } from '../waits/wire.ts';
import { type CallbackKind, classNameOf, HANDLES, PORT, THREADS } from './callback-kinds.ts';
import { FIRST_SHARED } from './request-ring.ts';
import type { Work } from './work.ts';

/** Of a process; those after are told together. */
const MOST_NAMES = 200;
const OTHERS = 'others';

/** One connection, interval or the like; its number is that of its name, which others may have as well. */
export class Shared implements Work {
  readonly isEnded = false;
  running: Microseconds = 0;
  inSegment: Microseconds = 0;
  leftAt: Microseconds = 0;
  /** So much of `running` has been settled: it is known who asked for it, or that nobody knows. */
  settled: Microseconds = 0;
  hasName = false;
  hasExchanged = false;
  /** The address and port of the other end of a connection; empty: not known. */
  peer = '';
  /** What is asked on it; null: nothing that is observed. */
  wire: Wire | null = null;
  /** Of a port to a worker thread. */
  messages: ThreadMessages | null = null;

  constructor(public request: number) {}
}

/** What is known of the message ports of the main thread. */
export interface Ports {
  /** Those to Loopscope's own thread, which are no work of the program. */
  readonly own: ReadonlySet<object>;
  /** Whether the program has started a worker thread. Without one its ports are those of message channels in the main thread. */
  hasThreads(): boolean;
}

interface Owner {
  readonly server?: unknown;
  readonly connect?: unknown;
}

const { getOwnPropertySymbols, getPrototypeOf } = Object;

export class SharedWork {
  /** Null: it is of one request, or of a server. */
  private readonly known = new WeakMap<object, Shared | null>();
  private readonly places = new Map<string, number>();
  private ownerSymbol: symbol | undefined;

  /** `onName`: names in the order of their numbers. `onHandle`: one that was not seen before. */
  constructor(
    private readonly onName: (name: string) => void,
    private readonly ports: Ports,
    private readonly onHandle: (handle: object) => void,
  ) {}

  /** `isOutside`: it was made in the context of no work. Null: the resource is not shared. */
  of(resource: object, kind: CallbackKind, isOutside: boolean): Shared | null {
    let shared = this.known.get(resource);
    if (shared === undefined) {
      shared = kind !== 'timer' ? this.findHandle(resource) : isOutside ? null : this.findInterval(resource);
      this.known.set(resource, shared);
    }
    if (shared !== null && !shared.hasName) this.nameHandle(shared, resource);
    return shared;
  }

  /** Not one that was set outside requests, as while the program loads: in whose name it runs is not known, and it may be no request's. */
  private findInterval(timer: { readonly _repeat?: unknown }): Shared | null {
    const { _repeat } = timer;
    if (typeof _repeat !== 'number') return null;
    const shared = new Shared(this.numberOf(`interval ${_repeat} ms`));
    shared.hasName = true;
    return shared;
  }

  private findHandle(handle: object): Shared | null {
    this.onHandle(handle);
    return this.isShared(handle) ? new Shared(this.numberOf(this.kindOf(handle))) : null;
  }

  /** Not what a server has accepted, nor what listens, nor the channel to a parent process, which has no owner. */
  private isShared(handle: object): boolean {
    const name = classNameOf(getPrototypeOf(handle) as object);
    if (name === PORT) return !this.ports.own.has(handle);
    if (name === 'FSEvent') return true;
    const owner = this.ownerOf(handle);
    if (owner === undefined || (owner.server !== undefined && owner.server !== null)) return false;
    return name === 'Http2Session' || typeof owner.connect === 'function';
  }

  private ownerOf(handle: object): Owner | undefined {
    this.ownerSymbol ??= getOwnPropertySymbols(handle).find(({ description }) => description === 'owner_symbol');
    const owner: unknown = this.ownerSymbol === undefined ? undefined : Reflect.get(handle, this.ownerSymbol);
    return typeof owner === 'object' && owner !== null ? owner : undefined;
  }

  /** By its address, which it has once it is connected. */
  private nameHandle(shared: Shared, handle: Connected): void {
    const kind = this.kindOf(handle);
    if ((kind !== HANDLES.TCP && kind !== HANDLES.TLSWrap) || typeof handle.getpeername !== 'function') {
      shared.hasName = true;
      return;
    }
    shared.peer = peerAddress(handle);
    if (shared.peer === '') return;
    shared.request = this.numberOf(`${kind} ${shared.peer}`);
    shared.hasName = true;
  }

  private kindOf(handle: object): string {
    const name = classNameOf(getPrototypeOf(handle) as object);
    return name === PORT && this.ports.hasThreads() ? THREADS : (HANDLES[name] ?? OTHERS);
  }

  private numberOf(name: string): number {
    let place = this.places.get(name);
    if (place === undefined) {
      if (this.places.size >= MOST_NAMES && name !== OTHERS) return this.numberOf(OTHERS);
      place = this.places.size;
      this.places.set(name, place);
      this.onName(name);
    }
    return FIRST_SHARED - place;
  }
}
