/**
 * Which profiles of a recording are meant, and which of their samples: one value from the address of a page and the flags of a command to
 * the query.
 */
import * as z from '../../base/schema.ts';
import { requestFilterSchema } from '../request-filter.ts';
import { CPU_CAPTURE, PROFILE_KINDS } from '../setup/captures.ts';
import { isOfThread, type Profile } from './profile.ts';
import { WEIGHT_UNITS } from './weight-unit.ts';

export const profileSelectionSchema = z.strictObject({
  /** Null: all. */
  process: z.number().int().nullable(),
  /** Null: all; or `WORKER_THREADS`. */
  thread: z.number().int().nullable(),
  /** Null: that of the first profile, so what the run has captured, or the file of another tool holds. */
  kind: z.enum(PROFILE_KINDS).nullable(),
  /** Null: that of the first profile. Only weights of one unit can be added. */
  unit: z.enum(WEIGHT_UNITS).nullable(),
  /** False: of the pass without inlining. It has a time axis and requests of its own, so of that there is only the whole. */
  inlined: z.boolean(),
  /** Only samples that were taken in these requests; null: all. */
  requests: requestFilterSchema.nullable(),
});
export type ProfileSelection = Readonly<z.infer<typeof profileSelectionSchema>>;

/** The whole profile of a run, as the code ran. */
export const ALL_SAMPLES: ProfileSelection = {
  process: null,
  thread: null,
  kind: null,
  unit: null,
  inlined: true,
  requests: null,
};

/** For what is about time on CPU, whatever else a run captures. */
export const CPU_TIME: ProfileSelection = { ...ALL_SAMPLES, kind: CPU_CAPTURE };

/** Whether something else is selected than all samples of a pass, of its first kind. */
export function isOfPart({ process, thread, kind, requests }: ProfileSelection): boolean {
  return process !== null || thread !== null || kind !== null || requests !== null;
}

/** Of any kind and unit where none is given. */
export function isSelected({ process, thread, kind, unit, inlined }: ProfileSelection): (profile: Profile) => boolean {
  return (profile) =>
    profile.inlined === inlined &&
    (kind === null || profile.kind === kind) &&
    (unit === null || profile.unit === unit) &&
    (process === null || profile.pid === process) &&
    isOfThread(profile.thread, thread);
}

/** Those of one kind and unit, with all of their samples. `all` itself, if that is what they are. */
export function selectProfiles(all: readonly Profile[], selection: ProfileSelection): readonly Profile[] {
  const selected = all.filter(isSelected(selection));
  const same = selected.filter(({ kind, unit }) => kind === selected[0]!.kind && unit === selected[0]!.unit);
  return same.length === all.length ? all : same;
}
