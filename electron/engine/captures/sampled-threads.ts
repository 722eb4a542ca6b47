/** What captures that profile threads have in common: reports of the agent about threads and scripts, and where functions were written. */
import * as z from '../../../shared/base/schema.ts';
import { MAX_NAME_LENGTH, shorten } from '../../../shared/base/shorten.ts';
import { showHidden } from '../../../shared/base/show-hidden.ts';
import { MAIN_THREAD, MOST_THREAD, type ProfileSource } from '../../../shared/model/profile/profile.ts';
import type { V8Profile } from '../../../shared/profile/import/v8-profile.ts';
import { say } from '../../../shared/words/said.ts';
import type { CaptureStore } from './capture-port.ts';
import { locateSources } from './locate-sources.ts';
import { SampledScripts } from './sampled-scripts.ts';

const count = z.number().int().min(0);
const thread = count.max(MOST_THREAD);

/** Absent: the main one. */
export const ofThread = { thread: thread.optional() };
export const ofMain = (of: number | undefined): number => of ?? MAIN_THREAD;

export const nodeSchema = z.object({
  id: z.number(),
  callFrame: z.object({
    functionName: z.string(),
    scriptId: z.string(),
    url: z.string(),
    lineNumber: z.number(),
    columnNumber: z.number(),
  }),
});

/** Checks only what would break readers of a profile, as all schemas of reports do; their size is bounded by that of a line. */
export const OF_ALL_PROFILES = [
  z.object({ type: z.literal('thread'), thread, title: z.string(), tid: count.min(1).optional() }),
  z.object({ type: z.literal('unprofiled'), short: count, more: count }),
  z.object({
    type: z.literal('scripts'),
    scripts: z.array(z.object({ id: z.string(), url: z.string(), map: z.string(), isEvaluated: z.boolean(), text: z.string().optional() })),
    ...ofThread,
  }),
] as const;
type ReportOfAll = z.infer<(typeof OF_ALL_PROFILES)[number]>;

export class SampledThreads {
  private readonly scripts = new SampledScripts();
  private readonly unprofiled = { short: 0, more: 0 };

  constructor(
    private readonly store: CaptureStore,
    private readonly keepsSource: boolean,
    /** How many captures tell of the same threads. */
    private captures = 1,
  ) {}

  addSlice(source: ProfileSource, profile: V8Profile): void {
    this.scripts.add(source.pid, source.thread, profile.nodes);
    this.store.record({ type: 'slice', ...source, profile });
  }

  take(pid: number, report: ReportOfAll): void {
    if (report.type === 'scripts') this.scripts.tell(pid, ofMain(report.thread), report.scripts);
    else if (report.type === 'unprofiled') {
      this.unprofiled.short += report.short;
      this.unprofiled.more += report.more;
    } else {
      const { thread, title, tid } = report;
      const named = { pid, thread, title: shorten(showHidden(title), MAX_NAME_LENGTH) };
      this.store.record({ type: 'thread', thread: tid === undefined ? named : { ...named, tid } });
    }
  }

  /** When all of a capture has been reported. */
  async finish(): Promise<void> {
    this.captures -= 1;
    if (this.captures > 0) return;
    const { short, more } = this.unprofiled;
    if (short > 0) this.store.record({ type: 'warning', says: say('recording.shortThreads', { count: short }) });
    if (more > 0) this.store.record({ type: 'warning', says: say('recording.moreThreads', { count: more }) });
    await locateSources(this.scripts, this.store, this.keepsSource);
  }
}
