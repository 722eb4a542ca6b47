/** What `ticks.json` of a session file has to be, which may come from anybody. */
import * as z from '../base/schema.ts';
import { TICK_SHARES, TICK_TIERS, TICK_TYPES, type TickStacks, type Ticks } from '../model/profile/ticks.ts';

/** A day of ticks has 86 million. */
const count = z.number().int().min(0).max(1e9);
/** GC may have more ticks than all code outside of shared libraries: it is counted beside them. */
const percent = z.number().min(0).max(1e12);
const name = z.string().max(20_000);
const place = z
  .number()
  .int()
  .min(-1)
  .max(2 ** 31);
/** A large program has some ten thousand functions. */
const MOST_FRAMES = 250_000;
const MOST_NODES = 2_000_000;
const MOST_LINES = 100_000;

const column = z.array(z.number().int().min(-1).max(1e9)).max(MOST_NODES);

const stacksSchema = z
  .strictObject({
    frames: z
      .array(
        z.strictObject({
          name,
          url: name,
          line: place,
          column: place,
          type: z.enum(TICK_TYPES),
          tier: z.enum(TICK_TIERS),
          inlined: z.boolean(),
          init: z.boolean(),
        }),
      )
      .max(MOST_FRAMES),
    parent: column,
    frame: column,
    top: column,
    total: column,
  })
  .refine(isTree, 'no call tree');

/** Parents stand before their children, and have their ticks: those on top of them and those of their children. */
export function isTree({ frames, parent, frame, top, total }: TickStacks): boolean {
  const nodes = parent.length;
  if (nodes === 0 || frame.length !== nodes || top.length !== nodes || total.length !== nodes) return false;
  const left = Array.from(total);
  for (let node = 0; node < nodes; node++) {
    const above = parent[node]!;
    const isPlaced = node === 0 ? above === -1 && frame[node] === -1 : above >= 0 && above < node && frame[node]! >= 0;
    if (!isPlaced || frame[node]! >= frames.length || top[node]! < 0) return false;
    left[node]! -= top[node]!;
    if (node > 0) left[above]! -= total[node]!;
  }
  return left.every((rest) => rest === 0);
}

export const ticksSchema = z.strictObject({
  node: z.string().max(100),
  pid: z.number().int().min(0).max(0xffff_ffff),
  intervalUs: z.number().min(0).max(1e9),
  total: count,
  unaccounted: count,
  excluded: count.optional(),
  outside: count,
  summary: z
    .array(z.strictObject({ name: z.enum(TICK_SHARES), ticks: count, totalPercent: percent, nonlibPercent: percent.nullable() }))
    .max(TICK_SHARES.length),
  libraries: z.array(z.strictObject({ name, ticks: count, totalPercent: percent })).max(MOST_LINES),
  bottomUp: z
    .array(z.strictObject({ name, depth: z.number().int().min(0).max(10_000), ticks: count, parentPercent: percent }))
    .max(MOST_LINES),
  stacks: stacksSchema,
}) satisfies z.ZodType<Ticks>;
