/**
 * Classic ticks: V8's own sampler (`--prof`), which interrupts the main thread about every millisecond and logs where it is, code of V8 and
 * of the system included. It is switched on at the start of the script and its log is read when the script has ended.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Said, say } from '../../../shared/words/said.ts';
import { makePrivateFolder } from '../machine/private-folder.ts';
import { findLog } from '../ticks/find-log.ts';
import { processLog } from '../ticks/process-log.ts';
import type { CapturedProcess, CapturePort, CaptureStore, LaunchChanges } from './capture-port.ts';

/** Beside the logs. */
const INLINING = 'inlining.txt';

export class TicksCapture implements CapturePort {
  readonly name = 'ticks';
  private folder: string | null = null;
  private mainPid: number | null = null;
  private isCluster = false;
  private children = 0;
  private hasStarted = false;

  constructor(private readonly store: CaptureStore) {}

  /** A log for each isolate (V8's default): threads that share one make it unreadable. */
  async prepareLaunch(): Promise<LaunchChanges> {
    this.folder = makePrivateFolder();
    // V8 replaces %p and %t in the name of a log.
    const log = join(this.folder, 'v8.log').replaceAll('%', '%%');
    const inlining = ['--print-opt-source', '--redirect-code-traces', `--redirect-code-traces-to=${join(this.folder, INLINING)}`];
    return { nodeFlags: ['--prof', `--logfile=${log}`, ...inlining], env: [] };
  }

  async start(): Promise<void> {
    this.hasStarted = true;
  }

  async stop(): Promise<void> {}

  async afterExit(): Promise<void> {
    if (this.folder === null) return;
    try {
      if (this.hasStarted && !this.isCluster) await this.read(this.folder);
    } finally {
      await rm(this.folder, { recursive: true, force: true });
    }
  }

  onProcess({ pid, role }: CapturedProcess): void {
    if (role === 'main') this.mainPid = pid;
    else if (role === 'child') this.children += 1;
    else if (!this.isCluster) {
      this.isCluster = true;
      this.warn(say('recording.ticksCluster'));
    }
  }

  /** It has no half in the agent. */
  onMessage(): boolean {
    return false;
  }

  onGone(): void {}

  private async read(folder: string): Promise<void> {
    const { node, measured } = this.store.run();
    if (node === null || measured === null) return;
    const found = await findLog(folder, this.mainPid);
    if (found === null) return this.warn(say('recording.ticksNoLog'));
    const { path: log, clockOffset } = found;
    const window = clockOffset === null ? null : { from: measured.from - clockOffset, to: measured.to - clockOffset };
    const end = await processLog({ log, node: node.path, inlining: join(folder, INLINING), window });
    switch (end.type) {
      case 'read':
        this.store.record({ type: 'ticks', ticks: { ...end.log, node: node.version, pid: this.mainPid ?? 0 } });
        if (window === null) this.warn(say('recording.ticksWhole'));
        if (this.children > 0) this.warn(say('recording.ticksChildren', { count: this.children }));
        return;
      case 'no-ticks':
        return this.warn(say('recording.ticksNone'));
      case 'size':
        return this.warn(
          say('recording.ticksTooLarge', { size: { figure: end.size, as: 'bytes' }, limit: { figure: end.limit, as: 'bytes' } }),
        );
      case 'too-many':
        return this.warn(say('recording.ticksTooMany'));
      case 'time':
        return this.warn(say('recording.ticksTime', { seconds: end.seconds }));
      case 'died':
        return this.warn(say('recording.ticksFailed', { why: end.how }));
      case 'failed':
        return this.warn(say('recording.ticksFailed', { why: end.why }));
    }
  }

  private warn(says: Said): void {
    this.store.record({ type: 'warning', says });
  }
}
