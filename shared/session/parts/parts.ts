/** All that a run records beside its requests and profiles, in the order it is written. */
import type * as z from '../../base/schema.ts';
import { AUTOCANNON_RESULTS } from './autocannon.ts';
import { BLOCKS } from './blocks.ts';
import { CAPTURED } from './captured.ts';
import { EXACT_PASS } from './exact-pass.ts';
import { KEPT_RESPONSES } from './kept-responses.ts';
import { LEAK_PART } from './leak.ts';
import { LIMIT_PART } from './limit.ts';
import { LIVE_MEMORY } from './live-memory.ts';
import { LIVENESS } from './liveness.ts';
import { MACHINE_PART } from './machine.ts';
import { OUTPUT_PART } from './output.ts';
import type { SessionPart } from './part.ts';
import { PEERS_PART } from './peers.ts';
import { SERVED_PART } from './served.ts';
import { SERVER_PART } from './server.ts';
import { SOURCES_PART } from './sources.ts';
import { THREAD_TIMES } from './thread-times.ts';
import { TICKS_PART } from './ticks.ts';
import { TIMINGS_PART } from './timings.ts';
import { WAITS_PART } from './waits.ts';

const LISTED = [
  SERVER_PART,
  MACHINE_PART,
  THREAD_TIMES,
  SERVED_PART,
  WAITS_PART,
  PEERS_PART,
  LIVE_MEMORY,
  TICKS_PART,
  KEPT_RESPONSES,
  AUTOCANNON_RESULTS,
  TIMINGS_PART,
  LIVENESS,
  BLOCKS,
  EXACT_PASS,
  CAPTURED,
  LEAK_PART,
  LIMIT_PART,
  SOURCES_PART,
  OUTPUT_PART,
] as const;

type Listed = (typeof LISTED)[number];

export type PartName = Listed['name'];
export type PartEntry = ReturnType<Listed['redact']>;
/** What a recording has of each part, by its name. */
export type PartStates = { [P in Listed as P['name']]: ReturnType<P['empty']> };

type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void ? All : never;
export type PartFields = { [Key in keyof Merged<Listed['fields']>]: Merged<Listed['fields']>[Key] };
/** What the manifest says of the parts. */
export type PartsOfManifest = z.infer<z.ZodObject<PartFields>>;

export const PARTS: readonly SessionPart<PartName, PartEntry>[] = LISTED as never;

/** The fields of the manifest that are of parts. */
export const PART_FIELDS = Object.assign({}, ...LISTED.map(({ fields }) => fields)) as PartFields;

const BY_ENTRY = new Map<string, SessionPart<PartName, PartEntry>>(
  PARTS.flatMap((part) => part.entries.map((type) => [type, part] as const)),
);

/** The part that an entry is of; undefined: it is one of the run itself. */
export function partOf({ type }: { readonly type: string }): SessionPart<PartName, PartEntry> | undefined {
  return BY_ENTRY.get(type);
}

export function isPartEntry(entry: { readonly type: string }): entry is PartEntry {
  return BY_ENTRY.has(entry.type);
}

/** The fields of a manifest that are of a part. */
export function fieldsOf({ fields }: Pick<SessionPart, 'fields'>, manifest: PartsOfManifest): Readonly<Record<string, never>> {
  return Object.fromEntries(Object.entries(manifest).filter(([key]) => key in fields)) as Record<string, never>;
}
