/** The processes of this machine, as reported by Linux (/proc). Elsewhere there are none to see. Builtins only: also part of the agent. */
import { readdirSync, readFileSync } from 'node:fs';
import { RUN_VARIABLE } from './protocol.ts';

export interface ProcessRow {
  readonly pid: number;
  readonly ppid: number;
  readonly group: number;
  /** Clock ticks since boot; with the pid it names a process for ever. */
  readonly startTicks: number;
  /** CPU time in clock ticks, user and system. */
  readonly cpuTicks: number;
  /** CPU time of its children that have ended and been waited for, and of theirs, in clock ticks. */
  readonly reapedTicks: number;
}

/** Null: no such process, or it is dead already and only waits to be collected (a zombie). */
export function readProcess(pid: number | 'self'): ProcessRow | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return null;
  }
  return parseStat(pid === 'self' ? process.pid : pid, text);
}

/** `pid (name) S ppid pgrp ...`; the name may contain anything, so fields are counted from the last parenthesis. */
export function parseStat(pid: number, text: string): ProcessRow | null {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const state = fields[0];
  if (state === undefined || state === 'Z' || state === 'X') return null;
  const at = (index: number) => Number(fields[index]);
  return {
    pid,
    ppid: at(1),
    group: at(2),
    cpuTicks: at(11) + at(12),
    reapedTicks: at(13) + at(14),
    startTicks: at(19),
  };
}

export function listProcesses(): ProcessRow[] {
  return listPids()
    .map(readProcess)
    .filter((row) => row !== null);
}

export function listPids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/**
 * Whether the process was started with our marker in its environment; forks inherit it. Members of a group have the marker of their run with
 * something after a dot.
 */
export function isMarked(pid: number, runId: string): boolean {
  try {
    const environment = `\0${readFileSync(`/proc/${pid}/environ`, 'latin1')}`;
    return ['\0', '.'].some((end) => environment.includes(`\0${RUN_VARIABLE}=${runId}${end}`));
  } catch {
    return false;
  }
}

/** The rows whose ancestors include one of `roots`, the roots themselves left out. */
export function descendantsOf(roots: ReadonlySet<number>, rows: readonly ProcessRow[]): ProcessRow[] {
  const children = new Map<number, ProcessRow[]>();
  for (const row of rows) {
    const siblings = children.get(row.ppid);
    if (siblings) siblings.push(row);
    else children.set(row.ppid, [row]);
  }
  const found = new Map<number, ProcessRow>();
  const open = [...roots];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    for (const child of children.get(pid) ?? []) {
      if (found.has(child.pid) || roots.has(child.pid)) continue;
      found.set(child.pid, child);
      open.push(child.pid);
    }
  }
  return [...found.values()];
}

/** The first process of a program that was started: it leads a group of processes, which has its pid as id. */
export type Leader = Pick<ProcessRow, 'pid' | 'startTicks'>;

/**
 * Every process of a run: those that carry its marker, and all that descend from them. A program may have written over its environment, as
 * nginx does: those that are in the group of a leader are found without.
 */
export function processesOfRun(runId: string, leaders: readonly Leader[] = []): ProcessRow[] {
  const rows = listProcesses().filter(({ pid }) => pid !== process.pid);
  const groups = new Set(leaders.filter((leader) => !isAnother(leader, rows)).map(({ pid }) => pid));
  const marked = rows.filter(({ pid, group }) => groups.has(group) || isMarked(pid, runId));
  const roots = new Set(marked.map(({ pid }) => pid));
  return [...marked, ...descendantsOf(roots, rows)];
}

/** Whether its pid now belongs to another process. The id of a process group is not reused while a member is left. */
function isAnother({ pid, startTicks }: Leader, rows: readonly ProcessRow[]): boolean {
  const now = rows.find((row) => row.pid === pid);
  return now !== undefined && now.startTicks !== startTicks;
}
