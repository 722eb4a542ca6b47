/** A V8 log of one isolate -> its ticks, read by the Node that wrote it and by 0x. Takes seconds and hundreds of MB, so it runs in a separate process. */
import { dirname } from 'node:path';
import type { Ticks } from '../../../shared/model/profile/ticks.ts';
import { importZeroX } from '../../../shared/profile/ticks/import-zero-x.ts';
import { readProfProcess } from '../../../shared/profile/ticks/read-prof-process.ts';
import { withShownNames } from '../../../shared/profile/ticks/ticks-of-file.ts';
import { loading, writeAllSymbols } from './all-symbols.ts';
import { type CutLog, cutLog, type LogWindow } from './cut-log.ts';
import { runProfProcess } from './prof-process.ts';
import { readInlining } from './read-inlining.ts';
import { readTree } from './zero-x.ts';

export interface LogOrder {
  readonly log: string;
  /** A file that does not exist: for the reduced log. 0x writes others beside it. */
  readonly cut: string;
  /** The binary that wrote the log. */
  readonly node: string;
  /** What V8 has printed about inlining (read-inlining.ts); null: nothing. */
  readonly inlining: string | null;
  /** Null: the whole log. */
  readonly window: LogWindow | null;
  /** The version of V8 that `node` has, if another one wrote the log: Node says so in its output, which 0x cannot read then. */
  readonly readAs?: string;
}

export type ReadLog = Omit<Ticks, 'node' | 'pid'>;

/** A log without ticks says whether its profiler began. Throws with the words of the system, of Node or of 0x. */
export async function readLog({ log, cut, node, inlining, window, readAs }: LogOrder): Promise<ReadLog | Pick<CutLog, 'hasBegun'>> {
  const { ticks, outside, hasBegun, intervalUs } = await cutLog(log, cut, window, readAs ?? null);
  if (ticks === 0) return { hasBegun };
  const script = writeAllSymbols(dirname(cut));
  const text = readProfProcess(await runProfProcess(node, cut, script));
  if (text === null) throw new Error('--prof-process printed something else than a profile');
  // 0x starts Node by itself.
  process.env.NODE_OPTIONS = loading(script);
  const tree = await readTree(cut, node, inlining === null ? {} : await readInlining(inlining));
  const [libraries, bottomUp] = [withShownNames(text.libraries), withShownNames(text.bottomUp)];
  return { ...text, libraries, bottomUp, outside, intervalUs, stacks: importZeroX(tree) };
}
