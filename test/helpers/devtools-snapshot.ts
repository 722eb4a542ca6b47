/** Snapshots that a Node has written, read by ours and by the reader of Chrome DevTools. */
import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { parse } from 'heap-snapshot-toolkit';
import { expect } from 'vitest';
import { readHeap } from '../../electron/engine/foreign/read-snapshot.ts';
import { summarizeHeap } from '../../shared/heap/summarize.ts';
import type { HeapSummary } from '../../shared/model/heap-summary.ts';

/** What the heap of a program holds, by name. */
export const PROGRAMS = {
  nothing: '',
  collections: `
    class Ticket { constructor(n) { this.n = n; this.text = 'ticket ' + n; this.list = [n, {}]; } }
    globalThis.tickets = new Map(Array.from({ length: 3000 }, (_, n) => [n, new Ticket(n)]));
    globalThis.seen = new Set(globalThis.tickets.values());
    const keys = Array.from({ length: 300 }, (_, n) => ({ n }));
    globalThis.weak = [new WeakMap(keys.map((key, n) => [key, { value: n, key }])), new WeakSet(keys), new WeakRef({ gone: 1 }), keys];`,
  functions: `
    const bus = new (require('node:events'))();
    for (let n = 0; n < 500; n++) bus.on('done', () => n);
    globalThis.later = Array.from({ length: 500 }, (_, n) => new Promise((done) => setTimeout(() => done(n), 1e6).unref()));
    require('node:http').createServer(() => bus).listen(0).unref();`,
  texts: `
    globalThis.texts = Array.from({ length: 300 }, (_, n) => 'line\\n"' + String.fromCharCode(1 + n) + '\\u{1f600}'.repeat(n));
    globalThis.buffers = [Buffer.alloc(100_000), new SharedArrayBuffer(5000), new Float64Array(1000), 10n ** 500n, /a(b|c)*/u, Symbol('s')];
    globalThis.byName = JSON.parse('{' + globalThis.texts.map((_, n) => '"key ' + n + '":' + n).join() + '}');`,
} as const;

export function writeSnapshot(node: string, path: string, program: string): void {
  const write = `setImmediate(() => { require('node:v8').writeHeapSnapshot(${JSON.stringify(path)}); process.exit(); });`;
  execFileSync(node, ['-e', `${program}\n;${write}`], { stdio: 'ignore' });
}

/** Expects the same nodes, own and retained sizes, dominators, and figures of constructors. */
export async function expectSameAsDevTools(path: string): Promise<void> {
  const theirs = await parse(createReadStream(path));
  const ours = await readHeap(path);
  expect(ours.nodeCount).toBe(theirs.nodeCount);
  expect(ours.nodeCount).toBeGreaterThan(10_000);
  const fields = theirs.nodeFieldCount;
  const differing = [];
  for (let at = 0; at < ours.nodeCount; at++) {
    const node = theirs.createNode(at * fields);
    const said = [node.id(), node.selfSize(), node.retainedSize(), node.dominatorIndex() / fields, node.edgesCount()];
    const edges = ours.firstEdge[at + 1]! - ours.firstEdge[at]!;
    const read = [ours.nodeId[at], ours.ownSize[at], ours.retainedSize[at], ours.dominator[at], edges];
    if (said.some((value, which) => value !== read[which])) differing.push({ at, name: node.name(), said, read });
  }
  expect(differing.slice(0, 5), `${differing.length} nodes`).toEqual([]);
  expectSameConstructors(theirs, summarizeHeap(ours).constructors);
}

/** DevTools tells plain objects apart by their properties, and calls what is not attached to anything "Detached". */
function expectSameConstructors(theirs: Awaited<ReturnType<typeof parse>>, ours: HeapSummary['constructors']): void {
  const said = new Map<string, { count: number; selfBytes: number; retainedBytes: number | null }>();
  for (const { name: told, count, self, maxRet } of Object.values(theirs.aggregatesWithFilter({} as never))) {
    const name = told.startsWith('{') ? 'Object' : told.replace(/^Detached /, '');
    const known = said.get(name);
    // Retained sizes of two groups cannot be added up.
    said.set(name, {
      count: count + (known?.count ?? 0),
      selfBytes: self + (known?.selfBytes ?? 0),
      retainedBytes: known === undefined ? maxRet : null,
    });
  }
  const read = ours.map(({ name, count, selfBytes, retainedBytes }) => {
    const isTold = said.get(name)?.retainedBytes !== null;
    return [name, { count, selfBytes, retainedBytes: isTold ? retainedBytes : null }] as const;
  });
  expect(Object.fromEntries(read)).toEqual(Object.fromEntries(said));
}
