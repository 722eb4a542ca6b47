/** Who has used the CPU, as Linux counts it (/proc). Other systems do not report it. */
import { readFileSync } from 'node:fs';
import type { Microseconds, Milliseconds } from '../../../shared/base/units.ts';
import type { ProcessRow } from '../agent/processes.ts';

/** Linux counts CPU time in 1/100 s for user programs on every architecture Node runs on. */
export const TICK_US: Microseconds = 10_000;

/** CPU time of all cores together since boot. */
export interface MachineCpu {
  /**
   * In processes and in the kernel for them. Interrupts are left out: those of the network serve any program, and loopback load makes
   * many, which are counted to no process.
   */
  readonly busyUs: Microseconds;
  /** Taken by the host of a virtual machine. */
  readonly stealUs: Microseconds;
}

/** Null: the system does not report it. */
export function readMachineCpu(): MachineCpu | null {
  try {
    return parseMachineCpu(readFileSync('/proc/stat', 'latin1'));
  } catch {
    return null;
  }
}

/** `cpu  user nice system idle iowait irq softirq steal guest guest_nice`; guests are part of user. Null: not counted (some containers). */
export function parseMachineCpu(text: string): MachineCpu | null {
  const fields = /^cpu +([\d ]+)$/m.exec(text)?.[1]?.split(' ').map(Number);
  if (!fields || fields.length < 8 || fields.every((ticks) => ticks === 0)) return null;
  const [user, nice, system] = fields as [number, number, number];
  return { busyUs: (user + nice + system) * TICK_US, stealUs: fields[7]! * TICK_US };
}

/**
 * CPU time that processes have used between two samples.
 *
 * A child that has ended stands in its parent's account of reaped children with all it ever used, of which a part had been seen before;
 * one that was started meanwhile is seen with all of it.
 */
export function usedBetween(before: readonly ProcessRow[], now: readonly ProcessRow[]): Microseconds {
  const known = new Map(before.map((row) => [`${row.pid} ${row.startTicks}`, row]));
  const lastLook = before.reduce((latest, { startTicks }) => Math.max(latest, startTicks), 0);
  let [ticks, reaped] = [0, 0];
  for (const row of now) {
    const key = `${row.pid} ${row.startTicks}`;
    const earlier = known.get(key);
    known.delete(key);
    if (earlier) {
      ticks += row.cpuTicks - earlier.cpuTicks;
      reaped += row.reapedTicks - earlier.reapedTicks;
    } else if (row.startTicks >= lastLook) ticks += row.cpuTicks;
  }
  for (const { cpuTicks, reapedTicks } of known.values()) reaped -= cpuTicks + reapedTicks;
  return (ticks + Math.max(0, reaped)) * TICK_US;
}

/** How long the main thread of a process was ready to run and had no core, since it began (`/proc/PID/schedstat`); 0: not reported. */
export function readRunDelayMs(pid: number): Milliseconds {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[1]) / 1e6 || 0;
  } catch {
    return 0;
  }
}
