/** A server that somebody else has started, seen from outside: the processes that were named, and what they have started. */
import { descendantsOf, listProcesses, type ProcessRow, readProcess } from '../agent/processes.ts';
import { OutsideWatch } from './outside-watch.ts';
import type { TargetRun } from './target-port.ts';

export interface ServerWatch {
  /** Its live processes. */
  processes(): readonly ProcessRow[];
  /** As of `TargetPort`. */
  sample(): void;
  stop(): void;
}

/** The workers of a server need not hold its port: they are found as its descendants, those that come later included. */
export function watchServer(roots: ReadonlySet<number>, run: TargetRun): ServerWatch {
  let seen: readonly ProcessRow[] = [];
  const look = (): readonly ProcessRow[] => {
    // Whatever this run uses itself is none of the server's, even where the server has started this program.
    const others = listProcesses().filter(({ pid }) => pid !== process.pid);
    seen = [...others.filter(({ pid }) => roots.has(pid)), ...descendantsOf(roots, others)];
    return seen;
  };
  const main = mainOf(look());
  const watch = new OutsideWatch(
    { look },
    { mainPid: main, expectsAgent: () => false, settleMs: 0, hasAgent: () => false, isServing: () => true, wantsPorts: () => false },
    {
      onUnobserved: ({ pid, ppid: parentPid }, title) =>
        run.record({ type: 'process', process: { pid, parentPid, role: pid === main ? 'main' : 'child', title, node: '' } }),
      onSample: (sample) => run.record({ type: 'server', samples: [sample] }),
      onPort: () => {},
    },
  );
  return {
    processes: () => seen.map(({ pid }) => readProcess(pid)).filter((row) => row !== null),
    sample: () => watch.sample(),
    stop: () => watch.stop(),
  };
}

/** The one that has started the others: workers often hold the port as well. */
function mainOf(rows: readonly ProcessRow[]): number {
  const pids = new Set(rows.map(({ pid }) => pid));
  return (rows.find(({ ppid }) => !pids.has(ppid)) ?? rows[0])?.pid ?? 0;
}
