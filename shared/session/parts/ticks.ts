/** `ticks.json`: what V8's own sampler has counted, known when the script has ended, as the tables of `node --prof-process` and the tree of stacks. */
import { showHidden, showTexts } from '../../base/show-hidden.ts';
import type { Ticks } from '../../model/profile/ticks.ts';
import { compactJson } from '../json.ts';
import { ticksSchema } from '../ticks-schema.ts';
import { FILES_ONLY, type NoFields, namesOnly, type PartReader, type SessionPart, type StoredFile, storedFile } from './part.ts';

const FILE = 'ticks.json';

interface TicksEntry {
  readonly type: 'ticks';
  readonly ticks: Ticks;
}

interface Texts {
  readonly frames: readonly { readonly name: string; readonly url: string }[];
  readonly libraries: readonly string[];
}

/** A profile of another tool may have them, too. */
export const TICKS_FILE: StoredFile<Ticks | null> = storedFile({
  write: { [FILE]: compactJson },
  of: (ticks: Ticks | null) => ticks,
  leaveOut: namesOnly,
});

/** Of functions and libraries: whatever their authors have called them. */
export async function readTicks(file: PartReader): Promise<Ticks> {
  const ticks = await file.json(FILE, ticksSchema);
  const { libraries, bottomUp, stacks } = ticks;
  return {
    ...ticks,
    node: showHidden(ticks.node),
    libraries: libraries.map(showTexts),
    bottomUp: bottomUp.map(showTexts),
    stacks: { ...stacks, frames: stacks.frames.map(showTexts) },
  };
}

export const TICKS_PART: SessionPart<'ticks', TicksEntry, Ticks | null, NoFields, Texts | null> = {
  ...FILES_ONLY,
  name: 'ticks',
  entries: ['ticks'],
  redraws: null,
  empty: () => null,
  add: (_, { ticks }) => ticks,
  files: [TICKS_FILE],
  read: async (file) => (file.has(FILE) ? [{ type: 'ticks', ticks: await readTicks(file) }] : []),

  redact: (entry, redaction) => redaction.code(entry),
  texts: (ticks) =>
    ticks && {
      frames: ticks.stacks.frames.map(({ name, url }) => ({ name, url })),
      libraries: ticks.libraries.map(({ name }) => name),
    },
  tell(texts, facts) {
    for (const { name, url } of texts?.frames ?? []) facts.addFrame(name, url, FILE);
    for (const name of texts?.libraries ?? []) facts.addPlaces(name, FILE);
  },
  tellPlaces(ticks, places) {
    for (const { url, name } of ticks?.stacks.frames ?? []) places.addFrame(url, name);
    for (const { name } of ticks?.libraries ?? []) places.addFile(name);
  },
};
