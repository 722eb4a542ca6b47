/** Opens a `.heapprofile`: sampled allocations, as `node --heap-prof` and the Memory panel of DevTools write them. */
import type { Imported, Importer } from '../../foreign/importer.ts';
import { JsonReader, MAX_TIME } from '../../foreign/json-reader.ts';
import { isObject, type Json, parseJson } from '../../foreign/read-json.ts';
import { describe, refuse } from '../../foreign/refuse.ts';
import { say } from '../../words/said.ts';
import { countsFromOne } from './from-v8-api.ts';
import { inReply, isReply } from './inspector-reply.ts';
import { withNodeAddresses } from './old-node.ts';
import { positionOr } from './position.ts';
import { notesOfBuilders, ProfileBuilder } from './profile-builder.ts';
import { MAX_STACK_DEPTH } from './read-cpuprofile.ts';

/** A node and its list of children for each function of a stack. */
const MAX_NESTING = 2 * MAX_STACK_DEPTH;

export const HEAP_PROFILE: Importer = {
  sniff: (glance) => glance.keys.has('head') || isReply(glance, 'head', 'selfSize'),
  read(text, name) {
    const take = new JsonReader(name);
    const json = take.object(inReply(parseJson(text, name, MAX_NESTING), 'head'), name);
    const head = take.object(json.head, 'head');
    // CPU profiles began with this key before 2017.
    if (!('selfSize' in head))
      refuse('not-a-session', say('profile.oldForm', { name }), ...('typeId' in json ? [say('foreign.useGenerateType')] : []));
    return readHeap(head, take, { counts: countSamples(json.samples), first: countsFromOne(head.callFrame) ? 1 : 0 });
  },
};

/** By the number of the node: each is one allocation that was sampled and not collected since. Null: the file does not list them. */
function countSamples(samples: unknown): ReadonlyMap<number, number> | null {
  if (!Array.isArray(samples) || samples.length === 0) return null;
  const counts = new Map<number, number>();
  for (const sample of samples) {
    if (!isObject(sample) || typeof sample.nodeId !== 'number') return null;
    counts.set(sample.nodeId, (counts.get(sample.nodeId) ?? 0) + 1);
  }
  return counts;
}

/** A stack of nodes to look at instead of calls: how deep a file nests is up to who made it. */
function readHeap(
  head: Json,
  take: JsonReader,
  { counts, first }: { readonly counts: ReturnType<typeof countSamples>; readonly first: 0 | 1 },
): Imported {
  const { name } = take;
  const builder = new ProfileBuilder(name, true);
  const waiting: { readonly json: Json; readonly node: number; readonly path: string }[] = [{ json: head, node: 0, path: 'head' }];
  let sum = 0;
  let isFileMissing = false;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { json, node, path } = next;
    const size = take.amount(json.selfSize, () => `${path}.selfSize`);
    sum += size;
    if (sum > MAX_TIME) refuse('damaged', say('foreign.sumOfWeights', { name, path: `${path}.selfSize` }));
    if (size > 0) {
      builder.sample(node, size);
      if (counts !== null) builder.take(typeof json.id === 'number' ? (counts.get(json.id) ?? 0) : 0);
    }
    const children = take.list(json.children ?? [], () => `${path}.children`);
    for (let i = children.length - 1; i >= 0; i--) {
      const at = `${path}.children[${i}]`;
      const child = take.object(children[i], at);
      isFileMissing ||= isObject(child.callFrame) && isWithoutFile(child.callFrame);
      waiting.push({ json: child, node: builder.child(node, frameOf(child.callFrame, `${at}.callFrame`, builder, take, first)), path: at });
    }
  }
  return {
    format: 'heapprofile',
    profiles: withNodeAddresses([builder.build({ thread: 0, unit: 'bytes' }, 0)]),
    called: 'selfSize',
    titles: [''],
    hasPlaces: true,
    ticks: null,
    notes: [
      say('foreign.bytesOfHeap'),
      ...(isFileMissing ? [say('foreign.filesNotTold')] : []),
      say('foreign.noTimes'),
      ...notesOfBuilders([builder]),
    ],
  };
}

/**
 * Node 14 to 20 leave out the address of scripts that nothing refers to any more when the profile ends, such as a CommonJS main script, and the
 * position with it. What is left is the number of the script, which is 0 for built-ins and V8's states.
 */
function isWithoutFile({ functionName, url = '', scriptId }: Json): boolean {
  return url === '' && functionName !== '' && scriptId !== undefined && Number(scriptId) > 0;
}

function frameOf(value: unknown, path: string, builder: ProfileBuilder, take: JsonReader, first: 0 | 1): number {
  if (!isObject(value)) refuse('damaged', say('foreign.notAnObject', take.at(path, value)));
  return builder.frame({
    name: take.text(value.functionName, `${path}.functionName`),
    url: take.text(value.url ?? '', `${path}.url`),
    isOfScript: isWithoutFile(value),
    line: position(value.lineNumber, `${path}.lineNumber`, take, first),
    column: position(value.columnNumber, `${path}.columnNumber`, take, first),
  });
}

/** Zero-based; `first`: what the file counts from. None is one less. */
function position(value: unknown, path: string, take: JsonReader, first: 0 | 1): number {
  if (value === undefined) return -1;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return positionOr(-1, value - first);
  return refuse('damaged', say('foreign.notAPosition', { name: take.name, path, value: describe(value) }));
}
