/** What an object is called: its constructor, or for what has none what kind of thing it is, as in DevTools. Never its text. */
import type { Index } from '../base/units.ts';
import { type HeapSnapshot, NODE } from './snapshot.ts';

const FIXED: Readonly<Record<Index, string>> = {
  [NODE.other]: '(other)',
  [NODE.hidden]: '(system)',
  [NODE.array]: '(array)',
  [NODE.string]: '(string)',
  [NODE.code]: '(compiled code)',
  [NODE.closure]: 'Function',
  [NODE.regexp]: 'RegExp',
  [NODE.number]: '(number)',
  [NODE.synthetic]: '(synthetic)',
  [NODE['concatenated string']]: '(concatenated string)',
  [NODE['sliced string']]: '(sliced string)',
  [NODE.symbol]: '(symbol)',
  [NODE.bigint]: '(bigint)',
  [NODE['object shape']]: '(object shape)',
};

/** A number that nodes of one class share. */
export function classOf({ nodeType, nodeName, strings }: HeapSnapshot, node: Index): Index {
  const type = nodeType[node]!;
  return type in FIXED ? strings.length + type : nodeName[node]!;
}

export function className({ strings }: HeapSnapshot, ofClass: Index): string {
  return ofClass >= strings.length ? FIXED[ofClass - strings.length]! : withoutAttributes(strings.text(ofClass));
}

/** Of an element of a page, its tag: `<div id="a">` is `<div>`. */
function withoutAttributes(name: string): string {
  const space = /^(?:Detached )?</.test(name) ? name.indexOf(' ', 'Detached '.length) : -1;
  return space < 0 ? name : `${name.slice(0, space)}>`;
}

/** V8's own: code that it has compiled, and what it knows of the shapes of objects. It grows while a program gets warm. */
export function isOfV8({ nodeType }: HeapSnapshot, node: Index): boolean {
  const type = nodeType[node];
  return type === NODE.hidden || type === NODE.code || type === NODE['object shape'] || type === NODE.synthetic || type === NODE.other;
}
