/** Which process listens on a port of this machine, as reported by Linux. */
import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { listPids } from '../agent/processes.ts';
import { RUN_VARIABLE } from '../agent/protocol.ts';
import { type ListeningSocket, listListeningSockets, socketInodes } from './listening-ports.ts';
import { titleOf } from './process-title.ts';

/** The owner of a port. */
export interface PortHolder {
  readonly pid: number;
  readonly title: string;
  /** Started by a run of Loopscope. */
  readonly isOurs: boolean;
}

export type FindHolder = (port: number) => PortHolder | null;

/** `unknown`: not Linux, another machine, a process we may not inspect, or none we can see (for example the port of a container). */
export type PortOwner =
  | { readonly kind: 'ours' }
  | { readonly kind: 'unknown' }
  /** `pid` null: a process of another user. */
  | { readonly kind: 'foreign'; readonly pid: number | null; readonly name: string };

/** The process that accepts connections at `host` (an address, or `localhost`) and `port`; `ours`: the processes of the run. */
export function findPortOwner(host: string, port: number, ours: readonly number[]): PortOwner {
  if (process.platform !== 'linux' || !isThisMachine(host)) return { kind: 'unknown' };
  const inodes = inodesAt(receivesAt(host, port));
  if (inodes.size === 0) return { kind: 'unknown' };
  const looks = ours.map((pid) => holds(pid, inodes));
  if (looks.includes(true)) return { kind: 'ours' };
  // A process we may not inspect could be the one that listens.
  if (looks.includes(null)) return { kind: 'unknown' };
  const pid = listPids().find((one) => holds(one, inodes) === true) ?? null;
  return { kind: 'foreign', pid, name: pid === null ? '' : nameOf(pid) };
}

/** The process that listens on a port at any address; null: none, or it cannot be determined. */
export function findHolder(port: number): PortHolder | null {
  if (process.platform !== 'linux') return null;
  const inodes = inodesAt((socket) => socket.port === port);
  const pid = inodes.size === 0 ? undefined : listPids().find((one) => holds(one, inodes) === true);
  return pid === undefined ? null : { pid, title: titleOf(pid), isOurs: isOfARun(pid) };
}

/** All processes that hold the port, as far as this user may look at them. */
export function listHolders(host: string, port: number): number[] {
  if (process.platform !== 'linux') return [];
  const inodes = inodesAt(receivesAt(host, port));
  return inodes.size === 0 ? [] : listPids().filter((pid) => holds(pid, inodes) === true);
}

function inodesAt(isMeant: (socket: ListeningSocket) => boolean): Set<string> {
  return new Set(
    listListeningSockets('self')
      .filter(isMeant)
      .map(({ inode }) => inode),
  );
}

/** Processes started by a run have its mark in their environment, and so do their descendants. */
export function isOfARun(pid: number): boolean {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, 'latin1')}`.includes(`\0${RUN_VARIABLE}=`);
  } catch {
    return false;
  }
}

/** Null: cannot be determined. */
function holds(pid: number, inodes: ReadonlySet<string>): boolean | null {
  const held = socketInodes(pid);
  return held && [...inodes].some((inode) => held.has(inode));
}

/** `host`: an address or a name. Other names than `localhost` may be those of other machines. */
export function isThisMachine(host: string): boolean {
  if (host === 'localhost' || host === '::1' || host.startsWith('127.')) return true;
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host));
}

const EVERY_ADDRESS = ['0.0.0.0', '::'];

function receivesAt(host: string, port: number): (socket: ListeningSocket) => boolean {
  const addresses = [...EVERY_ADDRESS, ...(host === 'localhost' ? ['127.0.0.1', '::1'] : [host])];
  return (socket) => socket.port === port && addresses.includes(socket.host);
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}
