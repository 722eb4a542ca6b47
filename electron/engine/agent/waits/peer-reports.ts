/** In the agent's own thread: reports what has been asked of other servers since the recording began. */
import type { CaptureContext, WorkerHalf } from '../capture-half.ts';
import { type Peer, type PeerSums, sumsSince } from './peer-table.ts';

/** So much a server that is killed loses. */
const REPORT_EVERY_MS = 1_000;

/** Since the recording began, as a whole each time. */
export type PeerReport = readonly (Peer & PeerSums)[];

export class PeerReports implements WorkerHalf {
  private before: readonly PeerSums[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly context: Pick<CaptureContext<PeerReport>, 'peers' | 'report'>) {}

  async start(): Promise<void> {
    const { peers } = this.context;
    this.before = peers === null ? [] : peers.peers.map((_, number) => peers.table.read(number));
    // That they are observed is told even where there are none.
    this.report();
    this.timer = setInterval(() => this.report(), REPORT_EVERY_MS);
  }

  async stop(): Promise<void> {
    this.report();
    this.close();
  }

  leave(): Promise<void> {
    return this.stop();
  }

  close(): void {
    clearInterval(this.timer);
  }

  private report(): void {
    const { peers, report } = this.context;
    if (peers === null) return;
    report(
      peers.peers
        .map((peer, number) => ({ ...peer, ...sumsSince(peers.table.read(number), this.before[number]) }))
        .filter(({ calls }) => calls > 0),
    );
  }
}
