/** Ports a process listens on, as reported by Linux: for processes that have no agent to report them. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface OpenPort {
  readonly host: string;
  readonly port: number;
}

/** A listening socket; processes that hold the inode share it. */
export interface ListeningSocket extends OpenPort {
  readonly inode: string;
}

const LISTEN = '0A';

export function listOpenPorts(pid: number): OpenPort[] {
  const inodes = socketInodes(pid);
  if (inodes === null || inodes.size === 0) return [];
  return listListeningSockets(pid)
    .filter(({ inode }) => inodes.has(inode))
    .map(({ host, port }) => ({ host, port }));
}

/** All listening sockets in the network namespace of the process, of any process. */
export function listListeningSockets(pid: number | 'self'): ListeningSocket[] {
  return ['tcp', 'tcp6'].flatMap((table) => parseListening(readText(`/proc/${pid}/net/${table}`)));
}

/** Rows are `sl local_address rem_address st ... uid timeout inode`, addresses in hexadecimal. */
export function parseListening(table: string): ListeningSocket[] {
  return table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === LISTEN && fields[9] !== undefined)
    .map((fields) => ({ ...parseEndpoint(fields[1]!), inode: fields[9]! }));
}

function parseEndpoint(text: string): OpenPort {
  const [address, port] = text.split(':') as [string, string];
  return { host: parseAddress(address), port: Number.parseInt(port, 16) };
}

/** Groups of four bytes, each in the machine's byte order (little-endian wherever Node runs today). */
function parseAddress(hex: string): string {
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) => (word.match(/../g) ?? []).reverse().map((byte) => Number.parseInt(byte, 16)));
  if (bytes.length === 4) return bytes.join('.');
  if (bytes.every((byte) => byte === 0)) return '::';
  const groups = Array.from({ length: 8 }, (_, i) => ((bytes[2 * i]! << 8) | bytes[2 * i + 1]!).toString(16));
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

/** Null: not accessible (the process of another user, or one that is protected). Empty: the process has ended. */
export function socketInodes(pid: number): Set<string> | null {
  const inodes = new Set<string>();
  let descriptors: string[];
  try {
    descriptors = readdirSync(`/proc/${pid}/fd`);
  } catch (error) {
    return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '') ? null : inodes;
  }
  for (const fd of descriptors) {
    const match = /^socket:\[(\d+)\]$/.exec(readLink(`/proc/${pid}/fd/${fd}`));
    if (match) inodes.add(match[1]!);
  }
  return inodes;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
