/** What requests of a server waited for: other servers, files, threads, timers. Known where samples are told apart by request. */
import type { Column } from './table.ts';

/**
 * - `query`: a statement or a command of a database whose protocol is read
 * - `http`: a request to another server
 * - `socket`: bytes to a peer whose protocol is not read, and its reply
 * - `connect`: a connection is opened
 * - `dns`: the address of a name is looked up
 * - `file`: an operation on a file, in the pool of threads of libuv
 * - `threadpool`: compression and cryptography there
 * - `timer`: a timer that is due once
 * - `worker`: the reply of a worker thread
 *
 * New ones come at the end: sessions hold places in this list.
 */
export const WAIT_KINDS = ['query', 'http', 'socket', 'connect', 'dns', 'file', 'threadpool', 'timer', 'worker'] as const;
export type WaitKind = (typeof WAIT_KINDS)[number];
/** Calls to other servers. */
export const ASKED_OF_SERVERS: ReadonlySet<WaitKind> = new Set<WaitKind>(['query', 'http', 'socket']);
/** What takes turns in libuv's pool; `dns` does where it is a look-up by the system. */
export const IN_THREAD_POOL: ReadonlySet<WaitKind> = new Set<WaitKind>(['file', 'threadpool', 'dns']);

/** In the column `request`, where others have the number of a request. */
export const NO_OWNER = 0;
export const UNKNOWN_OWNER = 0xffff_ffff;
/** In the column `line`. */
export const UNKNOWN_LINE = 0xffff_ffff;
/** In the column `status`: the connection was closed before a reply came; none had come when the recording ended. Both are no status of HTTP. */
export const NO_REPLY = 0xffff;
export const STILL_OPEN = 0xfffe;

/** `status`: as in the column. */
export function hasReply(kind: WaitKind, status: number): boolean {
  return status < STILL_OPEN && !(kind === 'http' && status === 0);
}

export interface Wait {
  /** When it was first written, and when its reply had been read; µs on the engine's clock. */
  readonly start: number;
  readonly end: number;
  /** How long it was in line before, for a connection, a free socket or a thread, µs; UNKNOWN_LINE: not known. */
  readonly line: number;
  /** Of which request of its process it was a part; NO_OWNER: of none; UNKNOWN_OWNER: not known. */
  readonly request: number;
  readonly pid: number;
  /** Place in WAIT_KINDS. */
  readonly kind: number;
  /** Places in the list of names: the peer, and the statement, command or method. */
  readonly to: number;
  readonly name: number;
  /** HTTP status; 0: it has none, or it failed; NO_REPLY, STILL_OPEN: then it ended when the connection was closed, or with the recording. */
  readonly status: number;
  /** How many at once the pool or agent allows; 0: not known, or as many as there are. */
  readonly limit: number;
}

export const WAIT_COLUMNS = [
  { name: 'start', type: 'Float64', unit: 'us', meaning: "first bytes written, on the engine's clock; subtract the manifest's origin" },
  { name: 'end', type: 'Float64', unit: 'us', meaning: 'reply read, on the same clock' },
  { name: 'line', type: 'Uint32', unit: 'us', meaning: 'in line before that for a connection; 4294967295: not known' },
  { name: 'request', type: 'Uint32', unit: '', meaning: 'number of the request in its process; 0: of none, 4294967295: not known' },
  { name: 'pid', type: 'Uint32', unit: '', meaning: 'process' },
  { name: 'kind', type: 'Uint16', unit: '', meaning: 'place in the list of kinds' },
  { name: 'to', type: 'Uint16', unit: '', meaning: 'peer: place in the list of names' },
  { name: 'name', type: 'Uint16', unit: '', meaning: 'statement, command or method: place in the list of names' },
  {
    name: 'status',
    type: 'Uint16',
    unit: '',
    meaning: 'HTTP status; 0: none, 65535: closed before a reply came, 65534: still open when the recording ended',
  },
  { name: 'limit', type: 'Uint16', unit: '', meaning: 'how many at once were allowed; 0: not known' },
] as const satisfies readonly Column<keyof Wait>[];

export type WaitRows = { readonly [K in keyof Wait]: ArrayLike<number> };

/** 84 MB. Those after are counted. */
export const MOST_WAITS = 2_000_000;
export const MOST_WAIT_NAMES = 5_000;
export const MOST_WAIT_CHARACTERS = 400;

/** One of a request. */
export interface OutgoingWait extends Pick<Wait, 'start' | 'end' | 'line'> {
  /** Of HTTP; 0: it failed. Null: it has none, or none had come when the recording ended. */
  readonly status: number | null;
  readonly kind: WaitKind;
  /** `postgresql://127.0.0.1:5432`, `http://127.0.0.1:4555`. */
  readonly to: string;
  /** A statement without its values, a command, a method; empty: not known. */
  readonly name: string;
}
