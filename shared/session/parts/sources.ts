/**
 * What profiles say of code, in the code's own terms. `sources.json`: original positions of generated ones, from source maps. `lines.json`: the same
 * of lines; absent: there is no source map, or the profile does not say on which lines its samples were taken. `files.json`: SHA-256 of the text of
 * the files that have time, by address. `texts.json`: the text of those with most of the time, without what looks like a secret; absent: it was
 * not to be kept.
 */

import * as z from '../../base/schema.ts';
import { MOST_KEPT_SOURCE } from '../../model/kept-source.ts';
import type { LinePositions, SourcePositions } from '../../model/profile/profile.ts';
import { hasHidden } from '../../model/setup/hidden.ts';
import { redactSource } from '../../privacy/redact-source.ts';
import type { WaitPlace } from '../../profile/lines/wait-lines.ts';
import { canonicalJson } from '../json.ts';
import { address } from '../limits.ts';
import { FILES_ONLY, type NoFields, namesOnly, type SessionPart, storedFile } from './part.ts';

const POSITIONS = 'sources.json';
const LINES = 'lines.json';
const HASHES = 'files.json';
const TEXTS = 'texts.json';

const position = z
  .number()
  .int()
  .min(-1)
  .max(2 ** 31);
const positionsSchema = z.record(
  address,
  z.strictObject({ url: address, line: position, column: position, name: address.nullable(), package: address.optional() }),
);
const linesSchema = z.record(address, z.strictObject({ url: address, line: position.min(1), isExact: z.boolean() }));
const hashesSchema = z.record(address, z.string().regex(/^[\da-f]{64}$/));
/** What is left out of a text may be shorter than its label. */
const textsSchema = z.record(address, z.string().max(4 * MOST_KEPT_SOURCE));

type ByAddress = Readonly<Record<string, string>>;

interface SourcesEntry {
  readonly type: 'sources';
  readonly positions: SourcePositions;
  /** The same of lines; absent: recorded before they were known. */
  readonly lines?: LinePositions;
  /** SHA-256 of the text of files that have time, by address; absent: recorded before they were known. */
  readonly files?: ByAddress;
  /** The text of hot files, if it is to be kept; stored without what looks like a secret. */
  readonly texts?: ByAddress;
  /** Where the code calls `Atomics.wait`; in a file of a session its profiles have that themselves. */
  readonly waits?: readonly WaitPlace[];
}

/** Of all entries together. */
type Sources = Required<Omit<SourcesEntry, 'type'>>;

interface Texts {
  readonly addresses: readonly string[];
  readonly texts: readonly string[];
}

const POSITION = /(?::\d+){1,2}$/;

const unlessEmpty = <T extends object>(value: T): T | null => (Object.keys(value).length > 0 ? value : null);

export const SOURCES_PART: SessionPart<'sources', SourcesEntry, Sources, NoFields, Texts> = {
  ...FILES_ONLY,
  name: 'sources',
  entries: ['sources'],
  redraws: 'profiles',
  empty: () => ({ positions: {}, lines: {}, files: {}, texts: {}, waits: [] }),
  add: (known, { positions, lines, files, texts, waits }) => ({
    positions: { ...known.positions, ...positions },
    lines: lines === undefined ? known.lines : { ...known.lines, ...lines },
    files: files === undefined ? known.files : { ...known.files, ...files },
    texts: texts === undefined ? known.texts : { ...known.texts, ...texts },
    waits: waits === undefined ? known.waits : [...known.waits, ...waits],
  }),
  files: [
    storedFile({ write: { [POSITIONS]: canonicalJson }, of: ({ positions }: Sources) => positions, leaveOut: namesOnly }),
    storedFile({ write: { [LINES]: canonicalJson }, of: ({ lines }: Sources) => unlessEmpty(lines), leaveOut: namesOnly }),
    storedFile({ write: { [HASHES]: canonicalJson }, of: ({ files }: Sources) => unlessEmpty(files), leaveOut: namesOnly }),
    storedFile({
      write: { [TEXTS]: canonicalJson },
      of: ({ texts }: Sources) => unlessEmpty(texts),
      leaveOut(texts: ByAddress, { leaves, values }) {
        if (leaves('source')) return {};
        if (values === null) return texts;
        return Object.fromEntries(Object.entries(texts).map(([url, source]) => [values.code(url), values.source(source)]));
      },
    }),
  ],
  read: async (file) => [
    {
      type: 'sources',
      positions: await file.json(POSITIONS, positionsSchema),
      lines: file.has(LINES) ? await file.json(LINES, linesSchema) : {},
      files: file.has(HASHES) ? await file.json(HASHES, hashesSchema) : {},
      texts: file.has(TEXTS) ? await file.json(TEXTS, textsSchema) : {},
    },
  ],

  redact({ texts = {}, ...places }, redaction) {
    const sources = Object.entries(texts).map(([url, text]) => [redaction.code(url), redaction.source(text)] as const);
    return { ...redaction.code(places), ...(sources.length > 0 && { texts: Object.fromEntries(sources) }) };
  },
  texts: ({ positions, texts }) => ({
    addresses: [...new Set(Object.values(positions).map(({ url }) => url))],
    texts: Object.values(texts),
  }),
  tell({ addresses, texts }, facts) {
    for (const url of addresses) facts.addPlaces(url, POSITIONS);
    for (const source of texts) {
      facts.addText('source', source, TEXTS);
      facts.addPlaces(source, TEXTS);
      for (const line of source.split('\n')) {
        const without = redactSource(facts.withoutValues(line));
        if (without !== line && !hasHidden(line)) facts.noteSuspicious(line, without, TEXTS);
      }
    }
  },
  tellPlaces({ positions }, places) {
    for (const [generated, { url }] of Object.entries(positions))
      for (const one of [generated, url]) places.addFile(one.replace(POSITION, ''));
  },
};
