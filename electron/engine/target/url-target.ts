/** A server that runs already, on this machine or another: nothing is started, and nothing is stopped. */
import { fail, succeed } from '../../../shared/model/failure.ts';
import { urlOn } from '../../../shared/model/server-url.ts';
import type { TargetOf } from '../../../shared/model/setup.ts';
import { say } from '../../../shared/words/said.ts';
import { descendantsOf, listProcesses, type ProcessRow, readProcess } from '../agent/processes.ts';
import type { UrlAnswer } from './look-at-url.ts';
import { OutsideWatch } from './outside-watch.ts';
import { isThisMachine, listHolders } from './port-owner.ts';
import type { TargetKind, TargetPort, TargetRun } from './target-port.ts';
import { accepts } from './try-port.ts';

type UrlTarget = TargetOf<'url'>;

export const urlTarget: TargetKind<UrlTarget> = {
  knownUrl: ({ server }, url) => urlOn(server, url),
  check: async () => [],
  start: async (asked, run) => succeed(new RunningServer(asked, run)),
};

class RunningServer implements TargetPort {
  /** Whether it ends is only seen by the requests that fail. */
  readonly ended = new Promise<never>(() => {});
  private watch: OutsideWatch | null = null;
  private seen: readonly ProcessRow[] | null = null;

  constructor(
    private readonly asked: UrlTarget,
    private readonly run: TargetRun,
  ) {}

  facts() {
    return { node: '', nodePath: '', agent: false };
  }

  async findUrl(path: string, addresses: readonly string[] | null): Promise<UrlAnswer> {
    const url = new URL(urlOn(this.asked.server, path));
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    for (const host of addresses ?? [url.hostname.replace(/^\[|\]$/g, '')]) {
      if (!(await accepts(host, port))) continue;
      if (isThisMachine(host)) this.watchFrom(host, port);
      else this.seen = [];
      return { kind: 'found', url: url.href };
    }
    const server = this.asked.server;
    return { kind: 'failed', failure: fail('unreachable', say('target.nothingThere', { server }), say('target.startIt')).failure };
  }

  processes(): readonly ProcessRow[] | null {
    if (this.seen === null) return null;
    return this.seen.map(({ pid }) => readProcess(pid)).filter((row) => row !== null);
  }

  async stop(): Promise<null> {
    this.watch?.stop();
    return null;
  }

  /** Whoever listens there, and what it has started: the workers of a server need not hold its port. */
  private watchFrom(host: string, port: number): void {
    const holders = new Set(listHolders(host, port).filter((pid) => pid !== process.pid));
    if (holders.size === 0) {
      this.run.record({ type: 'warning', says: say('target.cannotSee', { server: this.asked.server }) });
      return;
    }
    const look = (): readonly ProcessRow[] => {
      // Whatever this run uses itself is none of the server's, even where the server has started this program.
      const others = listProcesses().filter(({ pid }) => pid !== process.pid);
      this.seen = [...others.filter(({ pid }) => holders.has(pid)), ...descendantsOf(holders, others)];
      return this.seen;
    };
    const main = mainOf(look());
    this.watch = new OutsideWatch(
      { look },
      { mainPid: main, expectsAgent: () => false, settleMs: 0, hasAgent: () => false, wantsPorts: () => false },
      {
        onUnobserved: ({ pid, ppid: parentPid }, title) =>
          this.run.record({ type: 'process', process: { pid, parentPid, role: pid === main ? 'main' : 'child', title, node: '' } }),
        onSample: (sample) => this.run.record({ type: 'server', samples: [sample] }),
        onPort: () => {},
      },
    );
  }
}

/** The one that has started the others: workers often hold the port as well. */
function mainOf(rows: readonly ProcessRow[]): number {
  const pids = new Set(rows.map(({ pid }) => pid));
  return (rows.find(({ ppid }) => !pids.has(ppid)) ?? rows[0])?.pid ?? 0;
}
