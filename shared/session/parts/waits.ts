/**
 * `waits.bin`: what requests waited for (model/waits.ts). `waits.json`: the peers, and statements without their values. Absent: samples are not told apart
 * by request, or they were recorded before it was known.
 */
import * as z from '../../base/schema.ts';
import { showHidden } from '../../base/show-hidden.ts';
import { MOST_WAIT_CHARACTERS, MOST_WAIT_NAMES, MOST_WAITS, WAIT_COLUMNS, WAIT_KINDS, type WaitRows } from '../../model/waits.ts';
import { StatementHider } from '../../privacy/hide-statements.ts';
import { say } from '../../words/said.ts';
import { canonicalJson } from '../json.ts';
import { count } from '../limits.ts';
import { Waits, type WaitsEntry } from '../wait-rows.ts';
import { type SessionPart, storedFile } from './part.ts';

const FILE = 'waits.bin';
const NAMES = 'waits.json';

const FIELDS = {
  /** Absent: not recorded. */
  waits: z.strictObject({ rows: count.max(MOST_WAITS), lost: count }).optional(),
};

/** What else the file says is for people. */
const namesSchema = z.object({ names: z.array(z.string().max(MOST_WAIT_CHARACTERS)).max(MOST_WAIT_NAMES) });

/** What is written, and which of the names are statements, for a copy without these. */
function storedNames(waits: Waits) {
  const about = { byteOrder: 'little-endian', columns: WAIT_COLUMNS, kinds: WAIT_KINDS };
  return { ...about, rows: waits.rows, names: [...waits.names], statements: () => waits.statements() };
}

interface Texts {
  readonly names: readonly string[];
  readonly statements: readonly string[];
}

type Entry = { readonly type: 'waits' } & WaitsEntry;

const NO_ROWS = Object.fromEntries(WAIT_COLUMNS.map(({ name }) => [name, []])) as unknown as WaitRows;

export const WAITS_PART: SessionPart<'waits', Entry, Waits, typeof FIELDS, Texts> = {
  name: 'waits',
  entries: ['waits'],
  redraws: 'profiles',
  empty: () => new Waits(),
  add(waits, entry) {
    waits.add(entry);
    return waits;
  },
  fields: FIELDS,
  describe: ({ isKnown, rows, lost }) => (isKnown ? { waits: { rows, lost } } : {}),
  table: {
    file: FILE,
    columns: () => WAIT_COLUMNS,
    rows: ({ waits }) => waits?.rows ?? null,
    of: (waits) => (waits.isKnown ? { rows: waits.rows, columns: waits.table() } : null),
    *replay([named], columns, rows, refuse) {
      const table = columns as WaitRows;
      const names = named?.names.length ?? 0;
      for (let row = 0; row < rows; row++) {
        const [start, end] = [table.start[row]!, table.end[row]!];
        const isPossible =
          start >= 0 && end >= start && end <= Number.MAX_SAFE_INTEGER && table.kind[row]! < WAIT_KINDS.length && table.to[row]! < names;
        if (!isPossible || table.name[row]! >= names) throw refuse(say('file.whyWaitRow', { part: FILE, row }));
      }
      if (named !== undefined) yield { ...named, rows: table };
    },
  },
  files: [
    storedFile({
      write: { [NAMES]: ({ statements: _, ...stored }) => canonicalJson(stored) },
      of: (waits: Waits) => (waits.isKnown ? storedNames(waits) : null),
      leaveOut(stored: ReturnType<typeof storedNames>, { values, leaves }) {
        const statements = leaves('statements') ? stored.statements() : null;
        const hider = new StatementHider();
        const names = stored.names.map((name, place) => (statements?.has(place) ? hider.hide(name) : (values?.words(name) ?? name)));
        return { ...stored, names };
      },
    }),
  ],
  async read(file, { waits }) {
    if (waits === undefined) return [];
    const { names } = await file.json(NAMES, namesSchema);
    return [{ type: 'waits', names: names.map(showHidden), rows: NO_ROWS, lost: waits.lost }];
  },

  redact: (entry, redaction) => ({ ...entry, names: entry.names.map((name) => redaction.words(name)) }),
  leaveOut: (fields) => fields,
  texts(waits) {
    const statements = waits.statements();
    return { names: [...waits.names], statements: waits.names.filter((_, place) => statements.has(place)) };
  },
  tell({ names, statements }, facts) {
    for (const name of names) {
      facts.addPlaces(name, NAMES);
      facts.addSuspicious(name, NAMES, 'words');
    }
    for (const statement of statements) facts.note('statements', statement, NAMES);
  },
  tellPlaces: () => {},
  tellHosts({ names }, hosts) {
    for (const name of names) hosts.addText(name);
  },
};
