/**
 * The second, shorter pass of a run that is to have exact frames: the same load on the same server, in which V8 inlines no function into its
 * caller, so that a sample counts for the function whose code ran.
 */
import * as z from '../../base/schema.ts';
import type { Milliseconds } from '../../base/units.ts';

/** Its measured phase lasts no longer: ten thousand samples of a busy thread tell a share to one percentage point. */
export const EXACT_PASS_MS: Milliseconds = 10_000;

const rates = z.strictObject({
  /** Null: the load has its rate, its requests are not known, or other programs wanted the cores. */
  perSecond: z.number().min(0).nullable(),
  /** CPU time of the server for each completed request; null: not known. */
  cpuUsPerRequest: z.number().min(0).nullable(),
});

export const exactPassSchema = z.strictObject({
  /** From time 0: the part of the load that both passes have had, in whole seconds. */
  comparedMs: z.number().min(0),
  /** In that part, with inlining and without. */
  inlined: rates,
  exact: rates,
});
export type ExactPass = z.infer<typeof exactPassSchema>;
export type PassRates = z.infer<typeof rates>;
