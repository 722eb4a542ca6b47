import { expect, test } from 'vitest';
import { makeHeap } from '../../../../shared/heap/heap.ts';
import { type HeapSnapshot, NODE } from '../../../../shared/heap/snapshot.ts';
import { summarizeHeap } from '../../../../shared/heap/summarize.ts';
import { heapSummarySchema } from '../../../../shared/session/heap-summary-schema.ts';
import { type MadeNode, madeSnapshot } from '../../../helpers/made-snapshot.ts';
import { seededRandom } from '../../../helpers/random.ts';
import { readSnapshotText } from '../../../helpers/read-snapshot.ts';

const LONG = `${'ä'.repeat(119)}\n${'b'.repeat(1_000)}`;
const PAIR = `3 / part of key (${'Key'.repeat(60)} @5) -> value (Object @7) pair in WeakMap (table @9)`;
const NODES: readonly MadeNode[] = [
  { type: 'synthetic', name: '', size: 0, edges: [{ type: 'element', name: 1, to: 1 }] },
  {
    name: 'Tickets "open"',
    edges: [
      { name: 'first', to: 2 },
      { type: 'weak', name: PAIR, to: 3 },
    ],
  },
  { type: 'string', name: LONG, size: 4_000_000_000 },
  { type: 'closure', name: 'handle', id: 4_294_967_295 },
];
const FILE = madeSnapshot(NODES, { strings: ['tab\tand \\ and \u{1f600} and \u2028'] });

test('nodes, edges, places of functions and texts are read', () => {
  const { nodeCount, edgeCount, nodeType, nodeName, nodeId, selfSize, firstEdge, edgeTo, places, strings } = readSnapshotText(FILE);
  expect([nodeCount, edgeCount]).toEqual([4, 3]);
  expect([...nodeType]).toEqual([NODE.synthetic, NODE.object, NODE.string, NODE.closure]);
  expect([...nodeName].map((name) => strings.text(name))).toEqual(['', 'Tickets "open"', `${'ä'.repeat(119)}\n`, 'handle']);
  expect([...nodeId]).toEqual([1, 3, 5, 4_294_967_295]);
  expect([...selfSize]).toEqual([0, 8, 4_000_000_000, 8]);
  expect([...firstEdge]).toEqual([0, 1, 3, 3, 3]);
  expect([...edgeTo]).toEqual([1, 2, 3]);
  expect([[...places.node], [...places.line], [...places.column]]).toEqual([[3], [3], [2]]);
  expect(strings.text(1)).toBe('tab\tand \\ and \u{1f600} and \u2028');
});

/** All that is known of a snapshot. */
function contentOf({ strings, ...columns }: HeapSnapshot) {
  return { columns, texts: Array.from({ length: strings.length }, (_, at) => [strings.text(at), strings.tableOfPair(at)]) };
}

test('the pieces in which a file comes make no difference', () => {
  const whole = contentOf(readSnapshotText(FILE));
  for (let piece = 1; piece < 200; piece++) expect(contentOf(readSnapshotText(FILE, { piece }))).toEqual(whole);
});

test('where fields are is read from the head, and fields that are not known are left out', () => {
  const { nodeName, nodeId, edgeTo, strings } = readSnapshotText(
    madeSnapshot(NODES, {
      node: ['trace_node_id', 'edge_count', 'id', 'new_in_v8_20', 'name', 'type', 'self_size'],
      edge: ['to_node', 'name_or_index', 'weight', 'type'],
    }),
  );
  expect(strings.text(nodeName[1]!)).toBe('Tickets "open"');
  expect([...nodeId]).toEqual([1, 3, 5, 4_294_967_295]);
  expect([...edgeTo]).toEqual([1, 2, 3]);
});

test('types that are not known are others', () => {
  expect([...readSnapshotText(FILE.replaceAll('"closure"', '"spell"')).nodeType]).toContain(NODE.other);
});

test('the table of a pair in a WeakMap is read from its text, however long its names are', () => {
  const { strings, edgeName } = readSnapshotText(FILE);
  expect([strings.tableOfPair(edgeName[2]!), strings.tableOfPair(edgeName[1]!)]).toEqual([9, null]);
});

test('of texts 120 characters are kept, of paths of files more', () => {
  const paths = ['/srv/', 'file:///srv/', 'C:\\srv\\'].map((start) => `${start}${'folder/'.repeat(30)}app.js`);
  const { strings } = readSnapshotText(madeSnapshot(NODES, { strings: [...paths, `folder ${'x'.repeat(300)}`] }));
  expect([1, 2, 3].map((at) => strings.text(at))).toEqual(paths);
  expect(strings.text(4)).toBe(`folder ${'x'.repeat(113)}`);
});

test('lists that are not needed may be missing or hold anything', () => {
  const other = FILE.replace('"samples":[]', '"samples":{"a":["]","\\"",{}],"b":null},"more":-1.5e3,"word":true,"text":"}"');
  expect(contentOf(readSnapshotText(other))).toEqual(contentOf(readSnapshotText(FILE)));
  expect(contentOf(readSnapshotText(FILE.replace(/"trace_tree".*,\n"samples":\[\],/, '')))).toEqual(contentOf(readSnapshotText(FILE)));
});

const replaced = (from: string | RegExp, to: string): string => {
  const changed = FILE.replace(from, to);
  if (changed === FILE) throw new Error(`${from} is not in it`);
  return changed;
};

test.each([
  ['what is cut off', FILE.slice(0, -1), /ends in the middle/],
  ['more nodes than bytes', replaced('"node_count":4', '"node_count":400000000'), /too small for the 400,000,000 objects/],
  ['more nodes than are announced', replaced('"node_count":4', '"node_count":3'), /"nodes" has more than the 3 entries/],
  ['fewer nodes', replaced('"node_count":4', '"node_count":5'), /"nodes" ends after 4 of 5/],
  ['fewer edges', replaced('"edge_count":3', '"edge_count":4'), /"edges" ends after 3 of 4/],
  ['no nodes', replaced('"node_count":4', '"node_count":0'), /"snapshot" is damaged/],
  ['a count that is no number', replaced('"node_count":4', '"node_count":"4"'), /"snapshot" is damaged/],
  ['a type that is none', replaced('"nodes":[9', '"nodes":[90'), /entry 0 of its list "nodes" has the impossible number 90/],
  ['a name that is none', replaced(/"nodes":\[9,\d+/, '"nodes":[9,77'), /entry 0 of its list "nodes" has the impossible number 77/],
  ['an edge into the middle of a node', replaced('"edges":[1,1,6', '"edges":[1,1,7'), /entry 0 of its list "edges"/],
  ['an edge to nowhere', replaced('"edges":[1,1,6', '"edges":[1,1,600'), /entry 0 of its list "edges"/],
  ['an edge whose name is none', replaced(/\n,2,\d+,12/, '\n,2,99,12'), /entry 1 of its list "edges"/],
  ['nodes that share edges out otherwise', replaced(/("nodes":\[9,\d+,1,0,)1/, '$10'), /announces 3 references, but its objects have 2/],
  ['a number that is none', replaced('"edges":[1', '"edges":[-1'), /lists of numbers holds something else/],
  ['a number with a point', replaced('"edges":[1', '"edges":[1.0'), /lists of numbers holds something else/],
  ['a number of 20 digits', replaced('"edges":[1', '"edges":[00000000000000000001'), /lists of numbers holds something else/],
  ['texts that are none', replaced('"<dummy>"', '17'), /list of texts holds something else/],
  ['a text over two lines', replaced('"<dummy>"', '"a\n"'), /list of texts holds something else/],
  ['a list twice', replaced('"samples":[]', '"nodes":[]'), /it has "nodes" twice/],
  ['no texts', replaced('"strings"', '"strinks"'), /has no list "strings"/],
  ['a field too few', replaced('"edge_count","detach', '"edge_number","detach'), /"nodes" has no field "edge_count"/],
  ['lists before the head', replaced('{"snapshot"', '{"nodes":[],"snapshot"'), /does not begin with what its lists/],
  ['something behind its end', `${FILE} {}`, /not valid JSON/],
  ['something else', FILE.slice(1), /not valid JSON/],
])('a file with %s is refused', (_, text, sentence) => {
  expect(() => readSnapshotText(text)).toThrow(sentence);
});

test('a file that ends anywhere is refused with a sentence', () => {
  const bytes = Buffer.from(FILE);
  for (let end = 0; end < bytes.length; end++) expect(() => readSnapshotText(bytes.subarray(0, end))).toThrow(/^a\.heapsnapshot /);
});

test('a file whose objects would take too much memory is refused before it is taken', () => {
  const large = replaced('"node_count":4', '"node_count":30000000');
  expect(() => readSnapshotText(large, { size: 1e9 })).toThrow(/would take 2,220 MB of memory, and at most 1,400 MB/);
});

test('a file in which a byte was changed is refused with a sentence, or read to its end', () => {
  const random = seededRandom(3);
  const refused: string[] = [];
  let read = 0;
  for (let at = 0; at < FILE.length; at++) {
    const bytes = Buffer.from(FILE);
    bytes[at] = Math.floor(random() * 256);
    try {
      const summary = summarizeHeap(makeHeap(readSnapshotText(bytes)));
      expect(heapSummarySchema.safeParse(summary).success).toBe(true);
      read += 1;
    } catch (error) {
      refused.push((error as Error).message);
    }
  }
  expect(refused.filter((message) => !message.startsWith('a.heapsnapshot '))).toEqual([]);
  expect([read, refused.length].every((count) => count > 100)).toBe(true);
});
