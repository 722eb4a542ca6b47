/** A plan from its text, or every reason why it is none. */
import {
  LONGEST_BODY,
  LONGEST_CHECK,
  LONGEST_HEADER,
  LONGEST_NAME,
  LONGEST_PATH,
  LONGEST_PATTERN,
  LONGEST_URL,
  MOST_CAPTURES,
  MOST_CHECKS,
  MOST_FIELDS,
  MOST_HEADERS,
  MOST_MS,
  MOST_REQUESTS,
  MOST_SECONDS,
  MOST_VALUES,
  MOST_WEIGHT,
} from '../model/load/limits.ts';
import {
  defaultMethod,
  EMPTY_PLAN,
  NO_BODY,
  NO_EXPECT,
  NO_THINK,
  type Plan,
  type PlanBody,
  type PlanCapture,
  type PlanExpect,
  type PlanRequest,
  type PlanValue,
  type Scalar,
  type ValueSource,
  withNames,
} from '../model/load/plan.ts';
import { HTTP_METHODS } from '../model/setup/http-methods.ts';
import { toRequestUrl } from '../model/setup/request-url.ts';
import type { NameValue } from '../model/setup/setting.ts';
import { say } from '../words/said.ts';
import { checkPlan } from './check-plan.ts';
import type { Members, Part, PlanReader } from './plan-reader.ts';
import type { Place, PlanPath, PlanProblem } from './problem.ts';
import { parseDocument, readDocument } from './read-document.ts';
import { readLoad } from './read-load.ts';
import { jsonOf, type Tree } from './yaml.ts';

export type ReadPlan = { readonly ok: true; readonly plan: Plan } | { readonly ok: false; readonly problems: readonly PlanProblem[] };

/** The number behind `plan:`, raised when a plan of today would be read as something else. */
export const PLAN_VERSION = 1;

export function readPlan(text: string): ReadPlan {
  const read = readDocument(text, readTree);
  if (!read.ok) return read;
  const { value: plan, tree } = read;
  const problems = checkPlan(plan).map((problem) => ({ ...problem, at: placeOf(tree, problem.path) }));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, plan };
}

const KEYS = ['plan', 'requests', 'sequence', 'values', 'cookies', 'keepAlive', 'load', 'warmup', 'timeout'] as const;
const SECONDS = { least: 0, most: MOST_SECONDS };

function readTree(reader: PlanReader, whole: Part): Plan {
  if (whole.tree.kind === 'scalar' && whole.tree.value === null) {
    reader.refuse(whole, say('plan.empty'));
    return EMPTY_PLAN;
  }
  const { plan, requests, sequence, values, cookies, keepAlive, load, warmup, timeout } = reader.members(whole, KEYS);
  if (whole.tree.kind === 'map') readVersion(reader, plan, whole);
  const list = requests ?? sequence;
  if (requests !== undefined && sequence !== undefined) reader.refuse(sequence, say('plan.mixAndSequence'));
  if (list === undefined && whole.tree.kind === 'map') reader.refuse(whole, say('plan.noRequests'));
  const order = requests === undefined && sequence !== undefined ? 'sequence' : 'mix';
  return {
    order,
    requests: list === undefined ? [] : readRequests(reader, list, order),
    values: readValues(reader, values),
    cookies: (cookies && reader.flag(cookies)) ?? EMPTY_PLAN.cookies,
    keepAlive: (keepAlive && reader.flag(keepAlive)) ?? EMPTY_PLAN.keepAlive,
    load: load === undefined ? null : readLoad(reader, load),
    warmupS: (warmup && reader.number(warmup, SECONDS)) ?? null,
    timeoutS: (timeout && reader.number(timeout, { least: 0.01, most: MOST_SECONDS })) ?? null,
  };
}

function readVersion(reader: PlanReader, version: Part | undefined, whole: Part): void {
  if (version === undefined) {
    reader.refuse(whole, say('plan.noVersion'));
    return;
  }
  const value = reader.scalar(version);
  if (value === PLAN_VERSION || value === undefined) return;
  const isNewer = typeof value === 'number' && value > PLAN_VERSION;
  reader.refuse(version, isNewer ? say('plan.newer', { version: value, current: PLAN_VERSION }) : say('plan.noVersion'));
}

/* ---- requests ---- */

function readRequests(reader: PlanReader, part: Part, order: Plan['order']): PlanRequest[] {
  const parts = reader.items(part, MOST_REQUESTS, false);
  if (part.tree.kind === 'list' && parts.length === 0) reader.refuse(part, say('plan.noRequests'));
  return withNames(parts.map((one) => readRequest(reader, one, order)));
}

const REQUEST_KEYS = ['name', 'method', 'url', 'headers', 'body', 'weight', 'think', 'expect', 'capture'] as const;

/** With an empty name where it has none. */
function readRequest(reader: PlanReader, part: Part, order: Plan['order']): PlanRequest {
  // `- /page` is short for `- { url: /page }`.
  const isShort = part.tree.kind === 'scalar' && typeof part.tree.value === 'string';
  const members: Members<(typeof REQUEST_KEYS)[number]> = isShort ? { url: part } : reader.members(part, REQUEST_KEYS);
  const { name, method, url, headers, body, weight, think, expect, capture } = members;
  if (url === undefined && part.tree.kind === 'map') reader.refuse(part, say('plan.noUrl'));
  if (weight !== undefined && order === 'sequence') reader.refuse(weight, say('plan.weightInSequence'));
  const content = body === undefined ? NO_BODY : readBody(reader, body);
  return {
    name: (name && reader.text(name, LONGEST_NAME)) ?? '',
    method: (method && reader.choice(method, HTTP_METHODS)) ?? defaultMethod(content),
    url: readUrl((url && reader.text(url, LONGEST_URL)) ?? '/'),
    headers: readPairs(reader, headers, MOST_HEADERS, LONGEST_HEADER),
    body: content,
    weight: (weight && reader.number(weight, { least: 0, most: MOST_WEIGHT })) ?? 1,
    thinkS: think === undefined ? NO_THINK : readThink(reader, think),
    expect: expect === undefined ? NO_EXPECT : readExpect(reader, expect),
    captures: readCaptures(reader, capture),
  };
}

/** One that begins with a placeholder gets no slash: its value has it. */
function readUrl(url: string): string {
  return url.startsWith('{{') ? url : toRequestUrl(url);
}

/** A header or field that is given several times has a list of values. */
function readPairs(reader: PlanReader, part: Part | undefined, most: number, longest: number): NameValue[] {
  return reader.entries(part, most).flatMap(({ entry, part: value }) => {
    const texts = reader.items(value, most, true).map((one) => reader.text(one, longest));
    return texts.filter((text) => text !== null).map((text) => ({ name: entry.key, value: text }));
  });
}

function readBody(reader: PlanReader, part: Part): PlanBody {
  const { tree } = part;
  if (tree.kind !== 'map') {
    const text = reader.text(part, LONGEST_BODY);
    return text === null ? NO_BODY : { kind: 'text', text };
  }
  const { text, json, form, file } = reader.members(part, ['text', 'json', 'form', 'file'] as const);
  if (tree.entries.length !== 1) reader.refuse(part, say('plan.oneBody'));
  if (json !== undefined) return { kind: 'json', json: jsonOf(json.tree) };
  if (form !== undefined) return { kind: 'form', fields: readPairs(reader, form, MOST_FIELDS, LONGEST_BODY) };
  if (file !== undefined) return { kind: 'file', file: reader.text(file, LONGEST_URL) ?? '' };
  return text === undefined ? NO_BODY : { kind: 'text', text: reader.text(text, LONGEST_BODY) ?? '' };
}

function readThink(reader: PlanReader, part: Part): PlanRequest['thinkS'] {
  const numbers = reader.items(part, 2, true).map((one) => reader.number(one, SECONDS) ?? 0);
  const [least = 0, most = least] = numbers;
  if (part.tree.kind === 'list' && (numbers.length !== 2 || least > most)) reader.refuse(part, say('plan.badThink'));
  return [least, most];
}

/* ---- what is expected, what is captured ---- */

function readExpect(reader: PlanReader, part: Part): PlanExpect {
  if (part.tree.kind !== 'map') return { ...NO_EXPECT, status: readStatuses(reader, part) };
  const { status, contains, matches, json, maxMs } = reader.members(part, ['status', 'contains', 'matches', 'json', 'maxMs'] as const);
  return {
    status: status === undefined ? [] : readStatuses(reader, status),
    contains: readTexts(reader, contains, LONGEST_CHECK),
    matches: readTexts(reader, matches, LONGEST_PATTERN),
    json: reader.entries(json, MOST_CHECKS).flatMap(({ entry, part: value }) => {
      const scalar = reader.scalar(value);
      return scalar === undefined ? [] : [{ path: entry.key, value: scalar as Scalar }];
    }),
    maxMs: (maxMs && reader.number(maxMs, { least: 0, most: MOST_MS })) ?? null,
  };
}

function readStatuses(reader: PlanReader, part: Part): number[] {
  return reader.items(part, MOST_CHECKS, true).flatMap((one) => reader.number(one, { least: 100, most: 599, whole: true }) ?? []);
}

function readTexts(reader: PlanReader, part: Part | undefined, longest: number): string[] {
  if (part === undefined) return [];
  return reader.items(part, MOST_CHECKS, true).flatMap((one) => reader.text(one, longest) ?? []);
}

function readCaptures(reader: PlanReader, part: Part | undefined): PlanCapture[] {
  return reader.entries(part, MOST_CAPTURES).flatMap(({ entry, part: source }) => {
    const name = reader.valueName(entry, source.path);
    const { json, header, matches } = reader.members(source, ['json', 'header', 'matches'] as const);
    if (source.tree.kind === 'map' && source.tree.entries.length !== 1) reader.refuse(source, say('plan.oneSource'));
    const [from, at] = json ? (['json', json] as const) : header ? (['header', header] as const) : (['matches', matches] as const);
    const text = at && reader.text(at, from === 'matches' ? LONGEST_PATTERN : LONGEST_PATH);
    return name === null || text == null ? [] : [{ name, from, at: text }];
  });
}

/* ---- values ---- */

function readValues(reader: PlanReader, part: Part | undefined): PlanValue[] {
  return reader.entries(part, MOST_VALUES).flatMap(({ entry, part: source }) => {
    const name = reader.valueName(entry, source.path);
    const from = readSource(reader, source);
    return name === null || from === null ? [] : [{ name, source: from }];
  });
}

const WHOLE = { least: Number.MIN_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER, whole: true };

function readSource(reader: PlanReader, part: Part): ValueSource | null {
  const { file, column, counter, random } = reader.members(part, ['file', 'column', 'counter', 'random'] as const);
  const sources = [file, counter, random].filter((one) => one !== undefined).length;
  if (part.tree.kind !== 'map') return null;
  if (sources !== 1 || (file === undefined) !== (column === undefined)) return reader.refuse(part, say('plan.oneValueSource'));
  if (counter !== undefined) {
    const first = reader.number(counter, WHOLE);
    return first === null ? null : { kind: 'counter', first };
  }
  if (random !== undefined) return readRandom(reader, random);
  const [path, heading] = [reader.text(file!, LONGEST_URL), reader.text(column!, LONGEST_NAME)];
  return path === null || heading === null ? null : { kind: 'file', file: path, column: heading };
}

function readRandom(reader: PlanReader, part: Part): ValueSource | null {
  const [least, most, ...more] = reader.items(part, 2, false).map((one) => reader.number(one, WHOLE));
  if (least == null || most == null || more.length > 0 || least > most) return reader.refuse(part, say('plan.badRandom'));
  return { kind: 'random', least, most };
}

/** What is found in a plan later, with its place in the text it was read from. */
export function withPlaces(text: string, found: readonly Omit<PlanProblem, 'at'>[]): PlanProblem[] {
  const parsed = parseDocument(text);
  return found.map((problem) => ({ ...problem, at: parsed.ok ? placeOf(parsed.tree, problem.path) : null }));
}

/** Of what the path leads to, or as far as it leads. */
function placeOf(tree: Tree, path: PlanPath): Place {
  let [at, here]: [Place, Tree | undefined] = [tree.at, tree];
  for (const step of path) {
    if (here?.kind === 'map') here = here.entries.find(({ key }) => key === step)?.value;
    else here = here?.kind === 'list' && typeof step === 'number' ? here.items[step] : undefined;
    if (here === undefined) break;
    at = here.at;
  }
  return at;
}
