/** A server that was running already, seen from outside: the given processes and their descendants. */
import type { TargetProcess } from '../../../shared/model/run.ts';
import { descendantsOf, listProcesses, type ProcessRow, readProcess } from '../agent/processes.ts';
import { clockUs } from '../machine/clock.ts';
import { OutsideWatch } from './outside-watch.ts';
import { isRunning, startOf } from './process-life.ts';
import type { TargetRun } from './target-port.ts';

export interface ServerWatch {
  /** Its live processes. */
  processes(): readonly ProcessRow[];
  /** As of `TargetPort`. */
  sample(): void;
  stop(): void;
}

/**
 * The workers of a server need not hold its port: they are found as its descendants, those that come later included. `successors`: who has taken the
 * place of those that were named, asked when none of them runs any more.
 */
export function watchServer(named: ReadonlySet<number>, run: TargetRun, successors: () => readonly number[] = () => []): ServerWatch {
  let seen: readonly ProcessRow[] = [];
  const roots = new Set(named);
  const known = new Map<number, TargetProcess>();
  const tell = (one: TargetProcess) => {
    known.set(one.pid, one);
    run.record({ type: 'process', process: one });
  };
  const isDeserted = () => known.size > 0 && ![...roots].some(isRunning);
  const look = (): readonly ProcessRow[] => {
    if (isDeserted()) for (const pid of successors()) roots.add(pid);
    // Processes of this run do not count as the server's, even if the server has started this program.
    const others = listProcesses().filter(({ pid }) => pid !== process.pid);
    seen = [...others.filter(({ pid }) => roots.has(pid)), ...descendantsOf(roots, others)];
    return seen;
  };
  const main = mainOf(look());
  const watch = new OutsideWatch(
    { look },
    {
      mainPid: main,
      expectsAgent: () => false,
      settleMs: 0,
      hasAgent: () => false,
      hasReported: () => false,
      isServing: () => true,
      reports: () => false,
      wantsPorts: () => false,
      isDeserted,
    },
    {
      onUnobserved: ({ pid, ppid: parentPid }, title) =>
        tell({
          ...{ pid, parentPid, role: pid === main ? 'main' : 'child', title, node: '', startedAt: startOf(pid) },
          ...(roots.has(pid) ? { servesFrom: clockUs() } : {}),
        }),
      onEnded: (pid, at) => {
        const one = known.get(pid);
        if (one !== undefined && one.ended === undefined) tell({ ...one, ended: { at, exit: null } });
      },
      onSample: (sample) => run.record({ type: 'server', samples: [sample] }),
      onThreads: (threads) => run.record({ type: 'thread-times', ...threads }),
      onPort: () => {},
    },
  );
  return {
    processes: () => seen.map(({ pid }) => readProcess(pid)).filter((row) => row !== null),
    sample: () => watch.sample(),
    stop: () => watch.stop(),
  };
}

/** The process that started the others: workers often hold the port as well. */
function mainOf(rows: readonly ProcessRow[]): number {
  const pids = new Set(rows.map(({ pid }) => pid));
  return (rows.find(({ ppid }) => !pids.has(ppid)) ?? rows[0])?.pid ?? 0;
}
