/** The servers among the processes of this user that run Node, to choose one to measure. Linux only. */
import type { RunningNode } from '../../../shared/protocol/setup-contract.ts';
import { listPids } from '../agent/processes.ts';
import { listOpenPorts } from './listening-ports.ts';
import { isOfARun } from './port-owner.ts';
import { isNode, titleOf } from './process-title.ts';

const MOST = 12;

/** Newest first; neither this program nor what its runs have started. */
export function listRunningNodes(): RunningNode[] {
  const rows = listPids()
    .filter((pid) => pid !== process.pid && isNode(pid) && !isOfARun(pid))
    .map((pid) => ({ pid, title: titleOf(pid), ports: [...new Set(listOpenPorts(pid).map(({ port }) => port))] }));
  return rows
    .filter(({ ports }) => ports.length > 0)
    .sort((a, b) => b.pid - a.pid)
    .slice(0, MOST);
}
