/**
 * In which scripts of the program samples were taken, and what V8 says of these at the end. An address may be that of several: a module that was
 * loaded anew, or one in each process and thread.
 */
import { groupBy } from '../../../shared/base/group-by.ts';
import type { AliveScript } from '../../../shared/profile/import/script-text.ts';
import type { V8Profile } from '../../../shared/profile/import/v8-profile.ts';
import { urlOfScript } from '../../../shared/profile/time/merge-slices.ts';

export interface SampledScript {
  /** The places of its functions (`placeKey`), and those of its lines that had samples. */
  readonly functions: ReadonlySet<number>;
  readonly lines: ReadonlySet<number>;
  /** `gone`: it had been dropped when its thread was asked; `unknown`: its thread was never asked, as one that ended before. */
  readonly is: AliveScript | 'gone' | 'unknown';
}

interface Sampled {
  readonly thread: string;
  readonly id: string;
  url: string;
  readonly functions: Set<number>;
  readonly lines: Set<number>;
}

/** A program that makes code for each request has more scripts than anyone tells apart; those after are in no map. */
const MOST_SCRIPTS = 100_000;
/** Characters of a line. */
const MOST_COLUMN = 2 ** 24;

/** Zero-based. */
export const placeKey = (line: number, column: number): number => line * MOST_COLUMN + Math.min(column, MOST_COLUMN - 1);
export const placeOfKey = (key: number): { readonly line: number; readonly column: number } => ({
  line: Math.floor(key / MOST_COLUMN),
  column: key % MOST_COLUMN,
});

export class SampledScripts {
  private readonly scripts = new Map<string, Sampled>();
  private readonly alive = new Map<string, AliveScript>();
  private readonly asked = new Set<string>();

  add(pid: number, thread: number, nodes: V8Profile['nodes']): void {
    const of = `${pid}:${thread}`;
    for (const { callFrame, positionTicks } of nodes) {
      const { scriptId: id, url, lineNumber, columnNumber } = callFrame;
      // Node's own code and WebAssembly are what they are called.
      if (lineNumber < 0 || url.startsWith('node:') || url.startsWith('wasm:')) continue;
      const script = this.scriptOf(of, id);
      if (script === null) continue;
      // Of what V8 has inlined it does not say the file; another frame of the script does.
      if (script.url === '' && url !== '') script.url = urlOfScript(url);
      script.functions.add(placeKey(lineNumber, columnNumber));
      if (positionTicks !== undefined) for (const { line } of positionTicks) script.lines.add(line);
    }
  }

  /** What is alive in a thread after its last slice. */
  tell(pid: number, thread: number, scripts: readonly AliveScript[]): void {
    this.asked.add(`${pid}:${thread}`);
    for (const script of scripts) this.alive.set(`${pid}:${thread} ${script.id}`, script);
  }

  /** By address, as frames have it. */
  byUrl(): Map<string, readonly SampledScript[]> {
    const known = [...this.scripts.values()].filter(({ url }) => url !== '');
    return groupBy(
      known.map(({ thread, id, url, functions, lines }) => {
        const is = this.alive.get(`${thread} ${id}`) ?? (this.asked.has(thread) ? 'gone' : 'unknown');
        return { url, functions, lines, is };
      }),
      ({ url }) => url,
    );
  }

  private scriptOf(thread: string, id: string): Sampled | null {
    const key = `${thread} ${id}`;
    const known = this.scripts.get(key);
    if (known !== undefined) return known;
    if (this.scripts.size >= MOST_SCRIPTS) return null;
    const script = { thread, id, url: '', functions: new Set<number>(), lines: new Set<number>() };
    this.scripts.set(key, script);
    return script;
  }
}
