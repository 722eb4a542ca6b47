/** Reads files of other tools as the product does, for tests of what becomes of them. */
import type { Imported } from '../../shared/foreign/importer.ts';
import { wordSaid } from '../../shared/format/word-said.ts';
import type { Outcome } from '../../shared/model/failure.ts';
import { computeCallTree, WHOLE_PROFILE } from '../../shared/profile/tree/call-tree.ts';
import { importText } from '../../shared/session/importers.ts';
import { printTree } from '../unit/shared/profile/draw.ts';
import { messageOf } from './worded.ts';

export function importedOf(outcome: Outcome<Imported> | null): Imported {
  if (outcome === null) throw new Error('It is in none of the formats');
  if (!outcome.ok) throw new Error(messageOf(outcome.failure));
  return outcome.value;
}

export function readForeign(text: string, name = 'x', value: string | null = null): Imported {
  return importedOf(importText(text, name, value));
}

export function refusalOf(outcome: Outcome<Imported> | null): string {
  return outcome === null || outcome.ok ? 'was read' : messageOf(outcome.failure);
}

export function treeOf({ profiles }: Imported, at = 0): string[] {
  return printTree(computeCallTree([profiles[at]!], { ...WHOLE_PROFILE, base: 'wall' }));
}

export function notesOf({ notes }: Imported): string[] {
  return notes.map(wordSaid);
}
