/** A server that runs already, on this machine or another: nothing is started, and nothing is stopped. */
import { fail, succeed } from '../../../shared/model/failure.ts';
import { urlOn } from '../../../shared/model/setup/server-url.ts';
import type { TargetOf } from '../../../shared/model/setup/setup.ts';
import { say } from '../../../shared/words/said.ts';
import type { ProcessRow } from '../agent/processes.ts';
import { hostOfUrl, portOfUrl } from '../load/loopback.ts';
import type { UrlOutcome } from './look-at-url.ts';
import { isThisMachine, listHolders } from './port-owner.ts';
import type { TargetKind, TargetPort, TargetRun } from './target-port.ts';
import { accepts } from './try-port.ts';
import { type ServerWatch, watchServer } from './watch-server.ts';

type UrlTarget = TargetOf<'url'>;

export const urlTarget: TargetKind<UrlTarget> = {
  knownUrl: ({ server }, url) => urlOn(server, url),
  check: async () => [],
  start: async (asked, run) => succeed(new RunningServer(asked, run)),
};

class RunningServer implements TargetPort {
  /** Its end shows only in failing requests. */
  readonly ended = new Promise<never>(() => {});
  private watch: ServerWatch | null = null;
  private isElsewhere = false;

  constructor(
    private readonly asked: UrlTarget,
    private readonly run: TargetRun,
  ) {}

  facts() {
    return { node: '', nodePath: '', agent: false };
  }

  async findUrl(path: string, addresses: readonly string[] | null, signal: AbortSignal): Promise<UrlOutcome> {
    const url = new URL(urlOn(this.asked.server, path));
    const port = portOfUrl(url);
    for (const host of addresses ?? [hostOfUrl(url)]) {
      const isUp = await accepts(host, port);
      // A watch that begins after `stop` would never end.
      signal.throwIfAborted();
      if (!isUp) continue;
      if (isThisMachine(host)) this.watchFrom(host, port);
      else this.isElsewhere = true;
      return { kind: 'found', url: url.href };
    }
    const server = this.asked.server;
    return { kind: 'failed', failure: fail('unreachable', say('target.nothingThere', { server }), say('target.startIt')).failure };
  }

  processes(): readonly ProcessRow[] | null {
    return this.isElsewhere ? [] : (this.watch?.processes() ?? null);
  }

  async sample(): Promise<void> {
    this.watch?.sample();
  }

  async stop(): Promise<null> {
    this.watch?.stop();
    return null;
  }

  /** The process that listens there. */
  private watchFrom(host: string, port: number): void {
    const listOthers = () => listHolders(host, port).filter((pid) => pid !== process.pid);
    const holders = new Set(listOthers());
    if (holders.size > 0) this.watch = watchServer(holders, this.run, listOthers);
    else this.run.record({ type: 'warning', says: say('target.cannotSee', { server: this.asked.server }) });
  }
}
