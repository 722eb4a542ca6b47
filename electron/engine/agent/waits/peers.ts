/**
 * Adds up the calls that the program makes to other servers, without a hook: of which request one was a part is not asked, so that a run whose figures are
 * compared is disturbed as little as possible. HTTP is announced by Node and undici (http-calls.ts); any other connection is seen where Node's sockets write,
 * and where they are given what was read.
 */
import { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Microseconds } from '../../../../shared/base/units.ts';
import type { PeerKind } from '../../../../shared/model/peer-calls.ts';
import { type Connected, peerAddress } from '../peer-address.ts';
import { bytesOf } from './handle-writes.ts';
import { observeHttpCalls } from './http-calls.ts';
import { MOST_PEERS, type Peer, type PeerTable } from './peer-table.ts';
import { type OnExchange, PeerWire } from './peer-wire.ts';
import { type ReadingHandle, showBytes } from './read-bytes.ts';
import { seeCalls } from './replace-method.ts';
import { type NamedWait, NO_OWNER, UNKNOWN_LINE } from './wait-ring.ts';

/** The last one stands for all that come later. */
const OTHERS: Peer = { kind: 'socket', to: '(others)' };

/** As a socket of Node is, as far as it is looked at. */
interface AnySocket extends Socket {
  /** Set by a server on what it has accepted. */
  readonly server?: unknown;
  readonly _handle?: (ReadingHandle & Connected) | null;
}

/** What many are written at once as. */
type Entry = { readonly chunk: unknown; readonly encoding: unknown };

/** Kept, as to look it up costs more than to read it. */
const timing = performance.nodeTiming;
/** Only differences are wanted, and it is read in a quarter of the time that the agent's clock takes. */
const now = performance.now.bind(performance);
const nowUs = (): Microseconds => now() * 1e3;
const NOT_LOOKED_AT: readonly Uint8Array[] = [];
const idleNow = (): Microseconds => timing.idleTime * 1e3;

export class Peers {
  private readonly wires = new WeakMap<AnySocket, PeerWire>();
  private readonly places = new Map<string, number>();

  /** `onPeer`: in the order of their numbers in the table. */
  constructor(
    private readonly table: PeerTable,
    private readonly onPeer: (peer: Peer) => void,
  ) {}

  observe(): void {
    observeHttpCalls({ asker: NO_OWNER }, (call) => this.endCall(call), { idleNow });
    // Node's sockets, of TLS as well, hand on to it all that is written on them: one piece with its encoding, or many.
    seeCalls(Socket.prototype, '_writeGeneric', (socket, [isMany, data, encoding]) =>
      this.wrote(socket as AnySocket, isMany === true, data, encoding),
    );
  }

  /** Status 0: it has failed. */
  private endCall({ to, start, end, line, status, idle = 0, lineIdle = 0 }: NamedWait): void {
    if (status !== 0) this.table.add(this.placeOf('http', to), end - start, idle, line === UNKNOWN_LINE ? null : line, lineIdle);
  }

  private wrote(socket: AnySocket, isMany: boolean, data: unknown, encoding: unknown): void {
    // While it connects, Node comes back with the same later.
    if (socket.server || socket.connecting || !socket._handle) return;
    const known = this.wires.get(socket);
    if (known?.isIgnored) return;
    const wire = known ?? new PeerWire(this.tellerOf(socket._handle));
    wire.wrote(wire.wantsBytes ? chunksOf(isMany, data, encoding) : NOT_LOOKED_AT, nowUs(), idleNow());
    if (known !== undefined) return;
    this.wires.set(socket, wire);
    if (wire.isIgnored) return;
    showBytes(
      socket._handle,
      // Before the program is given them.
      (bytes) => wire.read(bytes, nowUs(), idleNow()),
      () => wire.giveUp(),
    );
  }

  private tellerOf(handle: NonNullable<AnySocket['_handle']>): OnExchange {
    let place = -1;
    return (scheme, progress, idle) => {
      if (place < 0) place = this.placeOf(scheme === null ? 'socket' : 'query', peerOf(scheme ?? 'tcp', handle));
      this.table.add(place, progress, idle, null, 0);
    };
  }

  private placeOf(kind: PeerKind, to: string): number {
    const key = `${kind} ${to}`;
    const known = this.places.get(key);
    if (known !== undefined) return known;
    const { size } = this.places;
    if (size === MOST_PEERS - 1 && key !== `${OTHERS.kind} ${OTHERS.to}`) return this.placeOf(OTHERS.kind, OTHERS.to);
    if (size >= MOST_PEERS) return MOST_PEERS - 1;
    this.places.set(key, size);
    this.onPeer({ kind, to });
    return size;
  }
}

function peerOf(scheme: string, handle: Connected): string {
  const address = peerAddress(handle);
  return address === '' ? scheme : `${scheme}://${address}`;
}

function chunksOf(isMany: boolean, data: unknown, encoding: unknown): readonly Uint8Array[] {
  return isMany ? (data as readonly Entry[]).map((one) => bytesOf(one.chunk, one.encoding)) : [bytesOf(data, encoding)];
}
