import { execFile } from 'node:child_process';
import { descendantsOf, listProcesses, type ProcessRow, processesOfRun } from '../agent/processes.ts';
import { kill } from '../agent/sweep.ts';
import { decideStop, type LadderAction } from './stop-ladder.ts';

const LOOK_EVERY_MS = 50;

/** The processes of one run: which there are, and how they are signalled. The child leads a process group of its own on POSIX. */
export class ProcessControl {
  /** Seen as descendants while their parents lived: a child that wiped its environment is found by this alone. */
  private readonly seen = new Map<number, number>();

  constructor(
    private readonly mainPid: number,
    private readonly runId: string,
    private readonly isMainAlive: () => boolean,
    /** Known from their agents; all there is where /proc is not. */
    private readonly agentPids: () => number[],
  ) {}

  /** Descendants of the script, remembered for `alive`. Linux only. */
  look(): ProcessRow[] {
    const rows = listProcesses();
    const tree = descendantsOf(new Set([this.mainPid]), rows);
    for (const { pid, startTicks } of tree) this.seen.set(pid, startTicks);
    const main = rows.find(({ pid }) => pid === this.mainPid);
    return main ? [main, ...tree] : tree;
  }

  alive(): number[] {
    if (process.platform !== 'linux')
      return [...(this.isMainAlive() ? [this.mainPid] : []), ...this.agentPids().filter((pid) => kill(pid, 0))];
    const rows = listProcesses();
    const remembered = rows.filter(({ pid, startTicks }) => this.seen.get(pid) === startTicks);
    const members = rows.filter(({ group }) => group === this.mainPid);
    const below = descendantsOf(new Set([this.mainPid, ...remembered.map(({ pid }) => pid)]), rows);
    const pids = [...remembered, ...members, ...below, ...processesOfRun(this.runId)].map(({ pid }) => pid);
    return [...new Set(this.isMainAlive() ? [this.mainPid, ...pids] : pids)].filter((pid) => pid !== process.pid);
  }

  /** Walks the ladder to its end. Answers the processes that could not be ended: none, but for those stuck in the kernel. */
  async stop(quit: () => void): Promise<number[]> {
    const started = performance.now();
    let asked = false;
    let leftoversAsked = false;
    for (;;) {
      const alive = this.alive();
      const view = { elapsedMs: performance.now() - started, mainAlive: this.isMainAlive(), alive: alive.length, asked, leftoversAsked };
      const action = decideStop(view);
      if (action === 'done' || action === 'give-up') return alive;
      this.act(action, alive, quit);
      asked ||= action === 'ask';
      leftoversAsked ||= action === 'ask-leftovers';
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  private act(action: LadderAction, alive: readonly number[], quit: () => void): void {
    if (action === 'ask') {
      if (process.platform === 'win32') quit();
      else for (const pid of this.groupOr(alive)) kill(pid, 'SIGTERM');
    } else if (action === 'ask-leftovers') {
      for (const pid of alive) kill(pid, 'SIGTERM');
    } else if (action === 'kill') {
      if (process.platform === 'win32') for (const pid of alive) execFile('taskkill', ['/pid', String(pid), '/T', '/F'], () => {});
      else for (const pid of [...this.groupOr([]), ...alive]) kill(pid, 'SIGKILL');
    }
  }

  /** The number of a group whose leader is gone may soon be another's. */
  private groupOr(pids: readonly number[]): readonly number[] {
    return this.isMainAlive() || process.platform !== 'linux' ? [-this.mainPid] : pids;
  }
}
