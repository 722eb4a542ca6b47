/** Ports a process listens on, as Linux tells them: for processes that have no agent to report them. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface OpenPort {
  readonly host: string;
  readonly port: number;
}

const LISTEN = '0A';

export function listOpenPorts(pid: number): OpenPort[] {
  const inodes = socketInodes(pid);
  if (inodes.size === 0) return [];
  return ['tcp', 'tcp6'].flatMap((table) => parseListening(readText(`/proc/${pid}/net/${table}`), inodes));
}

/** Rows are `sl local_address rem_address st ... uid timeout inode`, addresses in hexadecimal. */
export function parseListening(table: string, inodes: ReadonlySet<string>): OpenPort[] {
  return table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === LISTEN && inodes.has(fields[9] ?? ''))
    .map((fields) => parseEndpoint(fields[1]!));
}

function parseEndpoint(text: string): OpenPort {
  const [address, port] = text.split(':') as [string, string];
  return { host: parseAddress(address), port: Number.parseInt(port, 16) };
}

/** Groups of four bytes, each in the machine's order (little-endian wherever Node runs today). */
function parseAddress(hex: string): string {
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) => (word.match(/../g) ?? []).reverse().map((byte) => Number.parseInt(byte, 16)));
  if (bytes.length === 4) return bytes.join('.');
  if (bytes.every((byte) => byte === 0)) return '::';
  const groups = Array.from({ length: 8 }, (_, i) => ((bytes[2 * i]! << 8) | bytes[2 * i + 1]!).toString(16));
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

function socketInodes(pid: number): Set<string> {
  const inodes = new Set<string>();
  for (const fd of readDir(`/proc/${pid}/fd`)) {
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

function readDir(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
