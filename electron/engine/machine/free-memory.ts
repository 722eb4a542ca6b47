/** How much memory a program may still take before the system, or the container it runs in, is short of it. */
import { readFileSync } from 'node:fs';
import { freemem } from 'node:os';
import type { Bytes } from '../../../shared/base/units.ts';

const MEMINFO = '/proc/meminfo';
/** Of control groups, version 2; a container sees its own here. */
const GROUP = '/sys/fs/cgroup';

/** Of Linux without what it could give back of its caches; elsewhere what is free. */
export function freeMemory(read: (path: string) => string | null = readText): Bytes {
  const available = /^MemAvailable:\s+(\d+) kB/m.exec(read(MEMINFO) ?? '')?.[1];
  const free = available === undefined ? freemem() : Number(available) * 1_024;
  const [most, used] = [Number.parseInt(read(`${GROUP}/memory.max`) ?? '', 10), Number.parseInt(read(`${GROUP}/memory.current`) ?? '', 10)];
  // "max": there is no limit.
  return Number.isNaN(most) || Number.isNaN(used) ? free : Math.min(free, Math.max(0, most - used));
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
