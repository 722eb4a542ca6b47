import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SPY = join(import.meta.dirname, '../fixtures/spy/network-spy.cjs');

export interface Spied {
  readonly pid: number;
  /** Address that was to be connected to. */
  readonly connect?: string;
  readonly spawn?: string;
  readonly args?: readonly string[];
  /** What the resolver was made to answer. */
  readonly resolved?: readonly string[];
}

/** Environment that lets every Node process below note its connections and spawns in `log`, and keeps it on this machine. */
export function spyEnvironment(log: string, localhost?: readonly (readonly string[])[]): Record<string, string> {
  return { NODE_OPTIONS: `--require ${SPY}`, SPY_LOG: log, ...(localhost ? { SPY_LOCALHOST: JSON.stringify(localhost) } : {}) };
}

export function readSpied(log: string): Spied[] {
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Spied);
}

export const isLoopback = (address: string): boolean => /^(127\.|::1$)/.test(address);
