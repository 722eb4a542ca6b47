/** The text of a file that a profile names, from the disk: under the rule of find-source.ts, and only if it is what was run. */
import { canBeLinked } from '../../../shared/model/editors.ts';
import type { SourceText } from '../../../shared/protocol/contract.ts';
import { hashText, readSourceFile } from '../captures/hash-sources.ts';
import { findFile } from './find-source.ts';

/** `hash`: of the text that was run; absent: not recorded. */
export async function readSource(url: string, script: string, hash: string | undefined): Promise<SourceText> {
  const found = await findFile(url, script);
  if ('why' in found) return { why: found.why, path: null };
  const path = canBeLinked(found.path) ? found.path : null;
  if (hash === undefined) return { why: 'notRecorded', path };
  const text = await readSourceFile(found.path);
  if (text === null) return { why: 'gone', path: null };
  return hashText(text) === hash ? { text, path } : { why: 'changed', path };
}
