/**
 * The pass without inlining of a run that is to have exact frames: a run of its own, of which the profile and a comparison of its speed are kept.
 *
 *   first pass    | launching ... measuring ... stopping |
 *   this one                                             | launching ... measuring, at most EXACT_PASS_MS | -> slices, not inlined
 */
import { randomUUID } from 'node:crypto';
import { compareExactPass } from '../../../../shared/derive/recording-queries.ts';
import { EXACT_PASS_MS } from '../../../../shared/model/profile/exact-pass.ts';
import { cpuCaptureOf, defaultCapture } from '../../../../shared/model/setup/captures.ts';
import type { Capture, Setup } from '../../../../shared/model/setup/setup.ts';
import type { RecordingEntry } from '../../../../shared/session/entries.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { say } from '../../../../shared/words/said.ts';
import { capturesFor } from '../../captures/captures.ts';
import { noInlining } from '../../captures/no-inlining.ts';
import { clockUs } from '../../machine/clock.ts';
import { RunController } from './run-controller.ts';

export class ExactPass {
  private readonly second = new RunRecording();
  private controller: RunController | null = null;
  private isStopped = false;

  constructor(
    private readonly first: RunRecording,
    /** With its secrets. */
    private readonly setup: Setup,
    private readonly record: (entry: RecordingEntry) => void,
  ) {}

  /** A second pass begins only if the first has had its measured phase. */
  stop(): void {
    this.isStopped = true;
    void this.controller?.stop();
  }

  async run(): Promise<void> {
    const { first, second, setup } = this;
    if (this.isStopped || first.header === null) return;
    this.record({ type: 'state', state: 'exact', at: clockUs() });
    second.apply({ type: 'header', header: first.header });
    this.controller = new RunController(
      randomUUID(),
      { ...setup, capture: profileAlone(setup.capture) },
      {
        record: (entry) => this.take(entry),
        // Several ports are open again: take that of the first pass; otherwise the choice is not known.
        onQuestion: (urls) => this.chooseAgain(urls),
        profiles: () => second.allProfiles(),
      },
      (asked, store) => [...capturesFor(asked, store), noInlining],
    );
    const { failure } = await this.controller.result;
    if (failure !== null) this.record({ type: 'warning', says: say('recording.exactFailed', { why: failure.says }) });
    this.keep();
  }

  private take(entry: RecordingEntry): void {
    this.second.apply(entry);
    if (entry.type === 'origin') setTimeout(() => void this.controller?.stop(), EXACT_PASS_MS).unref();
  }

  private chooseAgain(urls: readonly string[] | null): boolean {
    const known = this.first.resolved?.url;
    if (urls === null || known === undefined || !urls.includes(known)) return false;
    queueMicrotask(() => this.controller?.chooseUrl(known));
    return true;
  }

  /** On the time axis of the first pass both begin at the same time. */
  private keep(): void {
    const { first, second } = this;
    if (second.originUs === null || first.originUs === null || second.profiles().length === 0) return;
    for (const source of second.profileSources) {
      const profile = second.rawMeasured(source, first.originUs);
      if (profile !== null) this.record({ type: 'slice', ...source, inlined: false, profile });
    }
    const { positions, lines, files } = second.sources;
    this.record({ type: 'sources', positions, lines, files });
    this.record({ type: 'exact', pass: compareExactPass(first, second) });
  }
}

/** Requests, the cost of profiling and sources are those of the first pass. */
function profileAlone(capture: Capture): Capture {
  const cpu = cpuCaptureOf(capture);
  return cpu === null ? capture : { ...defaultCapture(cpu.kind), intervalUs: cpu.intervalUs };
}
