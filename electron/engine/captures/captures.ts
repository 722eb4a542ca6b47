/** Which captures there are, and those of a run together. */
import type { Capture } from '../../../shared/model/setup/setup.ts';
import type { CapturedProcess, CapturePort, CaptureStore, FromHalf, LaunchChanges } from './capture-port.ts';
import { cpuCapture } from './cpu-capture.ts';
import { heapCapture } from './heap-capture.ts';
import { LeakCapture } from './leak-capture.ts';
import { peersCapture } from './peers-capture.ts';
import { TicksCapture } from './ticks-capture.ts';

/** Kind of capture in the set-up -> its implementation. */
const CAPTURES: {
  readonly [K in Capture['kind']]: (asked: Extract<Capture, { kind: K }>, store: CaptureStore) => readonly CapturePort[];
} = {
  none: () => [],
  cpu: cpuCapture,
  heap: (asked, store) => heapCapture(asked, store),
  leak: () => [new LeakCapture()],
  ticks: (_, store) => [new TicksCapture(store)],
};

export function capturesFor(asked: Capture, store: CaptureStore): readonly CapturePort[] {
  // The table relates kind and capture; the compiler cannot see that from a union.
  return (CAPTURES[asked.kind] as (asked: Capture, store: CaptureStore) => readonly CapturePort[])(asked, store);
}

/** Those of a run whose figures are compared: what it asks of other servers costs so little that it is observed beside. */
export function capturesWithPeers(asked: Capture, store: CaptureStore): readonly CapturePort[] {
  return [...capturesFor(asked, store), peersCapture(store)];
}

/** Several captures as one, each on its own. */
export class CaptureSet {
  constructor(private readonly captures: readonly CapturePort[]) {}

  /** The one of this class; undefined: there is none. */
  find<C extends CapturePort>(of: abstract new (...args: never[]) => C): C | undefined {
    return this.captures.find((capture): capture is C => capture instanceof of);
  }

  async prepareLaunch(): Promise<LaunchChanges> {
    const changes = await Promise.all(this.captures.map((capture) => capture.prepareLaunch()));
    return { nodeFlags: changes.flatMap(({ nodeFlags }) => nodeFlags), env: changes.flatMap(({ env }) => env) };
  }

  async start(): Promise<void> {
    await Promise.all(this.captures.map((capture) => capture.start()));
  }

  onMeasuring(): void {
    for (const capture of this.captures) capture.onMeasuring?.();
  }

  stop(): Promise<void> {
    return this.end((capture) => capture.stop());
  }

  afterExit(): Promise<void> {
    return this.end((capture) => capture.afterExit());
  }

  onProcess(process: CapturedProcess): void {
    for (const capture of this.captures) capture.onProcess(process);
  }

  onGone(process: CapturedProcess): void {
    for (const capture of this.captures) capture.onGone(process);
  }

  /** False: no capture knows it. */
  onMessage(process: CapturedProcess, name: string, message: FromHalf): boolean {
    return this.captures.find((capture) => capture.name === name)?.onMessage(process, message) ?? false;
  }

  /** A bug in one of them is thrown when the others have done it. */
  private async end(work: (capture: CapturePort) => Promise<void>): Promise<void> {
    const done = await Promise.allSettled(this.captures.map(async (capture) => work(capture)));
    for (const one of done) if (one.status === 'rejected') throw one.reason;
  }
}
