/** The schema of a requested comparison. */
import * as z from '../../base/schema.ts';
import { LOAD_TOOLS } from '../load/load-result.ts';
import { setupSchema } from '../setup/setup-schema.ts';
import { MOST_GRID_CELLS } from './grid.ts';
import { METRIC_NAMES } from './metrics.ts';

/** More are no longer told apart in a chart. */
const MOST_VARIANTS = 6;

/** In characters, of a variant, and of a case or a topology of a grid. */
export const MOST_TITLE = 200;
const name = z.string().min(1).max(MOST_TITLE);

const schema = z.strictObject({
  /** The first is the base that differences are of. Of a grid: its cells, those of the first case first. */
  variants: z
    .array(
      z.strictObject({
        title: name,
        setup: setupSchema,
        /** Of saved sessions: the load tool that this is a result of. There was no set-up; `setup` says nothing. */
        tool: z.enum(LOAD_TOOLS).optional(),
      }),
    )
    .min(2)
    .max(MOST_GRID_CELLS),
  /** Rounds of measured passes: 10 for a verdict, 5 quick, 20 careful, 1: one look, never a verdict. Fixed before it starts. */
  pairs: z.number().int().min(1).max(200),
  /** The metric that is asked about: half of the 5 % is kept for it, and every answer begins with it. Fixed before it starts, as the pairs are. */
  question: z.enum(METRIC_NAMES),
  /** A profiled pass of each variant after the measured ones. */
  profiled: z.boolean(),
  /** Draws the order within each round. */
  seed: z.number().int().min(0).max(0xffff_ffff),
  /** Differences within this many percent count as none. */
  equivalencePercent: z.number().min(0.1).max(50),
  /** One run of each cell, described and not judged. Absent: variants are compared. */
  grid: z
    .strictObject({
      cases: z.array(name).min(1).max(MOST_GRID_CELLS),
      topologies: z.array(name).min(1).max(MOST_GRID_CELLS),
      /** Each cell records what its set-up says. Absent: nothing beside its load and what the server used. */
      records: z.literal(true).optional(),
    })
    .optional(),
});

export const comparisonSchema = schema.refine(
  ({ variants, grid, pairs, profiled }) =>
    grid === undefined
      ? variants.length <= MOST_VARIANTS
      : variants.length === grid.cases.length * grid.topologies.length && pairs === 1 && !profiled,
  { path: ['variants'] },
);
