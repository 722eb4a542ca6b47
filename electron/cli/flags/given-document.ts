/** A document on the command line (`--plan`, `--group`, `--grid`): a file, or the text itself, and what is wrong with it. */
import { basename, resolve } from 'node:path';
import { wordSaid } from '../../../shared/format/word-said.ts';
import { type Failure, fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import type { DocumentKind } from '../../../shared/model/setup/setting.ts';
import { type Said, say } from '../../../shared/words/said.ts';
import { readDocumentText } from '../../engine/load/document-text.ts';

export interface GivenDocument {
  readonly text: string;
  /** Null: it was not read from a file. */
  readonly file: string | null;
  /** What problems are told of. */
  readonly name: string;
}

/** The command that is shown has the document itself where there is no file: it is several lines, or JSON. */
const isText = (value: string): boolean => value.includes('\n') || value.trimStart().startsWith('{');

export async function readGivenDocument(value: string, kind: DocumentKind | 'grid', flag: string): Promise<Outcome<GivenDocument>> {
  if (isText(value)) return succeed({ text: value, file: null, name: flag });
  const file = resolve(value);
  const text = await readDocumentText(file, kind);
  return text.ok ? succeed({ text: text.value, file, name: basename(file) }) : text;
}

export function refuseDocument(name: string, [first, ...others]: readonly Said[]): { ok: false; failure: Failure } {
  const failed = fail('bad-request', say('plan.inFile', { name, says: first! }));
  return others.length === 0 ? failed : { ok: false, failure: { ...failed.failure, detail: others.map(wordSaid).join('\n') } };
}
