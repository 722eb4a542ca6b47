/** Waits written by hand. */
import { UNKNOWN_LINE, WAIT_KINDS, type WaitKind } from '../../shared/model/waits.ts';
import { Waits } from '../../shared/session/wait-rows.ts';

export interface MadeWait {
  readonly request: number;
  readonly at: readonly [start: number, end: number];
  /** Null: not known. */
  readonly line?: number | null;
  readonly pid?: number;
  readonly kind?: WaitKind;
  readonly to?: string;
  readonly name?: string;
  readonly status?: number;
  readonly limit?: number;
}

export const [DATABASE, UPSTREAM] = ['postgresql://127.0.0.1:5432', 'http://127.0.0.1:4555'];

export function makeRows(given: readonly MadeWait[]): Parameters<Waits['add']>[0] {
  const names = [...new Set(given.flatMap(({ to = DATABASE, name = 'select a' }) => [to, name]))];
  return {
    names,
    lost: 0,
    rows: {
      start: given.map(({ at }) => at[0]),
      end: given.map(({ at }) => at[1]),
      line: given.map(({ line = 0 }) => line ?? UNKNOWN_LINE),
      request: given.map(({ request }) => request),
      pid: given.map(({ pid = 5 }) => pid),
      kind: given.map(({ kind = 'query' }) => WAIT_KINDS.indexOf(kind)),
      to: given.map(({ to = DATABASE }) => names.indexOf(to)),
      name: given.map(({ name = 'select a' }) => names.indexOf(name)),
      status: given.map(({ status = 0 }) => status),
      limit: given.map(({ limit = 0 }) => limit),
    },
  };
}

export function makeWaitRows(...given: readonly MadeWait[]): Waits {
  const waits = new Waits();
  waits.add(makeRows(given));
  return waits;
}
