/** In how many processes a script or command runs, and what stands in front of it: nothing, nginx, or a proxy of the user's (docs/TOPOLOGIES.md). */
import { say } from '../words/said.ts';
import type { Refusal } from './setting.ts';
import { isWholePath } from './whole-path.ts';

export const DIRECT = 'direct';
/** Each copy is a process of its own, with what it starts. */
export const MOST_COPIES = 31;

export type Topology =
  | { readonly kind: 'direct' }
  /** They share one port. */
  | { readonly kind: 'processes'; readonly copies: number }
  | { readonly kind: 'nginx'; readonly copies: number }
  /** Absolute path of a script that Node runs. */
  | { readonly kind: 'proxy'; readonly file: string };

/** Null: it is none. */
export function readTopology(text: string): Topology | null {
  if (text === DIRECT) return { kind: 'direct' };
  const [, kind, number] = /^(processes(?=:)|nginx)(?::(\d{1,4}))?$/.exec(text) ?? [];
  const copies = Number(number ?? 1);
  if (kind === 'nginx' || kind === 'processes') return copies >= 1 && copies <= MOST_COPIES ? { kind, copies } : null;
  const file = proxyFileIn(text);
  return file !== null && isWholePath(file) ? { kind: 'proxy', file } : null;
}

/** As it was typed, which may go on from some folder. Null: it is no `proxy:FILE`. */
export function proxyFileIn(text: string): string | null {
  return /^proxy:(.+)$/s.exec(text)?.[1] ?? null;
}

export function refuseTopology(text: string): Refusal | null {
  return readTopology(text) === null
    ? { says: say('topology.unknown', { text }), hint: say('topology.form', { most: MOST_COPIES }) }
    : null;
}
