/**
 * Reads a `.heapsnapshot` as its bytes come, without ever holding its text: numbers go from the bytes into columns, of texts the beginnings are kept.
 * The file may be from anybody: where the fields of a node are is taken from its head, how many there are is compared with its size before memory
 * is taken for them, and every number is checked against what it counts. Refuses (`refuse`): to be called within `orRefused`.
 */
import { GrowableInt32 } from '../base/growable.ts';
import * as z from '../base/schema.ts';
import { shorten } from '../base/shorten.ts';
import { showHidden } from '../base/show-hidden.ts';
import type { Bytes, Index } from '../base/units.ts';
import { RECORD_AGAIN, refuse } from '../foreign/refuse.ts';
import { type SaidKey, say } from '../words/said.ts';
import { NumberRows } from './number-rows.ts';
import { BYTES_PER_EDGE, BYTES_PER_NODE, EDGE, type FunctionPlaces, type HeapSnapshot, hasTextName, NODE } from './snapshot.ts';
import { StringTable } from './string-table.ts';

/** Of columns, dominators and what computes them; beside it are Node itself, the texts and a piece of the file. All of it stays below 2 GB. */
const MOST_FOR_COLUMNS: Bytes = 1_400_000_000;
const MOST_FOR_TEXTS: Bytes = 300_000_000;
/** The head lists fields and types: 1.3 kB in Node 26. */
const LONGEST_HEAD = 100_000;
const LONGEST_KEY = 40;
/** Of a number: what a double holds exactly. */
const MOST_DIGITS = 15;
const UINT32 = 0xffff_ffff;
/** A head is ASCII: no character is cut between two pieces of the file. */
const UTF8 = new TextDecoder();

const names = z.array(z.string().max(100)).max(100);
const count = z.number().int().min(0).max(UINT32);
const headSchema = z.object({
  meta: z.object({
    node_fields: names,
    node_types: z.array(z.union([names, z.string()])).max(100),
    edge_fields: names,
    edge_types: z.array(z.union([names, z.string()])).max(100),
    location_fields: names.optional(),
  }),
  node_count: count.min(1),
  edge_count: count,
});
type Head = z.infer<typeof headSchema>;

/** Whether a file that begins so is a snapshot, whatever it is called. `head`: its first bytes, one character for each. */
export function isSnapshot(head: string): boolean {
  return SNAPSHOT_HEAD.test(head);
}

/** V8 writes no white space, and who formats it does not write a hundred. */
const SNAPSHOT_HEAD = /^(?:\xef\xbb\xbf)?\s{0,20}\{\s{0,20}"snapshot"\s{0,20}:\s{0,20}\{/;

interface NumberSink {
  take(value: number): void;
  end(): void;
}

/** Reads bytes from a place on and returns the place at which the next mode goes on. */
type Mode = (bytes: Uint8Array, at: number) => number;

const [QUOTE, BACKSLASH, COMMA, COLON, ZERO] = [0x22, 0x5c, 0x2c, 0x3a, 0x30];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
const isByteOrderMark = (byte: number): boolean => byte === 0xef || byte === 0xbb || byte === 0xbf;

/** Lists that a snapshot cannot be without. */
const NEEDED = ['snapshot', 'nodes', 'edges', 'strings'] as const;

export class SnapshotReader {
  private mode: Mode = (bytes, at) => this.beforeFile(bytes, at);
  private readonly seen = new Set<string>();
  private text = '';
  private depth = 0;
  private inText = false;
  private isEscaped = false;
  private value = 0;
  private digits = 0;
  private sink: NumberSink | null = null;
  private columns: Columns | null = null;
  private readonly strings = new StringTable();

  /** `name`: of the file, for the sentences. */
  constructor(
    private readonly name: string,
    private readonly size: Bytes,
  ) {}

  write(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) at = this.mode(bytes, at);
  }

  /** What was read; refuses a file that ended too early. */
  end(): HeapSnapshot {
    const missing = NEEDED.find((list) => !this.seen.has(list));
    if (!this.isWhole) this.damaged('snapshot.cutOff', RECORD_AGAIN);
    if (missing !== undefined) refuse('damaged', say('snapshot.without', { name: this.name, list: missing }), RECORD_AGAIN);
    return this.columns!.finish(this.strings);
  }

  private isWhole = false;

  private beforeFile(bytes: Uint8Array, at: number): number {
    const byte = bytes[at]!;
    if (byte === OPEN_OBJECT) this.mode = this.beforeKey;
    else if (!isSpace(byte) && !isByteOrderMark(byte)) this.damaged('snapshot.notJson');
    return at + 1;
  }

  private beforeKey: Mode = (bytes, at) => {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      this.text = '';
      this.mode = this.inKey;
    } else if (byte === CLOSE_OBJECT) {
      this.isWhole = true;
      this.mode = this.afterFile;
    } else if (!isSpace(byte) && byte !== COMMA) this.damaged('snapshot.notJson');
    return at + 1;
  };

  private inKey: Mode = (bytes, at) => {
    const byte = bytes[at]!;
    if (byte === QUOTE) this.mode = this.beforeValue;
    else if (this.text.length === LONGEST_KEY) this.damaged('snapshot.notJson');
    else this.text += String.fromCharCode(byte);
    return at + 1;
  };

  private beforeValue: Mode = (bytes, at) => {
    const byte = bytes[at]!;
    if (isSpace(byte) || byte === COLON) return at + 1;
    const key = this.text;
    if (this.seen.has(key)) refuse('damaged', say('snapshot.twice', { name: this.name, list: showHidden(key) }));
    this.seen.add(key);
    if (key === 'snapshot') return this.enter(byte, OPEN_OBJECT, this.inHead, at);
    if (this.columns === null) this.damaged('snapshot.noHead');
    if (key === 'strings') return this.enter(byte, OPEN_LIST, this.betweenStrings, at + 1);
    this.sink = this.columns!.sinkOf(key);
    if (this.sink !== null) return this.enter(byte, OPEN_LIST, this.inNumbers, at + 1);
    return this.enter(byte, byte, this.inSkipped, at);
  };

  private enter(byte: number, wanted: number, mode: Mode, at: number): number {
    if (byte !== wanted) this.damaged('snapshot.notJson');
    this.text = '';
    this.mode = mode;
    return at;
  }

  private inHead: Mode = (bytes, from) => {
    const end = this.skipValue(bytes, from);
    this.text += UTF8.decode(bytes.subarray(from, end));
    if (this.text.length > LONGEST_HEAD) this.damaged('snapshot.badHead');
    if (this.depth === 0) {
      this.columns = new Columns(this.parseHead(), this.name, this.size);
      this.mode = this.beforeKey;
    }
    return end;
  };

  private parseHead(): Head {
    try {
      return headSchema.parse(JSON.parse(this.text));
    } catch {
      return this.damaged('snapshot.badHead');
    }
  }

  private inSkipped: Mode = (bytes, from) => {
    // A number or a word: up to what ends it.
    if (this.depth === 0 && !this.inText && bytes[from] !== OPEN_LIST && bytes[from] !== OPEN_OBJECT && bytes[from] !== QUOTE) {
      if (bytes[from] !== COMMA && bytes[from] !== CLOSE_OBJECT) return from + 1;
      this.mode = this.beforeKey;
      return from;
    }
    const end = this.skipValue(bytes, from);
    if (this.depth === 0 && !this.inText) this.mode = this.beforeKey;
    return end;
  };

  /** The place behind a list, an object or a text that begins or goes on at `from`, or the end of these bytes. */
  private skipValue(bytes: Uint8Array, from: number): number {
    let at = from;
    do {
      const byte = bytes[at++]!;
      if (this.inText) {
        if (this.isEscaped) this.isEscaped = false;
        else if (byte === BACKSLASH) this.isEscaped = true;
        else if (byte === QUOTE) this.inText = false;
      } else if (byte === QUOTE) this.inText = true;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.depth += 1;
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.depth -= 1;
    } while (at < bytes.length && (this.depth > 0 || this.inText));
    return at;
  }

  private inNumbers: Mode = (bytes, from) => {
    const sink = this.sink!;
    let { value, digits } = this;
    let at = from;
    for (; at < bytes.length; at++) {
      const byte = bytes[at]!;
      const digit = byte - ZERO;
      if (digit >= 0 && digit <= 9) {
        value = value * 10 + digit;
        digits += 1;
      } else if (byte === COMMA || byte === CLOSE_LIST) {
        if (digits > MOST_DIGITS) this.damaged('snapshot.notNumbers');
        if (digits > 0) sink.take(value);
        value = 0;
        digits = 0;
        if (byte === CLOSE_LIST) {
          sink.end();
          this.mode = this.beforeKey;
          at += 1;
          break;
        }
      } else if (!isSpace(byte)) this.damaged('snapshot.notNumbers');
    }
    this.value = value;
    this.digits = digits;
    return at;
  };

  private betweenStrings: Mode = (bytes, at) => {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      this.strings.begin();
      this.mode = this.inString;
    } else if (byte === CLOSE_LIST) this.mode = this.beforeKey;
    else if (!isSpace(byte) && byte !== COMMA) this.damaged('snapshot.notTexts');
    return at + 1;
  };

  private inString: Mode = (bytes, from) => {
    const end = this.strings.take(bytes, from);
    if (end === -1) this.damaged('snapshot.notTexts');
    if (this.strings.size > MOST_FOR_TEXTS)
      refuse('too-large', say('snapshot.manyTexts', { name: this.name, limit: megabytes(MOST_FOR_TEXTS) }));
    if (end === null) return bytes.length;
    this.mode = this.betweenStrings;
    return end;
  };

  private afterFile: Mode = (bytes, at) => {
    // A file that was padded ends with zeros.
    if (!isSpace(bytes[at]!) && bytes[at] !== 0) this.damaged('snapshot.notJson');
    return at + 1;
  };

  private damaged(key: DamagedKey, hint?: typeof RECORD_AGAIN): never {
    return refuse('damaged', say(key, { name: this.name }), hint);
  }
}

type DamagedKey = Extract<SaidKey, `snapshot.${'cutOff' | 'notJson' | 'noHead' | 'badHead' | 'notNumbers' | 'notTexts'}`>;

const megabytes = (size: Bytes): number => Math.round(size / 1e6);

/** The columns that a head announces. */
class Columns {
  private readonly nodeFields: number;
  private readonly types: Uint8Array;
  private readonly snapshot: Omit<HeapSnapshot, 'strings' | 'places'>;
  private readonly rows: ReadonlyMap<string, NumberSink>;
  private readonly places: PlaceRows;

  constructor(
    head: Head,
    private readonly name: string,
    size: Bytes,
  ) {
    const { meta, node_count: nodeCount, edge_count: edgeCount } = head;
    const [nodeFields, edgeFields] = [meta.node_fields, meta.edge_fields];
    this.nodeFields = nodeFields.length;
    // A number is a digit and a comma at least.
    if (2 * (nodeCount * nodeFields.length + edgeCount * edgeFields.length) > size)
      refuse('damaged', say('snapshot.tooFewBytes', { name, nodes: nodeCount, edges: edgeCount }), RECORD_AGAIN);
    const needed = nodeCount * BYTES_PER_NODE + edgeCount * BYTES_PER_EDGE;
    if (needed > MOST_FOR_COLUMNS)
      refuse('too-large', say('snapshot.needsTooMuch', { name, megabytes: megabytes(needed), limit: megabytes(MOST_FOR_COLUMNS) }));
    const snapshot = {
      nodeCount,
      edgeCount,
      nodeType: new Uint8Array(nodeCount),
      nodeName: new Uint32Array(nodeCount),
      nodeId: new Uint32Array(nodeCount),
      selfSize: new Float64Array(nodeCount),
      firstEdge: new Uint32Array(nodeCount + 1),
      edgeType: new Uint8Array(edgeCount),
      edgeName: new Uint32Array(edgeCount),
      edgeTo: new Uint32Array(edgeCount),
    };
    this.snapshot = snapshot;
    const nodeTypes = this.typesOf(meta.node_types, nodeFields, NODE);
    const edgeTypes = this.typesOf(meta.edge_types, edgeFields, EDGE);
    this.types = nodeTypes;
    this.edgeTypes = edgeTypes;
    this.places = new PlaceRows(meta.location_fields ?? [], nodeFields.length, nodeCount, name);
    this.rows = new Map<string, NumberSink>([
      [
        'nodes',
        this.rowsOf('nodes', nodeCount, nodeFields, {
          type: { to: snapshot.nodeType, most: nodeTypes.length - 1 },
          name: { to: snapshot.nodeName, most: UINT32 },
          id: { to: snapshot.nodeId, most: UINT32 },
          self_size: { to: snapshot.selfSize, most: Number.MAX_SAFE_INTEGER },
          // Counts for now; `finish` adds them up.
          edge_count: { to: snapshot.firstEdge.subarray(1), most: edgeCount },
        }),
      ],
      [
        'edges',
        this.rowsOf('edges', edgeCount, edgeFields, {
          type: { to: snapshot.edgeType, most: edgeTypes.length - 1 },
          name_or_index: { to: snapshot.edgeName, most: UINT32 },
          to_node: { to: snapshot.edgeTo, most: nodeCount * nodeFields.length - 1 },
        }),
      ],
      ['locations', this.places],
    ]);
  }

  private readonly edgeTypes: Uint8Array;

  /** Null: the list is not kept. */
  sinkOf(key: string): NumberSink | null {
    return this.rows.get(key) ?? null;
  }

  finish(strings: StringTable): HeapSnapshot {
    const { nodeCount, edgeCount, nodeType, nodeName, firstEdge, edgeType, edgeName, edgeTo } = this.snapshot;
    let edges = 0;
    for (let node = 0; node < nodeCount; node++) {
      if (nodeName[node]! >= strings.length) this.damagedRow('nodes', node, nodeName[node]!);
      nodeType[node] = this.types[nodeType[node]!]!;
      edges += firstEdge[node + 1]!;
      firstEdge[node + 1] = edges;
    }
    if (edges !== edgeCount) refuse('damaged', say('snapshot.otherEdges', { name: this.name, edges: edgeCount, counted: edges }));
    for (let edge = 0; edge < edgeCount; edge++) {
      const type = this.edgeTypes[edgeType[edge]!]!;
      edgeType[edge] = type;
      if (hasTextName(type) && edgeName[edge]! >= strings.length) this.damagedRow('edges', edge, edgeName[edge]!);
      // A node is told by the place of its first number.
      const to = edgeTo[edge]! / this.nodeFields;
      if (!Number.isInteger(to)) this.damagedRow('edges', edge, edgeTo[edge]!);
      edgeTo[edge] = to;
    }
    return { ...this.snapshot, places: this.places.finish(), strings };
  }

  /** The number that each type of the file has here. */
  private typesOf(types: Head['meta']['node_types'], fields: readonly string[], known: Readonly<Record<string, Index>>): Uint8Array {
    const of = types[fields.indexOf('type')];
    if (!Array.isArray(of)) return refuse('damaged', say('snapshot.badHead', { name: this.name }));
    return Uint8Array.from(of, (type) => known[type] ?? known.other!);
  }

  private rowsOf(
    list: string,
    rows: number,
    fields: readonly string[],
    columns: Readonly<Record<string, { to: Uint8Array | Uint32Array | Float64Array; most: number }>>,
  ) {
    const missing = Object.keys(columns).find((field) => !fields.includes(field));
    if (missing !== undefined) refuse('damaged', say('snapshot.noField', { name: this.name, list, field: missing }));
    const unkept = { to: null, most: Number.MAX_SAFE_INTEGER };
    return new NumberRows(
      fields.map((field) => columns[field] ?? unkept),
      rows,
      list,
      this.name,
    );
  }

  private damagedRow(list: string, row: number, value: number): never {
    return refuse('damaged', say('snapshot.badNumber', { name: this.name, list, row, value: shorten(`${value}`, 20) }));
  }
}

/** How many functions have a place is not announced. */
class PlaceRows implements NumberSink {
  private readonly values = new GrowableInt32();

  constructor(
    private readonly fields: readonly string[],
    private readonly nodeFields: number,
    private readonly nodeCount: number,
    private readonly name: string,
  ) {}

  take(value: number): void {
    if (this.values.length >= this.nodeCount * this.fields.length)
      refuse('damaged', say('snapshot.moreRows', { name: this.name, list: 'locations', count: this.nodeCount }));
    this.values.push(value);
  }

  end(): void {}

  /** Nothing but the line that is told depends on them: an impossible place is not refused. */
  finish(): FunctionPlaces {
    const { fields, values, nodeFields, nodeCount } = this;
    const [object, line, column] = ['object_index', 'line', 'column'].map((field) => fields.indexOf(field)) as [number, number, number];
    const rows = object < 0 || line < 0 || column < 0 ? 0 : Math.floor(values.length / fields.length);
    const places = { node: new Uint32Array(rows), line: new Uint32Array(rows), column: new Uint32Array(rows) };
    for (let row = 0; row < rows; row++) {
      const first = row * fields.length;
      places.node[row] = Math.min(values.get(first + object) / nodeFields, nodeCount - 1);
      places.line[row] = values.get(first + line);
      places.column[row] = values.get(first + column);
    }
    return places;
  }
}
