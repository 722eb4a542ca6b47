/**
 * What the program waits for on its connections to other servers: each exchange is written down when it is over, with the request that it was a part of
 * (wire.ts). Requests to other servers are announced by Node and undici (http-calls.ts).
 */
import type { Microseconds } from '../../../../shared/base/units.ts';
import { clockUs } from '../hrtime.ts';
import { THREADS } from '../requests/callback-kinds.ts';
import type { Shared } from '../requests/shared-work.ts';
import type { RequestInWork, Work } from '../requests/work.ts';
import { ownerOf } from './exchange-owner.ts';
import { HandleWrites } from './handle-writes.ts';
import { NodeWork } from './node-work.ts';
import { bytesReadOn, showBytes } from './read-bytes.ts';
import { seeMessages } from './see-messages.ts';
import { type ReadMessage, ThreadMessages } from './thread-messages.ts';
import { observeHandshakes } from './tls-handshakes.ts';
import { kindNumber, type NamedWait, NO_OWNER, STILL_OPEN, UNKNOWN_LINE, UNKNOWN_OWNER, type WaitRing } from './wait-ring.ts';
import { type EndedExchange, Wire } from './wire.ts';

/** Of a process; those after are told together. */
const MOST_NAMES = 2_000;
const OTHERS = '(others)';
const TLS = 'TLSWRAP';
/** Connections that were closed meanwhile may be among them. */
const MOST_BUSY = 2_000;

/** What is known of the work of the main thread. */
export interface WorkNow {
  /** The request in whose context this is called; NO_REQUEST: none; UNKNOWN_OWNER: that of a connection, which is anybody's. */
  readonly asker: number;
  /** The same, be it over. */
  readonly askingWork: Pick<Work, 'isEnded'> | null;
  /** Since when that request had not run before the callback of the connection that goes on; NaN: it did not go on in one. */
  readonly askerIdleSince: number;
  /** Null: the connection is not one of the program to another server. */
  sharedOf(handle: object): Shared | null;
  /** Whether the program has started a worker thread. */
  hasThreads(): boolean;
}

export class Waits {
  /** Those on which something has been asked that is not over. */
  private readonly busy = new Set<Wire>();
  private isInCallback = false;
  /** In the callback that goes on. */
  private readonly answered: NamedWait[] = [];
  private readonly places = new Map<string, number>();
  /** How often it was switched off: what was posted before is not known to be answered. */
  private rests = 0;
  /** A message was read by the JavaScript that goes on, and it is not known yet whom that continues. */
  private received: { readonly on: ThreadMessages; readonly message: ReadMessage } | null = null;
  private readonly byHandle = new WeakMap<object, Wire>();
  private readonly writes = new HandleWrites(
    (handle, chunks) => this.wrote(handle, chunks),
    (handle) => this.closed(handle),
  );
  private isOn = true;
  private areHandshakesSeen = false;
  private work: WorkNow | null = null;
  private nodeWork: NodeWork | null = null;

  /** `onName`: peers, statements, methods in the order of their numbers. */
  constructor(
    private readonly ring: WaitRing,
    private readonly onName: (name: string) => void,
  ) {}

  observe(work: WorkNow): void {
    this.work = work;
    this.nodeWork = new NodeWork(work, (one) => this.tellCall(one));
    seeMessages(
      (port) => this.posted(port),
      (port) => this.receivedOn(port),
    );
  }

  /** Node has made an object that may call back. */
  made(type: string, resource: object): void {
    try {
      if (type === TLS) this.seeHandshakes();
      if (this.isOn) this.nodeWork?.made(type, resource);
    } catch {
      // This is then not observed. What a hook throws ends the program.
    }
  }

  private seeHandshakes(): void {
    if (this.areHandshakesSeen || this.work === null) return;
    this.areHandshakesSeen = true;
    observeHandshakes(this.work, (one) => this.tell(one));
  }

  /** It does. */
  calledBack(resource: object, time: Microseconds): void {
    try {
      this.nodeWork?.calledBack(resource, time);
    } catch {
      // As above.
    }
  }

  /** A handle that was not seen before. */
  see(handle: object): void {
    this.writes.watch(handle);
  }

  switchTo(isOn: boolean): void {
    this.isOn = isOn;
    if (isOn) return;
    this.nodeWork?.restart();
    this.rests += 1;
    this.received = null;
  }

  /** A call to another server is over. Whose it was may be known when the callback is over in which it was answered. */
  tellCall(call: NamedWait): void {
    if (call.request === UNKNOWN_OWNER && this.isInCallback) this.answered.push(call);
    else this.tell(call);
  }

  private tell({ kind, to, name, start, end, line, request, status, limit }: NamedWait): void {
    if (!this.isOn) return;
    this.ring.write({ start, end, line, request, kind: kindNumber(kind), to: this.numberOf(to), name: this.numberOf(name), status, limit });
  }

  beginCallback(of: Shared, time: number): void {
    this.isInCallback = true;
    of.wire?.beginCallback(time);
    this.messagesOf(of)?.beginCallback(time);
  }

  endCallback(of: Shared, asking: readonly RequestInWork[], isElseFirst: boolean, hasElse: boolean): void {
    this.isInCallback = false;
    if (this.answered.length > 0) this.endCalls(asking, isElseFirst, hasElse);
    this.messagesOf(of)?.endCallback(asking, isElseFirst, hasElse);
    const { wire } = of;
    if (wire === null) return;
    wire.endCallback(asking, isElseFirst, hasElse);
    if (!wire.isBusy) this.busy.delete(wire);
  }

  /** A pool of undici makes a request when a connection is free, in whose name is not known: whoever goes on has asked for it, since it last ran. */
  private endCalls(asking: readonly RequestInWork[], isElseFirst: boolean, hasElse: boolean): void {
    const calls = this.answered.splice(0);
    calls.forEach((call, place) => {
      const owner = ownerOf({ isMixed: false }, place, calls.length, asking, isElseFirst, hasElse);
      if (owner === null || owner === 'none') this.tell({ ...call, request: owner === null ? UNKNOWN_OWNER : NO_OWNER });
      else
        this.tell({
          ...call,
          request: owner.request,
          line: owner.waitingSince > call.start ? UNKNOWN_LINE : call.start - owner.waitingSince,
        });
    });
  }

  /** The connection gets no more replies. */
  private closed(handle: object): void {
    const wire = this.byHandle.get(handle);
    if (wire === undefined) return;
    wire.close(clockUs());
    if (!wire.isBusy) this.busy.delete(wire);
  }

  /** The recording ends. `calls`: to other servers, that are not over. Returns how many names were told of: they arrive later than this. */
  end(calls: readonly NamedWait[]): number {
    const time = clockUs();
    for (const wire of this.busy) wire.tellOpen(time, STILL_OPEN);
    for (const call of calls) this.tell({ ...call, end: time, status: STILL_OPEN });
    return this.places.size;
  }

  /** What nobody has gone on after is told as it is. */
  flush(): void {
    for (const call of this.answered.splice(0)) this.tell(call);
    for (const wire of this.busy) {
      wire.flush();
      if (!wire.isBusy) this.busy.delete(wire);
    }
  }

  private wrote(handle: object, chunks: () => readonly Uint8Array[]): void {
    const { work } = this;
    if (!this.isOn || work === null) return;
    const shared = work.sharedOf(handle);
    if (shared === null) return;
    const known = shared.wire;
    const wire = known ?? new Wire(this.tellerOf(shared), () => bytesReadOn(handle));
    if (wire.isIgnored) return;
    wire.wrote(chunks(), clockUs(), work.asker, work.askerIdleSince);
    if (known === null) {
      shared.wire = wire;
      this.byHandle.set(handle, wire);
      if (wire.wantsBytes)
        showBytes(
          handle,
          (bytes) => wire.read(bytes),
          () => wire.giveUp(),
        );
    }
    if (!wire.isBusy) return;
    if (this.busy.size >= MOST_BUSY) this.flush();
    this.busy.add(wire);
  }

  private posted(port: object): void {
    const { work } = this;
    const shared = this.sharedOf(port);
    if (work === null || shared === null || !work.hasThreads()) return;
    let messages = this.messagesOf(shared);
    if (messages === null) {
      const peer = { kind: 'worker', to: THREADS, name: '', status: 0, limit: 0 } as const;
      messages = new ThreadMessages((one) => this.tell({ ...peer, ...one }), this.rests);
      shared.messages = messages;
    }
    messages.posted(clockUs(), work.asker, work.askingWork, work.askerIdleSince);
  }

  private sharedOf(port: object): Shared | null {
    return this.isOn && this.work !== null ? this.work.sharedOf(port) : null;
  }

  private messagesOf({ messages }: Shared): ThreadMessages | null {
    return messages?.rests === this.rests ? messages : null;
  }

  private receivedOn(port: object): void {
    this.endReceived(null);
    const shared = this.sharedOf(port);
    const on = shared && this.messagesOf(shared);
    if (on !== null) this.received = { on, message: on.readNow(clockUs()) };
  }

  get hasReceived(): boolean {
    return this.received !== null;
  }

  /** `owner`: the JavaScript that has read a message continues it, before anything else runs; null: something else runs. */
  endReceived(owner: RequestInWork | null): void {
    const { received } = this;
    if (received === null) return;
    this.received = null;
    received.on.answer(received.message, owner);
  }

  private tellerOf(shared: Shared): (ended: EndedExchange) => void {
    const last = { scheme: '', peer: '', to: -1 };
    return ({ kind, scheme, name, start, end, line, request, status }) => {
      if (!this.isOn) return;
      const { peer } = shared;
      if (last.to < 0 || peer !== last.peer || scheme !== last.scheme)
        Object.assign(last, { scheme, peer, to: this.numberOf(peer === '' ? scheme : `${scheme}://${peer}`) });
      const { to } = last;
      this.ring.write({ start, end, line, request, kind: kindNumber(kind), to, name: this.numberOf(name), status, limit: 0 });
    };
  }

  private numberOf(name: string): number {
    const place = this.places.get(name);
    if (place !== undefined) return place;
    if (this.places.size >= MOST_NAMES && name !== OTHERS) return this.numberOf(OTHERS);
    this.places.set(name, this.places.size);
    this.onName(name);
    return this.places.size - 1;
  }
}
