/** What the engine asks of the process that reads files from other people, and what it replies. Plain data both ways. */
import type { Bytes, Milliseconds, Ratio } from '../../../shared/base/units.ts';
import type { PrivateFacts, PrivatePart } from '../../../shared/copies/private-facts.ts';
import type { Imported, ImportedFile } from '../../../shared/foreign/importer.ts';
import type { WhatGrew } from '../../../shared/heap/what-grew.ts';
import type { Failure } from '../../../shared/model/failure.ts';
import type { LeftOut } from '../../../shared/model/left-out.ts';
import type { Profile } from '../../../shared/model/profile/profile.ts';
import type { Har } from '../../../shared/plan/har.ts';
import type { ComparisonManifest, Manifest } from '../../../shared/session/format.ts';
import type { PartEntry, PartName } from '../../../shared/session/parts/parts.ts';
import type { ServicesManifest } from '../../../shared/session/services-cell.ts';

/** Identifies the content of a file: a changed file has another size or modification time. */
export interface FileStamp {
  readonly size: Bytes;
  /** Since 1970. */
  readonly changedMs: Milliseconds;
}

/** Where a stored part of fixed width lies in the file. */
export interface PartPlace {
  readonly offset: Bytes;
  readonly size: Bytes;
  readonly crc32: number;
}

/** The parts that the engine reads by itself. */
export interface RunPlaces {
  readonly stamp: FileStamp;
  readonly requests: PartPlace;
  readonly batches: PartPlace;
  /** Places of the parts with rows, by name. */
  readonly tables: Readonly<Partial<Record<PartName, PartPlace>>>;
}

/** One run of a session file, checked, but for the parts of fixed width. */
export interface ReadRun {
  readonly manifest: Manifest;
  readonly places: RunPlaces;
  /** Merged; on the engine's clock, generated positions. */
  readonly profiles: readonly Profile[];
  /** The entries of each part, but for its rows. */
  readonly parts: Readonly<Record<PartName, readonly PartEntry[]>>;
}

/** What a session file holds of another tool. */
export interface ReadKept {
  readonly imported: ImportedFile;
  readonly name: string;
  readonly notes: string;
  readonly leftOut: readonly LeftOut[];
}

/** A log of V8: only Node can read it. */
export interface ReadLogHead {
  /** The file itself, if a folder was opened. */
  readonly path: string;
  /** The version of V8 that wrote it. */
  readonly v8: string;
}

export type ReadFile =
  | { readonly kind: 'log'; readonly head: ReadLogHead }
  /** A file of another tool. */
  | { readonly kind: 'imported'; readonly imported: Imported }
  | { readonly kind: 'kept'; readonly kept: ReadKept }
  | { readonly kind: 'run'; readonly run: ReadRun }
  /** Its runs are asked for one after the other. */
  | { readonly kind: 'comparison'; readonly manifest: ComparisonManifest }
  | { readonly kind: 'services'; readonly manifest: ServicesManifest };

/** Question -> what it needs and what it gives. The file of the last question stays open until `Done`. */
export interface Questions {
  /** `value`: which of several kinds of values of a file of another tool is read; not given: what the file prefers. */
  file: { readonly asked: { readonly path: string; readonly value?: string | null }; readonly reply: ReadFile };
  /** `folder` empty: the file is that of one run. */
  run: { readonly asked: { readonly path: string; readonly folder: string }; readonly reply: ReadRun };
  /** The result of another load tool that is one of a comparison. */
  result: { readonly asked: { readonly path: string; readonly folder: string }; readonly reply: ReadKept };
  places: { readonly asked: { readonly path: string; readonly folder: string }; readonly reply: RunPlaces };
  /** Of an open session, part by part; the reply is what is known after each. It reads no file, but its content may be anything. */
  private: { readonly asked: { readonly path: string; readonly part: PrivatePart }; readonly reply: PrivateFacts };
  /** A recording of a browser, for a request plan. */
  har: { readonly asked: { readonly path: string }; readonly reply: Har };
  /** Of three snapshots of one process: what grew between the loads before the second and the third. `path`: of the third. */
  grown: {
    readonly asked: { readonly path: string; readonly before: string; readonly between: string; readonly requests: number };
    readonly reply: WhatGrew;
  };
}
export type QuestionName = keyof Questions;
export type Question = { [N in QuestionName]: { readonly name: N } & Questions[N]['asked'] }[QuestionName];

/** Closes the file; has no reply. */
export interface Done {
  readonly name: 'done';
}

/** How far it is with what it was asked, from 0 to 1; of what takes long. */
export interface Progress {
  readonly type: 'progress';
  readonly done: Ratio;
}

export type Reply =
  | { readonly type: 'reply'; readonly value: unknown }
  | { readonly type: 'refused'; readonly failure: Failure }
  /** Something that should not happen, with its stack. */
  | { readonly type: 'bug'; readonly stack: string };
