import { execFile } from 'node:child_process';
import { win32 } from 'node:path';
import { descendantsOf, listProcesses, type ProcessRow, processesOfRun, readProcess } from '../agent/processes.ts';
import { kill } from '../agent/requests/sweep.ts';
import { decideStop, type LadderAction } from './stop-ladder.ts';

const LOOK_EVERY_MS = 50;

/** Finds and signals the processes of one run. On POSIX the child leads its own process group. */
export class ProcessControl {
  /** Seen as descendants while their parents were alive; the only way to find a child that cleared its environment. */
  private readonly seen = new Map<number, number>();
  /** Windows: those for which `taskkill` was started already. It also ends their descendants, and takes longer than one sampling interval. */
  private readonly killed = new Set<number>();

  constructor(
    private readonly mainPid: number,
    private readonly runId: string,
    private readonly isMainAlive: () => boolean,
    /** Known from their agents; the only source without /proc. */
    private readonly agentPids: () => number[],
  ) {}

  /** Descendants of the script, remembered for `alive`. Linux only. */
  look(): readonly ProcessRow[] {
    const rows = listProcesses();
    const tree = descendantsOf(new Set([this.mainPid]), rows);
    for (const { pid, startTicks } of tree) this.seen.set(pid, startTicks);
    const main = rows.find(({ pid }) => pid === this.mainPid);
    return main ? [main, ...tree] : tree;
  }

  /** The live processes: the script, and every descendant seen so far that is still alive. Linux only. */
  known(): ProcessRow[] {
    const rows: ProcessRow[] = [];
    const main = readProcess(this.mainPid);
    if (main) rows.push(main);
    for (const [pid, startTicks] of this.seen) {
      const row = readProcess(pid);
      if (row?.startTicks === startTicks) rows.push(row);
      else this.seen.delete(pid);
    }
    return rows;
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

  /** Runs the stop ladder to its end. Returns the processes that could not be ended: none, except those stuck in the kernel. */
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
      if (process.platform === 'win32') this.killTrees(alive);
      else for (const pid of [...this.groupOr([]), ...alive]) kill(pid, 'SIGKILL');
    }
  }

  private killTrees(pids: readonly number[]): void {
    for (const { file, args, pid } of taskkillCommands(pids, this.killed, process.env)) {
      this.killed.add(pid);
      execFile(file, args, () => {});
    }
  }

  /** The id of a group whose leader has ended may be reused. */
  private groupOr(pids: readonly number[]): readonly number[] {
    return this.isMainAlive() || process.platform !== 'linux' ? [-this.mainPid] : pids;
  }
}

/**
 * Windows: the commands that end each process with its descendants, for those that have none yet. With the full path, because a bare name
 * is searched in the current folder first, where a project may contain its own `taskkill.exe`.
 */
export function taskkillCommands(
  pids: readonly number[],
  done: ReadonlySet<number>,
  env: NodeJS.ProcessEnv,
): { readonly pid: number; readonly file: string; readonly args: readonly string[] }[] {
  // Names of variables are case-insensitive on Windows, but not in a copy of the environment.
  const named = (name: string) => Object.entries(env).find(([key]) => key.toLowerCase() === name)?.[1];
  const root = named('systemroot') || named('windir') || 'C:\\Windows';
  const file = win32.join(win32.isAbsolute(root) ? root : 'C:\\Windows', 'System32', 'taskkill.exe');
  return [...new Set(pids)].filter((pid) => !done.has(pid)).map((pid) => ({ pid, file, args: ['/pid', String(pid), '/T', '/F'] }));
}
