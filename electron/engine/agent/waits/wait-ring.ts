/** What the main thread leaves for the agent's own thread about waits that are over. */
import type {
  WAIT_KINDS as KINDS_IN_MODEL,
  UNKNOWN_LINE as LINE_IN_MODEL,
  NO_OWNER as NONE_IN_MODEL,
  STILL_OPEN as OPEN_IN_MODEL,
  UNKNOWN_OWNER as OWNER_IN_MODEL,
  NO_REPLY as REPLY_IN_MODEL,
  WaitKind,
} from '../../../../shared/model/waits.ts';
import { RowRing } from './row-ring.ts';

export const WAIT_FIELDS = ['start', 'end', 'line', 'request', 'kind', 'to', 'name', 'status', 'limit'] as const;
export type EndedWait = Readonly<Record<(typeof WAIT_FIELDS)[number], number>>;

/** What is waited for, by name. */
export interface NamedWait {
  readonly kind: WaitKind;
  readonly to: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly request: number;
  readonly status: number;
  /** 0: as many as there are, or not known. */
  readonly limit: number;
  /** How long the event loop had nothing to do between start and end, and in line; absent: not asked. */
  readonly idle?: number;
  readonly lineIdle?: number;
}

// As in shared/model/waits.ts, of which the agent has only the types.
export const UNKNOWN_LINE: typeof LINE_IN_MODEL = 0xffff_ffff;
export const NO_OWNER: typeof NONE_IN_MODEL = 0;
export const UNKNOWN_OWNER: typeof OWNER_IN_MODEL = 0xffff_ffff;
export const NO_REPLY: typeof REPLY_IN_MODEL = 0xffff;
export const STILL_OPEN: typeof OPEN_IN_MODEL = 0xfffe;
const WAIT_KINDS: typeof KINDS_IN_MODEL = ['query', 'http', 'socket', 'connect', 'dns', 'file', 'threadpool', 'timer', 'worker'];
export const kindNumber = (kind: WaitKind): number => WAIT_KINDS.indexOf(kind);

/** 160,000 a second, as the reader comes every 50 ms. */
const CAPACITY = 2 ** 14;

export type WaitRing = RowRing<(typeof WAIT_FIELDS)[number]>;

export function waitRing(buffer?: SharedArrayBuffer): WaitRing {
  return new RowRing(WAIT_FIELDS, CAPACITY, buffer);
}
