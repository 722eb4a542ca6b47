/**
 * The text of a file that a profile names: from the disk, under the rule of find-source.ts and only if it is what was run; otherwise as it was
 * kept in the session.
 */
import { canBeLinked } from '../../../shared/model/setup/editors.ts';
import type { SourceText } from '../../../shared/protocol/profile-contract.ts';
import { hashText, readSourceFile } from '../captures/hash-sources.ts';
import { findFile } from './find-source.ts';

export interface AskedSource {
  readonly url: string;
  /** Null: the session comes from another machine, so no file of this one was run. */
  readonly script: string | null;
  /** Hash of the text that was run; absent: not recorded. */
  readonly hash: string | undefined;
  /** Absent: not kept. */
  readonly kept: string | undefined;
}

export async function readSource({ kept, ...asked }: AskedSource): Promise<SourceText> {
  const read = await readFromDisk(asked);
  return 'text' in read || kept === undefined ? read : { text: kept, path: read.path, instead: read.why };
}

async function readFromDisk({ url, script, hash }: Omit<AskedSource, 'kept'>): Promise<SourceText> {
  if (script === null) return { why: 'notOwn', path: null };
  const found = await findFile(url, script);
  if ('why' in found) return { why: found.why, path: null };
  const path = canBeLinked(found.path) ? found.path : null;
  if (hash === undefined) return { why: 'notRecorded', path };
  const text = await readSourceFile(found.path);
  if (text === null) return { why: 'gone', path: null };
  return hashText(text) === hash ? { text, path, instead: null } : { why: 'changed', path };
}
