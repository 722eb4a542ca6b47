/** Which process an agent speaks for. In a PID namespace of its own (a container, `unshare --pid`) it knows itself by another number than we do. */
import { readFileSync } from 'node:fs';
import { listProcesses, type ProcessRow, readProcess } from '../agent/processes.ts';

interface Told {
  /** The process id in the namespace of the process. */
  readonly pid: number;
  readonly ppid: number;
  /** Null: its system does not report it. */
  readonly startTicks: number | null;
}

/** Its process id and that of its parent in our namespace; as reported by the agent if they cannot be determined. */
export function processOfAgent({ pid, ppid, startTicks }: Told): Pick<ProcessRow, 'pid' | 'ppid'> {
  const told = { pid, ppid };
  if (startTicks === null || process.platform !== 'linux' || readProcess(pid)?.startTicks === startTicks) return told;
  const found = listProcesses().filter((row) => row.startTicks === startTicks && innermostPid(row.pid) === pid);
  return found.length === 1 ? { pid: found[0]!.pid, ppid: found[0]!.ppid } : told;
}

/** The process id in its own namespace: the last number, as there is one for each namespace. */
function innermostPid(pid: number): number | null {
  try {
    return parseInnermost(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return null;
  }
}

export function parseInnermost(status: string): number | null {
  const numbers = /^NSpid:\s+([\d\s]+)$/m.exec(status)?.[1]?.trim().split(/\s+/) ?? [];
  return numbers.length === 0 ? null : Number(numbers[numbers.length - 1]);
}
