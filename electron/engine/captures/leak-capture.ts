/** What a search for a leak asks the agents of its target between loads. */
import * as z from '../../../shared/base/schema.ts';
import type { Milliseconds } from '../../../shared/base/units.ts';
import type { LeakQuestion, LeakReport } from '../agent/leak/leak-answers.ts';
import type { CapturedProcess, CapturePort, FromHalf, LaunchChanges } from './capture-port.ts';

/** The name of its half in the agent. */
const NAME = 'leak';
/**
 * Otherwise V8 drops the code of functions that did not run, after some full collections: the largest noise there is. The live heap is larger by that
 * code meanwhile.
 */
const NODE_FLAGS = ['--no-flush-bytecode'];

const bytes = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** Names and places of code. */
const code = z.string().max(100_000);
const reportSchema = z.union([
  z.object({
    told: z.literal('levels'),
    threads: z
      .array(
        z.object({
          thread: count,
          ...{ heap: bytes, external: bytes, arrayBuffers: bytes, limit: bytes },
          resources: count.nullable(),
          contexts: count,
        }),
      )
      .min(1)
      .max(10_000),
    descriptors: count.nullable(),
    rss: bytes,
  }),
  z.object({ told: z.literal('sampling') }),
  z.object({
    told: z.literal('sampled'),
    sites: z.array(z.object({ name: code, url: code, line: z.number().int(), bytes })).max(1_000),
    bytes,
  }),
  z.object({ told: z.literal('snapshot'), bytes }),
  z.object({ told: z.literal('end') }),
]);

interface Asked {
  readonly want: number;
  readonly answers: Map<number, LeakReport>;
  readonly failed: Set<CapturedProcess>;
  /** All have replied or are gone. */
  readonly settle: () => void;
  readonly open: Set<CapturedProcess>;
}

export interface LeakAnswer {
  /** By process. */
  readonly answers: ReadonlyMap<number, LeakReport>;
  /** Some process with the agent did not answer in time, or failed. */
  readonly isWhole: boolean;
}

export class LeakCapture implements CapturePort {
  readonly name = NAME;
  private readonly known = new Set<CapturedProcess>();
  private asked: Asked | null = null;

  async prepareLaunch(): Promise<LaunchChanges> {
    return { nodeFlags: NODE_FLAGS, env: [] };
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {}

  async afterExit(): Promise<void> {}

  /** No process has the agent: another language or runtime, or one that keeps it out. */
  get isAlone(): boolean {
    return this.known.size === 0;
  }

  /** One question at a time. `of`: the process that is asked; null: all. */
  async ask(question: LeakQuestion, withinMs: Milliseconds, of: number | null = null): Promise<LeakAnswer> {
    const open = new Set([...this.known].filter(({ pid }) => of === null || pid === of));
    if (open.size === 0) return { answers: new Map(), isWhole: false };
    let timer: NodeJS.Timeout | undefined;
    const asked = await new Promise<Asked>((resolve) => {
      const now: Asked = { want: open.size, answers: new Map(), failed: new Set(), open, settle: () => resolve(now) };
      this.asked = now;
      timer = setTimeout(now.settle, withinMs);
      for (const process of open) process.start(NAME, question);
    });
    clearTimeout(timer);
    this.asked = null;
    return { answers: asked.answers, isWhole: asked.answers.size === asked.want && asked.failed.size === 0 };
  }

  onProcess(process: CapturedProcess): void {
    this.known.add(process);
  }

  onGone(process: CapturedProcess): void {
    this.known.delete(process);
    this.settled(process);
  }

  onMessage(process: CapturedProcess, message: FromHalf): boolean {
    if (message.type === 'report') {
      const report = reportSchema.safeParse(message.report);
      if (!report.success) return false;
      this.asked?.answers.set(process.pid, report.data as LeakReport);
      return true;
    }
    if (message.type === 'failed') this.asked?.failed.add(process);
    // The half is one question: it is let go, so that the next start asks anew.
    if (message.type === 'started') process.stop(NAME);
    else if (message.type === 'stopped') this.settled(process);
    return true;
  }

  private settled(process: CapturedProcess): void {
    const { asked } = this;
    if (asked?.open.delete(process) && asked.open.size === 0) asked.settle();
  }
}
