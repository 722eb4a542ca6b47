/**
 * A process that somebody else has started: watched from outside, and profiled through its inspector where that is safe. It is never
 * stopped, and nothing of ours stays in it.
 */
import { readlinkSync } from 'node:fs';
import { type Failure, FailureError, fail, succeed } from '../../../shared/model/failure.ts';
import type { TargetOf } from '../../../shared/model/setup/setup.ts';
import { say } from '../../../shared/words/said.ts';
import { type ProcessRow, readProcess } from '../agent/processes.ts';
import { hostOfUrl, portOfUrl } from '../load/loopback.ts';
import { checkNode } from '../machine/find-nodes.ts';
import { AttachedProcess } from './attached-process.ts';
import { listOpenPorts } from './listening-ports.ts';
import type { UrlOutcome } from './look-at-url.ts';
import { listRunningNodes } from './node-processes.ts';
import { findPortOwner } from './port-owner.ts';
import { isNode, titleOf } from './process-title.ts';
import { knownIfWhole, type TargetKind, type TargetPort, type TargetRun } from './target-port.ts';
import { originsOf } from './wait-for-url.ts';
import { type ServerWatch, watchServer } from './watch-server.ts';

type PidTarget = TargetOf<'pid'>;

const LOOK_EVERY_MS = 250;
const MOST_NAMED = 8;

export const pidTarget: TargetKind<PidTarget> = {
  knownUrl: knownIfWhole,

  async check({ pid }) {
    const failure = checkProcess(Number(pid));
    return failure === null ? [] : [{ field: 'target.pid', failure }];
  },

  async start(asked, run) {
    const pid = Number(asked.pid);
    const failure = checkProcess(pid);
    if (failure !== null) return { ok: false, failure };
    const row = readProcess(pid);
    return row === null ? { ok: false, failure: noProcess(pid) } : succeed(new RunningProcess(row, await nodeOf(pid), asked.signal, run));
  },
};

/** Null: it can be measured. */
function checkProcess(pid: number): Failure | null {
  if (process.platform !== 'linux') return fail('not-available', say('target.pidNeedsLinux'), say('target.pidUseUrl')).failure;
  if (pid === process.pid) return fail('not-available', say('target.pidIsOurs', { pid })).failure;
  if (readProcess(pid) === null) return noProcess(pid);
  return ownsFiles(pid) ? null : fail('not-available', say('target.pidOfOther', { pid }), say('target.pidUseUrl')).failure;
}

/** The failure, with a hint what to do instead. */
function noProcess(pid: number): Failure {
  const list = listRunningNodes()
    .slice(0, MOST_NAMED)
    .map(({ pid, title, ports }) => `${pid} (${[title, ...ports.map((port) => `:${port}`)].join(' ')})`);
  const hint = list.length === 0 ? say('target.pidNone') : say('target.pidOthers', { processes: { list, by: 'comma' } });
  return fail('target-exited', say('target.pidGone', { pid }), hint).failure;
}

/** The system tells the files of a process to its user only. */
function ownsFiles(pid: number): boolean {
  try {
    readlinkSync(`/proc/${pid}/exe`);
    return true;
  } catch {
    return false;
  }
}

interface KnownNode {
  readonly version: string;
  readonly path: string;
}

/** Null: it is another program, or a Node whose file was replaced meanwhile. */
async function nodeOf(pid: number): Promise<KnownNode | null> {
  if (!isNode(pid)) return null;
  const checked = await checkNode(readlinkSync(`/proc/${pid}/exe`));
  return checked.ok && checked.value.version !== null ? { version: checked.value.version, path: checked.value.path } : null;
}

class RunningProcess implements TargetPort {
  readonly ended: Promise<Failure>;
  private readonly watch: ServerWatch;
  private readonly attached: AttachedProcess;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly row: ProcessRow,
    private readonly node: KnownNode | null,
    maySignal: boolean,
    run: TargetRun,
  ) {
    const { pid, startTicks } = row;
    let end: (failure: Failure) => void = () => {};
    this.ended = new Promise((resolve) => {
      end = resolve;
    });
    const title = titleOf(pid);
    this.timer = setInterval(() => {
      if (readProcess(pid)?.startTicks !== startTicks) end(fail('target-exited', say('target.pidEnded', { pid, title })).failure);
    }, LOOK_EVERY_MS);
    this.watch = watchServer(new Set([pid]), run);
    this.attached = new AttachedProcess(
      pid,
      maySignal,
      (capture, message) => void run.captures.onMessage(this.attached, capture, message),
      (says) => run.record({ type: 'warning', says }),
    );
    run.captures.onProcess(this.attached);
  }

  facts() {
    return { node: this.node?.version ?? '', nodePath: this.node?.path ?? '', agent: false };
  }

  async findUrl(url: string, addresses: readonly string[] | null): Promise<UrlOutcome> {
    try {
      return url.startsWith('/') ? await this.findPort(url) : this.checkUrl(new URL(url), addresses);
    } catch (error) {
      if (error instanceof FailureError) return { kind: 'failed', failure: error.failure };
      throw error;
    }
  }

  processes(): readonly ProcessRow[] {
    return this.watch.processes();
  }

  async sample(): Promise<void> {
    this.watch.sample();
  }

  async stop(): Promise<null> {
    clearInterval(this.timer);
    this.watch.stop();
    await this.attached.leave();
    return null;
  }

  /** The workers of a server may hold its port. */
  private async findPort(path: string): Promise<UrlOutcome> {
    const { pid } = this.row;
    const open = this.watch.processes().flatMap((row) => listOpenPorts(row.pid).map((port) => ({ ...port, pid: row.pid })));
    const origins = await originsOf(open.map(({ host, port, pid }) => ({ protocol: 'unknown', host, port, socketPath: null, pid })));
    const urls = origins.map((origin) => origin + path);
    if (urls.length === 1) return { kind: 'found', url: urls[0]! };
    if (urls.length === 0) return failed(fail('never-listened', say('target.pidNoPort', { pid }), say('target.pidGivePort')).failure);
    const says = say('target.pidPorts', { pid, count: urls.length, urls: { list: urls, by: 'and' } });
    return { kind: 'several', urls, failure: fail('several-ports', says, say('target.choosePort', { url: urls[0]! })).failure };
  }

  private checkUrl(url: URL, addresses: readonly string[] | null): UrlOutcome {
    const port = portOfUrl(url);
    const pids = this.watch.processes().map(({ pid }) => pid);
    const owners = (addresses ?? [hostOfUrl(url)]).map((host) => findPortOwner(host, port, pids));
    const { pid } = this.row;
    if (owners.some(({ kind }) => kind === 'ours')) return { kind: 'found', url: url.href };
    return failed(fail('foreign-port', say('target.pidNotThere', { pid, port }), say('target.pidGiveOwn')).failure);
  }
}

const failed = (failure: Failure): UrlOutcome => ({ kind: 'failed', failure });
