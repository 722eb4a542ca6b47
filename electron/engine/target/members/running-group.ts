/**
 * The members of a group from the first start to the last end.
 *
 *   api ──ready──► worker ──ready──► nginx ──ready──► load         stop:  nginx, worker, api
 *
 * Each is a launched program of its own, with its group of processes, its agents, and its mark; what is seen of it carries its name.
 */
import type { Milliseconds, Seconds } from '../../../../shared/base/units.ts';
import type { Failure, Outcome } from '../../../../shared/model/failure.ts';
import type { ExitInfo } from '../../../../shared/model/run.ts';
import type { Instance } from '../../../../shared/model/setup/group.ts';
import type { ScriptTarget, TargetOf } from '../../../../shared/model/setup/setup.ts';
import type { ProcessRow } from '../../agent/processes.ts';
import { within } from '../../agent/within.ts';
import { portOfUrl } from '../../load/loopback.ts';
import { launchCommand } from '../command-target.ts';
import { launchTarget } from '../launch.ts';
import type { LaunchedScript, ScriptEvents } from '../launched-script.ts';
import type { UrlOutcome } from '../look-at-url.ts';
import { findHolder } from '../port-owner.ts';
import { recordedBy } from '../script-target.ts';
import { explainEnd, explainExit, ofMember } from '../start-failures.ts';
import type { TargetPort, TargetRun } from '../target-port.ts';
import { waitForUrl } from '../wait-for-url.ts';
import { waitUntilReady } from '../wait-until-ready.ts';
import { LineSearch, PrefixedOutput } from './member-output.ts';

/** With what is started, and where. */
export interface PlacedInstance extends Instance {
  readonly program: (ScriptTarget | TargetOf<'command'>) & { readonly cwd: string };
}

/**
 * Between two orders to end: whoever is in front may finish what it is doing before those behind it are told. All of them together take a
 * part of the 6 s in which everything is gone.
 */
const BETWEEN_STOPS_MS: Milliseconds = 400;

interface Up {
  readonly instance: PlacedInstance;
  readonly launched: LaunchedScript;
}

export class RunningGroup implements TargetPort {
  readonly ended: Promise<Failure>;
  private readonly up: Up[] = [];
  private resolveEnded!: (failure: Failure) => void;
  private allUp = false;
  private launching: Promise<unknown> = Promise.resolve();
  private stopping: Promise<ExitInfo | null> | null = null;

  constructor(
    private readonly instances: readonly PlacedInstance[],
    private readonly timeoutS: Seconds,
    private readonly run: TargetRun,
  ) {
    this.ended = new Promise((resolve) => {
      this.resolveEnded = resolve;
    });
  }

  facts() {
    const { launched } = this.up.find(({ instance }) => instance.loaded) ?? {};
    const all = [...(launched ? [launched] : []), ...this.up.map((one) => one.launched)];
    const node = all.map((one) => one.servingNode ?? one.node?.version ?? '').find((version) => version !== '') ?? '';
    return { node, nodePath: '', agent: all.some((one) => one.servingNode !== null || (one.node !== null && one.agent)) };
  }

  async findUrl(url: string, addresses: readonly string[] | null, signal: AbortSignal): Promise<UrlOutcome> {
    let found: UrlOutcome | null = null;
    for (const [at, instance] of this.instances.entries()) {
      const outcome = await Promise.race([this.bringUp(instance, at, url, addresses, signal), this.endedAs()]);
      if (outcome?.kind === 'failed') return outcome;
      found = outcome ?? found;
    }
    this.allUp = true;
    return found!;
  }

  private async endedAs(): Promise<UrlOutcome> {
    return { kind: 'failed', failure: await this.ended };
  }

  /** Null: it is ready, and is not the member that gets the load. */
  private async bringUp(
    instance: PlacedInstance,
    at: number,
    url: string,
    addresses: readonly string[] | null,
    signal: AbortSignal,
  ): Promise<UrlOutcome | null> {
    signal.throwIfAborted();
    const lines = instance.ready.by === 'line' ? new LineSearch(instance.ready.line) : null;
    const launching = this.launch(instance, at, lines);
    this.launching = launching;
    const outcome = await launching;
    if (!outcome.ok) return { kind: 'failed', failure: ofMember(instance.name, outcome.failure) };
    const launched = outcome.value;
    const waitsForUrl = instance.loaded && instance.ready.by === 'listening';
    const failure = waitsForUrl ? null : await waitUntilReady(launched, instance, this.timeoutS, signal, () => lines?.found ?? false);
    if (failure !== null) return { kind: 'failed', failure };
    if (!instance.loaded) {
      launched.leadFrom(launched.listeners[0]?.port ?? 0);
      return null;
    }
    const found = await waitForUrl(launched, url, this.timeoutS, signal, { addresses });
    if (found.kind === 'found') launched.leadFrom(portOfUrl(new URL(found.url)));
    return found.kind === 'found' ? found : { ...found, failure: ofMember(instance.name, found.failure) };
  }

  private async launch(instance: PlacedInstance, at: number, lines: LineSearch | null): Promise<Outcome<LaunchedScript>> {
    const { program } = instance;
    // A mark of its own, so that stopping one member does not stop the others.
    const id = `${this.run.id}.${at}`;
    const events = this.eventsOf(instance, lines);
    const { captures } = this.run;
    const outcome = await (program.kind === 'script'
      ? launchTarget(program, id, captures, events)
      : launchCommand(program, id, captures, events));
    if (!outcome.ok) return outcome;
    const launched = outcome.value;
    this.up.push({ instance, launched });
    void launched.exit.then((exit) => this.onExit(instance, launched, exit));
    return outcome;
  }

  private eventsOf({ member, name }: PlacedInstance, lines: LineSearch | null): ScriptEvents {
    const events = recordedBy(this.run);
    const output = new PrefixedOutput(name, events.onOutput);
    return {
      ...events,
      onProcess: (process) => events.onProcess({ ...process, member }),
      onOutput: (stream, text) => {
        lines?.push(stream, text);
        output.push(stream, text);
      },
      onExit: () => output.end(),
    };
  }

  private onExit({ name, ready }: PlacedInstance, launched: LaunchedScript, exit: ExitInfo): void {
    if (this.stopping !== null || (ready.by === 'done' && exit.code === 0)) return;
    const evidence = launched.evidence();
    this.resolveEnded(ofMember(name, this.allUp ? explainEnd(exit, evidence) : explainExit(exit, evidence, findHolder)));
  }

  processes(): readonly ProcessRow[] {
    return this.up.flatMap(({ launched }) => launched.processes());
  }

  async sample(): Promise<void> {
    await Promise.all(this.up.map(({ launched }) => launched.sample()));
  }

  stop(): Promise<ExitInfo | null> {
    this.stopping ??= this.stopAll();
    return this.stopping;
  }

  /** The exit of the member that gets the load. */
  private async stopAll(): Promise<ExitInfo | null> {
    // `findUrl` reports why one was not launched; the others run all the same.
    await this.launching.catch(() => {});
    const order = this.up.toReversed();
    const share = BETWEEN_STOPS_MS / Math.max(order.length - 1, 1);
    const exits: Promise<ExitInfo>[] = [];
    for (const { launched } of order) {
      const exit = launched.stop();
      exits.push(exit);
      await within(exit, share);
    }
    const all = await Promise.all(exits);
    return all[order.findIndex(({ instance }) => instance.loaded)] ?? all[0] ?? null;
  }
}
