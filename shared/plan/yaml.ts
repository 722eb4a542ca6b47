/**
 * The door to `yaml`: reads a text into a plain tree in which every node knows its line and column, and changes a text without touching what
 * stays the same in it. JSON is read as the YAML that it is.
 *
 * It is the maintained parser of YAML 1.2 that keeps comments and places, in plain JavaScript without dependencies. What is built is no more
 * than what stands in the text: anchors, aliases, tags and directives are refused, so that nothing multiplies and nothing but plain data comes
 * about. Its parser is recursive, and slow or hungry with deep nesting (a megabyte of `[` takes ten seconds and 2 GB), so the limits below
 * are checked on its flat list of lexical tokens first.
 */
import {
  CST,
  Document,
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  Pair,
  parseDocument,
  Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { MOST_PLAN_TEXT } from '../model/load/limits.ts';
import type { Json } from '../model/load/plan.ts';
import { type Said, say } from '../words/said.ts';
import type { Place } from './problem.ts';
import { quote } from './quote.ts';

export type Tree = TreeMap | TreeList | TreeScalar;
export interface TreeMap {
  readonly kind: 'map';
  readonly at: Place;
  readonly entries: readonly TreeEntry[];
}
export interface TreeEntry {
  readonly key: string;
  readonly keyAt: Place;
  readonly value: Tree;
}
export interface TreeList {
  readonly kind: 'list';
  readonly at: Place;
  readonly items: readonly Tree[];
}
export interface TreeScalar {
  readonly kind: 'scalar';
  readonly at: Place;
  readonly value: null | boolean | number | string;
  /** As it is written, without quotes: `1.0`, where the value is 1. */
  readonly text: string;
}

export interface YamlProblem {
  readonly says: Said;
  readonly at: Place;
}

export type ParsedYaml = { readonly ok: true; readonly tree: Tree } | { readonly ok: false; readonly problems: readonly YamlProblem[] };

/** With the limit of the text more than any plan needs: one of a thousand requests with ten headers each has 80 000. */
const MOST_TOKENS = 120_000;
/** Brackets within each other; columns of indentation; `- - -` or `a: b: c:` on one line: together they bound how deep anything is nested. */
const MOST_BRACKETS = 40;
const MOST_INDENT = 120;
const MOST_INDICATORS = 20;

/** In brackets they stand on one line as often as one likes, and nest nothing. */
const INDICATORS: ReadonlySet<string> = new Set(['seq-item-ind', 'explicit-key-ind', 'map-value-ind']);

const OPTIONS = { schema: 'core', version: '1.2', uniqueKeys: false, prettyErrors: false, logLevel: 'error' } as const;

export function parseYaml(text: string): ParsedYaml {
  const refused = refuse(text);
  if (refused !== null) return { ok: false, problems: [refused] };
  const lines = new LineCounter();
  const document = parseDocument(text, { ...OPTIONS, lineCounter: lines });
  const place = placesOf(lines);
  // Further ones are consequences of the first.
  const [error] = document.errors;
  if (error !== undefined) return { ok: false, problems: [{ says: sayError(error.code, text, error.pos[0]), at: place(error.pos[0]) }] };
  const builder = new TreeBuilder(place);
  const tree = builder.build(document.contents, 0);
  return builder.problems.length > 0 ? { ok: false, problems: builder.problems } : { ok: true, tree };
}

type PlaceOf = (offset: number) => Place;

function placesOf(lines: LineCounter): PlaceOf {
  return (offset) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
}

/** What the text holds that is not read at all, or too much of. */
function refuse(text: string): YamlProblem | null {
  if (text.length > MOST_PLAN_TEXT) return { says: say('plan.tooLong', { limit: MOST_PLAN_TEXT }), at: { line: 1, column: 1 } };
  let [line, column, tokens, brackets, indicators, isAtStart] = [1, 1, 0, 0, 0, true];
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token);
    // Marks of the lexer, not characters of the text.
    if (type === 'doc-mode' || type === 'flow-error-end' || type === 'scalar') continue;
    const problem = (says: Said): YamlProblem => ({ says, at: { line, column } });
    if (++tokens > MOST_TOKENS) return problem(say('plan.tooMuch'));
    if (type === 'anchor' || type === 'alias') return problem(say('plan.noAnchors'));
    if (type === 'tag') return problem(say('plan.noTags'));
    if (type === 'directive-line') return problem(say('plan.noDirectives'));
    if (type === 'flow-seq-start' || type === 'flow-map-start') brackets++;
    else if (type === 'flow-seq-end' || type === 'flow-map-end') brackets--;
    else if (brackets === 0 && INDICATORS.has(type!)) indicators++;
    const indent = type === 'space' && isAtStart ? token.length : 0;
    if (brackets > MOST_BRACKETS || indent > MOST_INDENT || indicators > MOST_INDICATORS) return problem(say('plan.tooDeep'));
    const breaks = token.match(/\r\n?|\n/g)?.length ?? 0;
    isAtStart = /[\r\n]$/.test(token);
    if (breaks > 0) indicators = 0;
    line += breaks;
    column = breaks > 0 ? token.length - Math.max(token.lastIndexOf('\n'), token.lastIndexOf('\r')) : column + token.length;
  }
  return null;
}

const QUOTE_IT = say('plan.quotePlaceholder', { placeholder: '"{{name}}"' });

/** Braces without quotes are a map, and two of them a map within a map: the mistake of everybody who writes a placeholder. */
function sayError(code: ErrorCode, text: string, at: number): Said {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at) + /^.*/.exec(text.slice(at, at + 200))![0];
  return line.includes('{{') ? QUOTE_IT : wordError(code);
}

function wordError(code: ErrorCode): Said {
  switch (code) {
    case 'TAB_AS_INDENT':
      return say('plan.tabs');
    case 'BAD_INDENT':
      return say('plan.badIndent');
    case 'MULTIPLE_DOCS':
      return say('plan.severalDocuments');
    case 'MISSING_CHAR':
      return say('plan.missingCharacter');
    case 'BAD_DQ_ESCAPE':
      return say('plan.badEscape');
    case 'BAD_SCALAR_START':
      return say('plan.badStart');
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'MULTILINE_IMPLICIT_KEY':
      return say('plan.badKey');
    default:
      return say('plan.notYaml');
  }
}

class TreeBuilder {
  readonly problems: YamlProblem[] = [];
  readonly #placeOf: PlaceOf;

  constructor(placeOf: PlaceOf) {
    this.#placeOf = placeOf;
  }

  /** `offset`: of what stands before it, for a value that is not there. */
  build(node: unknown, offset: number): Tree {
    const from = (node as Node | null)?.range?.[0] ?? offset;
    const at = this.#placeOf(from);
    if (isMap(node)) return { kind: 'map', at, entries: this.#entries(node, from) };
    if (isSeq(node)) return { kind: 'list', at, items: node.items.map((item) => this.build(item, from)) };
    if (isScalar(node)) return this.#scalar(node, at);
    if (isAlias(node)) this.problems.push({ says: say('plan.noAnchors'), at });
    return { kind: 'scalar', at, value: null, text: '' };
  }

  #entries(map: YAMLMap, from: number): TreeEntry[] {
    const seen = new Set<string>();
    return map.items.map((pair) => {
      const offset = (pair.key as Node | null)?.range?.[0] ?? from;
      const keyAt = this.#placeOf(offset);
      const key = isScalar(pair.key) ? textOf(pair.key) : null;
      if (isMap(pair.key)) this.problems.push({ says: QUOTE_IT, at: keyAt });
      else if (key === null) this.problems.push({ says: say('plan.keyNotText'), at: keyAt });
      else if (seen.has(key)) this.problems.push({ says: say('plan.twice', { name: quote(key) }), at: keyAt });
      seen.add(key ?? '');
      return { key: key ?? '', keyAt, value: this.build(pair.value, offset) };
    });
  }

  #scalar(node: Scalar, at: Place): TreeScalar {
    const text = textOf(node);
    const { value } = node;
    if (typeof value === 'bigint' || (typeof value === 'number' && !isExact(value, text)))
      this.problems.push({ says: say('plan.numberTooLong'), at });
    const isPlain = value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string';
    return { kind: 'scalar', at, value: isPlain ? value : text, text };
  }
}

/** Of a whole number, whether it is written again with the same digits. */
function isExact(value: number, text: string): boolean {
  return Number.isSafeInteger(value) || !/^[-+]?\d+$/.test(text) || String(value) === text.replace('+', '');
}

function textOf({ value, source }: Scalar): string {
  return typeof value === 'string' ? value : (source ?? String(value));
}

/** The tree as plain values. */
export function jsonOf(tree: Tree): Json {
  if (tree.kind === 'list') return tree.items.map(jsonOf);
  if (tree.kind === 'scalar') return tree.value;
  return Object.fromEntries(tree.entries.map(({ key, value }) => [key, jsonOf(value)]));
}

/* ---- writing ---- */

/** Long lines stay whole: a folded URL is one that nobody can search for. */
const LAYOUT = { lineWidth: 0, indent: 2 } as const;

/** `{ a: b }` or `{a: b}`, but always `[1, 2]`; the library knows one setting for both. */
function print(document: Document, pads: boolean): string {
  const padded = (collection: YAMLMap | YAMLSeq, padding: string): void => {
    const write = collection.toString.bind(collection);
    collection.toString = (context, ...rest) => write(context && { ...context, flowCollectionPadding: padding }, ...rest);
  };
  visit(document, { Map: (_, map) => padded(map, pads ? ' ' : ''), Seq: (_, list) => padded(list, '') });
  return document.toString(LAYOUT);
}

export function printYaml(value: Json): string {
  const document = new Document(null, OPTIONS) as Document;
  document.contents = nodeOf(document, value);
  return print(document, true);
}

/** Lists of numbers and words stand on one line. */
function nodeOf(document: Document, value: Json): Node {
  const node = document.createNode(value) as Node;
  visit(node, {
    Seq: (_, list) => {
      list.flow = list.items.every((item) => isScalar(item));
    },
  });
  return node;
}

/**
 * The text with what differs between `before`, which it says, and `after`. Everything else keeps its node, and so its comments, quotes and
 * order: members of a map by their key, and of a list by their `name`, or by their place where they have none.
 */
export function changeYaml(text: string, before: Json, after: Json): string {
  if (isSame(before, after)) return text;
  const document = parseDocument(text, OPTIONS) as Document;
  document.contents = changed(document, document.contents, before, after);
  return print(document, isPadded(text));
}

/** The text with another name for one of the keys of its outermost map. */
export function renameKey(text: string, from: string, to: string): string {
  const document = parseDocument(text, OPTIONS) as Document;
  const pairs = isMap(document.contents) ? document.contents.items : [];
  for (const { key } of pairs) if (isScalar(key) && textOf(key) === from) changeScalar(key, to);
  return print(document, isPadded(text));
}

/** Of a text without maps on one line it cannot be told. */
function isPadded(text: string): boolean {
  return text.includes('{ ') || !text.includes('{');
}

type JsonMap = Readonly<Record<string, Json>>;
const isJsonMap = (value: Json | undefined): value is JsonMap => typeof value === 'object' && value !== null && !Array.isArray(value);
const isJsonList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (isJsonList(a) && isJsonList(b)) return a.length === b.length && a.every((one, at) => isSame(one, b[at]));
  if (!isJsonMap(a) || !isJsonMap(b)) return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}

function changed(document: Document, node: unknown, before: Json | undefined, after: Json): Node | null {
  if (isSame(before, after)) return node as Node | null;
  if (isMap(node) && isJsonMap(before) && isJsonMap(after)) return changeMap(document, node, before, after);
  if (isSeq(node) && isJsonList(before) && isJsonList(after)) return changeList(document, node, before, after);
  const isOneValue = typeof after !== 'object' || after === null;
  if (isScalar(node) && isOneValue) return changeScalar(node, after);
  return nodeOf(document, after);
}

/** The quotes stay where they were, the comment behind the value as well. */
function changeScalar(node: Scalar, value: Json): Scalar {
  const isText = typeof value === 'string';
  if (!isText || typeof node.value !== 'string') delete node.type;
  delete node.source;
  delete node.format;
  delete node.minFractionDigits;
  node.value = value;
  return node;
}

/** What is written out although it is so by default stays; a new key stands behind the one that comes before it in `after`. */
function changeMap(document: Document, map: YAMLMap, before: JsonMap, after: JsonMap): YAMLMap {
  const keyOf = (pair: Pair): string => (isScalar(pair.key) ? textOf(pair.key) : '');
  const isBoth = (key: string): boolean => Object.hasOwn(before, key) && Object.hasOwn(after, key);
  const pairs = new Map(map.items.map((pair) => [keyOf(pair), pair]));
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) pairs.delete(key);
  for (const [key, value] of Object.entries(after)) {
    const pair = pairs.get(key);
    const old = isBoth(key) ? before[key] : undefined;
    if (pair === undefined) pairs.set(key, new Pair(new Scalar(key), nodeOf(document, value)));
    else if (!isSame(old, value)) pair.value = changed(document, pair.value, old, value);
  }
  const isReordered = !isSame(Object.keys(before).filter(isBoth), Object.keys(after).filter(isBoth));
  const order = isReordered ? [] : [...new Set(map.items.map(keyOf))].filter((key) => pairs.has(key));
  Object.keys(after).forEach((key, at, keys) => {
    if (!order.includes(key)) order.splice(at === 0 ? 0 : order.indexOf(keys[at - 1]!) + 1, 0, key);
  });
  for (const key of pairs.keys()) if (!order.includes(key)) order.push(key);
  map.items = order.map((key) => pairs.get(key)!);
  return map;
}

function changeList(document: Document, list: YAMLSeq, before: readonly Json[], after: readonly Json[]): YAMLSeq {
  const places = new Map(before.map((one, at) => [nameOf(one) ?? at, at]));
  const nodes = list.items;
  // The library keeps a comment above the first entry with the list: it belongs to the entry, wherever that goes.
  const first = nodes[0] as Node | undefined;
  if (first !== undefined && list.commentBefore) first.commentBefore = list.commentBefore;
  delete list.commentBefore;
  list.items = after.map((one, at) => {
    const from = places.get(nameOf(one) ?? at);
    return from === undefined ? nodeOf(document, one) : changed(document, nodes[from], before[from], one);
  });
  // An empty line above the first entry would be one below the key.
  delete (list.items[0] as Node | undefined)?.spaceBefore;
  return list;
}

function nameOf(value: Json): string | null {
  return isJsonMap(value) && Object.hasOwn(value, 'name') && typeof value.name === 'string' ? value.name : null;
}
