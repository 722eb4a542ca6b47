/** Switches a capture off and on in turn to measure its cost: pairs of blocks in random order (shared/model/profile/profiling-cost.ts). */
import { makeRandom, type Random } from '../../../shared/base/statistics/random.ts';
import type { Microseconds, Milliseconds } from '../../../shared/base/units.ts';
import { BLOCK_MS, type Block, type BlockPair, CUT_MS, MOST_PAIRS } from '../../../shared/model/profile/profiling-cost.ts';

export interface CostBlocksParts {
  /** Switches the capture on or off. False: some process did not follow in time, so these blocks cannot be used. */
  switchTo(isOn: boolean): Promise<boolean>;
  record(pair: BlockPair): void;
  now(): Microseconds;
  /** Resolves early when `signal` aborts. */
  wait(ms: Milliseconds, signal: AbortSignal): Promise<void>;
}

/** Any seed will do: nothing in a run can be in step with it. */
const SEED = 29;

export class CostBlocks {
  private readonly ended = new AbortController();
  private readonly random: Random = makeRandom(SEED);
  private running: Promise<void> = Promise.resolve();
  private isOn = true;

  constructor(private readonly parts: CostBlocksParts) {}

  /** Starts now; the capture is on already. */
  start(): void {
    this.running = this.run();
  }

  /** Resolves when switching has ended, with whether the capture is on. */
  async stop(): Promise<boolean> {
    this.ended.abort();
    await this.running;
    return this.isOn;
  }

  private async run(): Promise<void> {
    for (let pair = 0; pair < MOST_PAIRS; pair++) {
      const isOnFirst = this.random() < 0.5;
      const first = await this.block(isOnFirst);
      const second = await this.block(!isOnFirst);
      if (this.ended.signal.aborted) return;
      if (first === null || second === null) continue;
      this.parts.record(isOnFirst ? { on: first, off: second } : { on: second, off: first });
    }
    await this.turn(true);
  }

  /** Null: the capture was switched during the block. */
  private async block(isOn: boolean): Promise<Block | null> {
    if (this.ended.signal.aborted) return null;
    const from = this.parts.now();
    const isGood = await this.turn(isOn);
    // The time that switching took belongs to the part of the block that is cut off.
    const switchedMs = (this.parts.now() - from) / 1_000;
    await this.parts.wait(Math.max(0, BLOCK_MS - switchedMs), this.ended.signal);
    return isGood && switchedMs < CUT_MS ? { from, to: this.parts.now() } : null;
  }

  private async turn(isOn: boolean): Promise<boolean> {
    if (isOn === this.isOn) return true;
    this.isOn = isOn;
    return this.parts.switchTo(isOn);
  }
}
