/** Opens the JSON of `node --prof-process --preprocess`: the code that V8 has made, and ticks with their stacks. */
import { percentOf } from '../../base/percent-of.ts';
import type { Imported, Importer } from '../../foreign/importer.ts';
import { JsonReader } from '../../foreign/json-reader.ts';
import { parseJson } from '../../foreign/read-json.ts';
import { refuse } from '../../foreign/refuse.ts';
import { summarize, TICK_SHARES, type TickFigures, type TickShare } from '../../model/profile/ticks.ts';
import { say } from '../../words/said.ts';
import { importZeroX } from './import-zero-x.ts';
import { ticksOfFile } from './ticks-of-file.ts';
import { type StackCode, ZeroXTree } from './zero-x-tree.ts';

const MAX_NESTING = 64;
/** The state of V8 while it collects garbage, as its logs number them. */
const GC_STATE = 1;
const UNKNOWN_CODE = -1;

export const PREPROCESSED: Importer = {
  sniff: ({ brackets, keys }) => brackets === '{' && keys.has('code') && (keys.has('ticks') || keys.has('functions')),
  read(text, name): Imported {
    const take = new JsonReader(name);
    const json = take.object(parseJson(text, name, MAX_NESTING), name);
    const code = take.list(json.code, 'code').map((value, i): StackCode => {
      const one = take.object(value, `code[${i}]`);
      const kind = one.kind === undefined ? undefined : take.text(one.kind, `code[${i}].kind`);
      return { name: take.text(one.name, `code[${i}].name`), type: take.text(one.type, `code[${i}].type`), kind };
    });
    const counted = new TickCounter();
    let withoutStack = 0;
    const tree = new ZeroXTree(name);
    take.list(json.ticks, 'ticks').forEach((value, i) => {
      const tick = take.object(value, `ticks[${i}]`);
      // Code and place in it, in turns; innermost first.
      const indexes = take.list(tick.s, `ticks[${i}].s`).filter((_, at) => at % 2 === 0);
      const known = indexes.map((index, at): StackCode | null => {
        const found = index === UNKNOWN_CODE ? null : code[index as number];
        return found === undefined
          ? refuse('damaged', say('foreign.strangeCode', { ...take.at(`ticks[${i}].s[${2 * at}]`, index), count: code.length }))
          : found;
      });
      counted.add(known[0] ?? null, tick.vm === GC_STATE);
      const stack = known.filter((one) => one !== null).reverse();
      if (stack.length === 0) withoutStack++;
      tree.add(stack);
    });
    return ticksOfFile(
      'preprocessed',
      { ...counted.figures(), stacks: importZeroX(tree.root) },
      withoutStack > 0 ? [say('foreign.ticksWithoutStack', { count: withoutStack })] : [],
    );
  },
};

/** Counts as `--prof-process` does: by the code on top of the stack. */
class TickCounter {
  private total = 0;
  private unaccounted = 0;
  private readonly ticks: Record<TickShare, number> = { JavaScript: 0, 'C++': 0, GC: 0, 'Shared libraries': 0 };
  private readonly libraries = new Map<string, number>();

  add(top: StackCode | null, isGc: boolean): void {
    this.total += 1;
    if (isGc) this.ticks.GC += 1;
    if (top === null) this.unaccounted += 1;
    else if (top.type === 'SHARED_LIB') {
      this.ticks['Shared libraries'] += 1;
      this.libraries.set(top.name, (this.libraries.get(top.name) ?? 0) + 1);
    } else this.ticks[top.type === 'CPP' ? 'C++' : 'JavaScript'] += 1;
  }

  figures(): TickFigures {
    const { total, unaccounted, ticks } = this;
    return {
      total,
      unaccounted,
      summary: summarize(
        total,
        ticks['Shared libraries'],
        TICK_SHARES.map((name) => ({ name, ticks: ticks[name] })),
      ),
      libraries: [...this.libraries]
        .sort(([, a], [, b]) => b - a)
        .map(([name, count]) => ({ name, ticks: count, totalPercent: percentOf(count, total) })),
    };
  }
}
