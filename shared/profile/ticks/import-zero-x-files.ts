/** Opens what 0x keeps: `ticks.json` (`--write-ticks`), `stacks.PID.json` (`--tree-debug`), and its `flamegraph.html`, which has the latter inside. */
import { checkTextLength } from '../../foreign/check-text-length.ts';
import type { Imported, Importer, ImportFormat } from '../../foreign/importer.ts';
import { JsonReader } from '../../foreign/json-reader.ts';
import { type Json, parseJson } from '../../foreign/read-json.ts';
import { RECORD_LESS, refuse } from '../../foreign/refuse.ts';
import { endOfValue } from '../../model/json-outline.ts';
import { say } from '../../words/said.ts';
import { MAX_NODES, MAX_STACK_DEPTH } from '../import/read-cpuprofile.ts';
import { importZeroX, type ZeroXNode } from './import-zero-x.ts';
import { ticksOfFile } from './ticks-of-file.ts';
import { ZeroXTree } from './zero-x-tree.ts';

/** A function is two levels, its object and the list of what it called. */
const TREE_NESTING = 2 * MAX_STACK_DEPTH + 16;
const TICKS_NESTING = 64;

export const ZERO_X_TICKS: Importer = {
  sniff: ({ brackets, keys }) => brackets === '[[{' && keys.has('name') && keys.has('type'),
  read(text, name) {
    const take = new JsonReader(name);
    const tree = new ZeroXTree(name);
    take.list(parseJson(text, name, TICKS_NESTING), name).forEach((value, i) => {
      const stack = take.list(value, `[${i}]`).map((member, at) => {
        const place = () => `[${i}][${at}]`;
        const { name: title, type, kind } = take.object(member, place);
        return {
          name: take.text(title, () => `${place()}.name`),
          type: take.text(type, () => `${place()}.type`),
          kind: kind === undefined ? undefined : take.text(kind, () => `${place()}.kind`),
        };
      });
      tree.add(stack);
    });
    return stacksOf('0x', tree.root, tree.root.top);
  },
};

export const ZERO_X_STACKS: Importer = {
  sniff: ({ brackets, keys }) => brackets === '{' && keys.has('merged') && keys.has('unmerged'),
  read: readStacks,
};

/** The call at the end of the page that draws the tree. */
const CALL = 'visualizer({"merged":';

export const ZERO_X_PAGE: Importer = {
  sniff: ({ lines, includes }) => lines[0]?.trimStart().startsWith('<') === true && includes(CALL),
  read(text, name) {
    checkTextLength(text, name);
    const start = text.lastIndexOf(CALL) + CALL.indexOf('{');
    return readStacks(text.slice(start, endOfValue(text, start)), name);
  },
};

function readStacks(text: string, name: string): Imported {
  const take = new JsonReader(name);
  const json = take.object(parseJson(text, name, TREE_NESTING), name);
  return stacksOf('0x', checkTree(take, take.object(json.unmerged, 'unmerged')));
}

/** `empty`: ticks without a stack, which 0x keeps in its list of ticks alone. */
function stacksOf(format: ImportFormat, root: ZeroXNode, empty = 0): Imported {
  const stacks = importZeroX(root);
  return ticksOfFile(format, { total: stacks.total[0]!, unaccounted: 0, summary: [], libraries: [], stacks }, [
    say('foreign.noSummary'),
    ...(empty > 0 ? [say('foreign.emptyStacks', { count: empty })] : []),
  ]);
}

interface Waiting {
  readonly json: Json;
  readonly path: string;
  readonly into: (ZeroXNode & { readonly children: ZeroXNode[] }) | null;
}

/** A checked copy: what a function has, is on top of the stack or in what it called. */
function checkTree(take: JsonReader, unmerged: Json): ZeroXNode {
  const root: Waiting['into'] & object = { name: 'all stacks', value: 0, top: 0, children: [] };
  const waiting: Waiting[] = [{ json: unmerged, path: 'unmerged', into: null }];
  let nodes = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { json, path, into } = next;
    const children = json.children === undefined ? [] : take.list(json.children, `${path}.children`);
    nodes += children.length;
    if (nodes > MAX_NODES) refuse('too-large', say('foreign.nodes', { name: take.name, limit: MAX_NODES }), RECORD_LESS);
    const node = into === null ? root : checkNode(take, json, path);
    into?.children.push(node);
    let below = 0;
    children.forEach((value, i) => {
      const child = take.object(value, () => `${path}.children[${i}]`);
      below += take.count(child.value, () => `${path}.children[${i}].value`);
      waiting.push({ json: child, path: `${path}.children[${i}]`, into: node });
    });
    if (into !== null && node.value !== node.top + below) {
      refuse('damaged', say('foreign.ticksAddUp', { name: take.name, path, value: node.value, top: node.top, below }));
    }
  }
  return root;
}

function checkNode(take: JsonReader, json: Json, path: string): ZeroXNode & { readonly children: ZeroXNode[] } {
  const S = json.S === undefined ? 0 : take.count(json.S, `${path}.S`);
  const name = take.text(json.name, `${path}.name`);
  return {
    name,
    ...(json.fn === undefined ? {} : { fn: take.text(json.fn, `${path}.fn`) }),
    S,
    value: take.count(json.value, `${path}.value`),
    top: take.count(json.top, `${path}.top`),
    children: [],
  };
}
