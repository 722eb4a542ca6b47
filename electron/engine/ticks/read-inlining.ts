/**
 * Which functions V8 has inlined into which: what it prints under `--print-opt-source`, which the capture has it write to a file, in the
 * shape that 0x makes of it.
 *
 *   --- FUNCTION SOURCE (/app/query.js:parse) id{7,-1} start{40} ---     function 7 is optimised; its source follows
 *   --- END ---
 *   --- FUNCTION SOURCE (/app/query.js:word) id{7,0} start{94} ---       one that was looked at for function 7 ...
 *   --- END ---
 *   INLINE (word) id{7,0} AS 0 AT <-1:183>                                 ... and inlined into it
 */
import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** Name and file of a function -> where it was inlined. */
export type Inlined = Readonly<Record<string, readonly Inlining[]>>;

interface Inlining {
  readonly pos: string;
  readonly caller: { readonly key: string };
}

const SOURCE = /^--- FUNCTION SOURCE \((.*):([^:]*)\) id\{(\d+),(-?\d+)\} start\{(\d+)\} ---$/;
const INLINE = /^INLINE \((.*?)\) id\{(\d+),(\d+)\}/;

/** A missing file is treated as empty. */
export async function readInlining(path: string): Promise<Inlined> {
  const inlined: Record<string, Inlining[]> = Object.create(null);
  if (!existsSync(path)) return inlined;
  const seen = new Map<string, { readonly fn: string; readonly file: string; readonly pos: string }>();
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    const source = SOURCE.exec(line);
    if (source !== null) {
      const [, file = '', fn = '', root = '', at = '', pos = ''] = source;
      // A new function begins: the lines of the previous one are complete.
      if (at === '-1') seen.clear();
      seen.set(`${root},${at}`, { fn: fn === '' ? '<anonymous>' : fn, file, pos });
      continue;
    }
    const [, , root, at] = INLINE.exec(line) ?? [];
    const [own, caller] = [seen.get(`${root},${at}`), seen.get(`${root},-1`)];
    if (own === undefined || caller === undefined) continue;
    // 0x compares a caller up to the first colon.
    const entry: Inlining = { pos: own.pos, caller: { key: `${caller.fn} ${caller.file}`.split(':')[0]! } };
    const key = `${own.fn} ${own.file}`;
    inlined[key] ??= [];
    inlined[key].push(entry);
  }
  return inlined;
}
