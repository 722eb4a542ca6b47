/** What is alive in each process before and after the measured phase, and never collected for that within it. */
import * as z from '../../../shared/base/schema.ts';
import { MOMENTS } from '../../../shared/model/memory.ts';
import { say } from '../../../shared/words/said.ts';
import { AgentCapture } from './agent-capture.ts';
import type { CapturedProcess, CaptureStore } from './capture-port.ts';

const bytes = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const reportSchema = z.object({
  when: z.enum(MOMENTS),
  levels: z.object({ heap: bytes, external: bytes, arrayBuffers: bytes, rss: bytes }).nullable(),
});

export class LiveMemoryCapture extends AgentCapture {
  private hasBegun = false;

  constructor(store: CaptureStore) {
    super({
      name: 'live-memory',
      options: {},
      what: say('recording.liveMemory'),
      // A process that is stuck has told nothing, which is said where the figures would be.
      warn: () => {},
      take(pid, given) {
        const report = reportSchema.safeParse(given).data;
        if (report === undefined) return false;
        store.record({ type: 'live-memory', pid, ...report });
        return true;
      },
    });
  }

  override start(): Promise<void> {
    this.hasBegun = true;
    return super.start();
  }

  /** Of one that starts during the measured phase there is no level from before it. */
  override onProcess(process: CapturedProcess): void {
    if (!this.hasBegun) super.onProcess(process);
  }
}
