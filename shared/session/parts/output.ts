/** `output.txt`: what the script wrote, and a load command. `output.json`: which piece went to which stream when. */
import * as z from '../../base/schema.ts';
import type { Bytes, Microseconds } from '../../base/units.ts';
import { OUTPUT_STREAMS, type OutputStream } from '../../model/run.ts';
import { say } from '../../words/said.ts';
import { clock, count } from '../limits.ts';
import { type OutputPiece, OutputRing } from '../output-ring.ts';
import { replaceInOutput } from '../redact-output.ts';
import { type SessionPart, storedFile } from './part.ts';

const FILE = 'output.txt';
const PIECES = 'output.json';
/** Memory for output of the script that waits to be written. It never costs a request. */
const MOST_WAITING: Bytes = 4 * 1024 * 1024;

const piecesSchema = z.array(z.tuple([z.enum(OUTPUT_STREAMS), clock, count])).max(2 * 1024 * 1024);
const FIELDS = { droppedOutput: count };

type OutputEntry =
  | { readonly type: 'output'; readonly stream: OutputStream; readonly text: string; readonly at: Microseconds }
  /** Output that was not recorded: more than the budget allows, or dropped by the recording that a file was written from. */
  | { readonly type: 'output-dropped'; readonly bytes: Bytes };

type Pieces = readonly OutputPiece[];

export const OUTPUT_PART: SessionPart<'outputRing', OutputEntry, OutputRing, typeof FIELDS, string> = {
  name: 'outputRing',
  entries: ['output', 'output-dropped'],
  redraws: null,
  inMemory: {
    is: 'own',
    most: MOST_WAITING,
    size: (entry) => (entry.type === 'output' ? entry.text.length : 0),
    dropped: (bytes) => ({ type: 'output-dropped', bytes }),
  },
  empty: () => new OutputRing(),
  add(ring, entry) {
    if (entry.type === 'output') ring.push({ stream: entry.stream, text: entry.text, at: entry.at });
    else ring.addDropped(entry.bytes);
    return ring;
  },
  fields: FIELDS,
  describe: ({ droppedBytes }) => ({ droppedOutput: droppedBytes }),
  table: null,
  files: [
    storedFile({
      write: {
        [FILE]: (pieces) => pieces.map(({ text }) => text).join(''),
        [PIECES]: (pieces) =>
          JSON.stringify(pieces.map(({ stream, at, text }) => [stream, at, text.length]) satisfies z.infer<typeof piecesSchema>),
      },
      of: ({ pieces }: OutputRing) => pieces,
      leaveOut(pieces: Pieces, { leaves, values }) {
        if (leaves('output')) return [];
        return values === null ? pieces : replaceInOutput(pieces, (text) => values.values(text, false).ranges);
      },
      shorten: (pieces: Pieces, places) => replaceInOutput(pieces, (text) => places(text)),
    }),
  ],
  async read(file, { droppedOutput }) {
    const text = await file.text(FILE);
    const ring = new OutputRing();
    let at = 0;
    for (const [stream, clock, length] of await file.json(PIECES, piecesSchema)) {
      if (at + length > text.length) throw file.refuse(say('file.whyOutputShort', { part: FILE }));
      ring.push({ stream, at: clock, text: text.slice(at, at + length) });
      at += length;
    }
    const bytes = ring.droppedBytes + droppedOutput;
    return [
      ...ring.pieces.map((piece) => ({ type: 'output', ...piece }) as const),
      ...(bytes > 0 ? [{ type: 'output-dropped', bytes } as const] : []),
    ];
  },

  // It is looked through when it is kept: its pieces end anywhere.
  redact: (entry) => entry,
  leaveOut: ({ droppedOutput }, { leaves }) => ({ droppedOutput: leaves('output') ? 0 : droppedOutput }),
  texts: ({ pieces }) => pieces.map(({ text }) => text).join(''),
  tell(output, facts) {
    facts.addText('output', output, FILE);
    for (const line of output.split('\n')) facts.addPrinted(line, FILE);
  },
  tellPlaces({ pieces }, places) {
    for (const { text } of pieces) places.addText(text);
  },
};
