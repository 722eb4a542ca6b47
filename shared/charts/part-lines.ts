/** The processes of a server by what they are part of: "nginx × 3", "server.js × 3", "gunicorn worker × 2". Their sums stand on each other. */
import type { TargetProcess } from '../model/run.ts';
import { type ServerLines, type Values, valueAt } from './chart-lines.ts';

export interface PartName {
  /** The member of a group, or what the processes run. */
  readonly name: string;
  /** Not the first process of its program, but one that it started and that runs the same. */
  readonly isWorker: boolean;
  readonly count: number;
}

export interface Part {
  readonly name: PartName;
  readonly cpu: Values;
  readonly memory: Values;
}

type Named = Pick<TargetProcess, 'pid' | 'role' | 'title' | 'member'>;

/** In the order of their first process; none if one process is all there is. */
export function computeParts({ x, pids, measures }: ServerLines, processes: readonly Named[]): Part[] {
  if (pids.length < 2) return [];
  const parts = new Map<string, { name: string; isWorker: boolean; rows: number[] }>();
  pids.forEach((pid, row) => {
    const process = processes.find((one) => one.pid === pid);
    const name = process?.member ?? process?.title ?? String(pid);
    const isWorker = process?.member === undefined && (process?.role === 'cluster worker' || isOfMain(process, processes));
    const key = `${isWorker} ${name}`;
    const part = parts.get(key) ?? { name, isWorker, rows: [] };
    part.rows.push(row);
    parts.set(key, part);
  });
  const sum = (lines: readonly Values[], rows: readonly number[]): Values =>
    x.map((_, at) =>
      sumAt(
        rows.map((row) => lines[row] ?? []),
        at,
      ),
    );
  return [...parts.values()].map(({ name, isWorker, rows }) => ({
    name: { name, isWorker, count: rows.length },
    cpu: sum(measures.cpu, rows),
    memory: sum(measures.memory, rows),
  }));
}

/** A child with the title of the main process: Gunicorn forks its workers from itself. */
function isOfMain(process: Named | undefined, processes: readonly Named[]): boolean {
  return process?.role === 'child' && processes.some(({ role, title }) => role === 'main' && title === process.title);
}

/** Each process counts with its own sample, or with its last one where others were sampled between; null: none was sampled. */
function sumAt(lines: readonly Values[], at: number): number | null {
  let sum: number | null = null;
  for (const values of lines) {
    const value = valueAt(values, at);
    if (value !== null) sum = (sum ?? 0) + value;
  }
  return sum;
}
