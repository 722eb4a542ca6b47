/** A plan made ready to be carried out: what can be computed once is computed, texts are taken apart, patterns compiled. */
import type { Json, Method, Plan, PlanBody, PlanCapture, PlanExpect, PlanRequest, Scalar } from '../model/load/plan.ts';
import type { NameValue } from '../model/setup/setting.ts';
import type { Csv } from './csv.ts';
import { type JsonPath, parseJsonPath } from './json-path.ts';
import { Pattern } from './pattern.ts';
import { encodeField, encodePathValue, encodeValue, targetOf } from './request-target.ts';
import { fill, isConstant, type Lookup, onlyName, parseTemplate, type Template, type Value } from './template.ts';
import { type Share, ValueSupply } from './values.ts';

/** The files that a plan names, by their names in it; read and checked before (check-files.ts). */
export interface PlanFiles {
  readonly tables: ReadonlyMap<string, Csv>;
  readonly bodies: ReadonlyMap<string, Uint8Array>;
}

export interface Program {
  readonly order: Plan['order'];
  readonly requests: readonly CompiledRequest[];
  /** Of the requests up to and with each. */
  readonly weights: readonly number[];
  readonly cookies: boolean;
  readonly values: ValueSupply;
}

/** A request, ready to be written; without what only the sender knows (Host, Connection, Content-Length). */
export interface Outgoing {
  /** Index of the request of the plan. */
  readonly request: number;
  readonly method: Method;
  /** Null: the target of the run. */
  readonly origin: string | null;
  /** Path and query, encoded. To be sent behind the origin as it is: resolved against a URL it could name another host. */
  readonly path: string;
  readonly headers: readonly NameValue[];
  readonly body: string | Uint8Array;
  /** One object for all users: its bytes have to be made only once. */
  readonly isConstant: boolean;
}

/** A text that is made for each user. */
type Writer = (lookup: Lookup) => string;

export interface CompiledRequest {
  readonly index: number;
  readonly method: Method;
  /** Null: the target of the run. */
  readonly origin: string | null;
  readonly path: Writer;
  readonly headers: readonly { readonly name: string; readonly write: Writer }[];
  readonly body: Writer | Uint8Array;
  /** Null: it is another one for each user. For users with cookies it is another one, too. */
  readonly constant: Outgoing | null;
  readonly thinkS: PlanRequest['thinkS'];
  readonly expect: CompiledExpect;
  readonly captures: readonly CompiledCapture[];
  /** What of a response is looked at besides status and time, so that nobody keeps it otherwise. */
  readonly needs: { readonly headers: boolean; readonly body: boolean };
}

export interface CompiledExpect {
  readonly status: ReadonlySet<number> | null;
  readonly contains: readonly Writer[];
  readonly matches: readonly { readonly source: string; readonly pattern: Pattern }[];
  readonly json: readonly { readonly source: string; readonly path: JsonPath; readonly value: Scalar }[];
  readonly maxMs: number | null;
}

export type CompiledCapture = { readonly name: string; readonly usage: Usage } & (
  | { readonly from: 'json'; readonly path: JsonPath }
  | { readonly from: 'header'; readonly header: string }
  | { readonly from: 'matches'; readonly pattern: Pattern }
);

/** Where the plan puts a value, which says what it may be. */
export interface Usage {
  readonly inHeader: boolean;
  /** It is the whole URL of a request. */
  readonly asPath: boolean;
}

/** The plan has been checked (check-plan.ts), the files as well. */
export function compilePlan(plan: Plan, files: PlanFiles, share: Share = { index: 0, of: 1 }): Program {
  let sum = 0;
  const weights = plan.requests.map(({ weight }) => {
    sum += weight;
    return sum;
  });
  return {
    order: plan.order,
    requests: plan.requests.map((request, index) => compileRequest(plan, request, index, files)),
    weights,
    cookies: plan.cookies,
    values: new ValueSupply(plan.values, files.tables, share),
  };
}

/** Of every value and captured value with this name. */
export function usageOf(name: string, { requests }: Pick<Plan, 'requests'>): Usage {
  const inHeader = requests.some(({ headers }) => headers.some(({ value }) => parseTemplate(value).names.includes(name)));
  return { inHeader, asPath: requests.some(({ url }) => targetOf(url)?.pathName === name) };
}

function compileRequest(plan: Plan, request: PlanRequest, index: number, files: PlanFiles): CompiledRequest {
  const { method, url, headers, body, thinkS, expect, captures } = request;
  const target = targetOf(url)!;
  const all = [...headers, ...contentTypeOf(body, headers)].map(({ name, value }) => ({ name, template: parseTemplate(value) }));
  const content = compileBody(body, files);
  const made = {
    index,
    method,
    origin: target.origin,
    path: writer(target.path, target.pathName === null ? encodeValue : encodePathValue),
    headers: all.map(({ name, template }) => ({ name, write: writer(template) })),
    body: content.body,
    thinkS,
    expect: compileExpect(expect),
    captures: captures.map((capture) => compileCapture(capture, plan)),
    needs: {
      headers: plan.cookies || captures.some(({ from }) => from === 'header'),
      body: expect.contains.length + expect.matches.length + expect.json.length > 0 || captures.some(({ from }) => from !== 'header'),
    },
  };
  const isSame = isConstant(target.path) && all.every(({ template }) => isConstant(template)) && content.isConstant;
  return { ...made, constant: isSame ? constantMessage(made) : null };
}

function constantMessage({ index, method, origin, path, headers, body }: Omit<CompiledRequest, 'constant'>): Outgoing {
  const none: Lookup = (name) => {
    throw new Error(`A request without placeholders asked for ${name}`);
  };
  return {
    request: index,
    method,
    origin,
    path: path(none),
    headers: headers.map(({ name, write }) => ({ name, value: write(none) })),
    body: typeof body === 'function' ? body(none) : body,
    isConstant: true,
  };
}

function writer(template: Template, write?: (value: Value) => string): Writer {
  if (!isConstant(template)) return (lookup) => fill(template, lookup, write);
  const [text] = template.texts;
  return () => text!;
}

/* ---- bodies ---- */

const TYPES: { readonly [kind in PlanBody['kind']]?: string } = { json: 'application/json', form: 'application/x-www-form-urlencoded' };

/** What the body is, unless the plan says it. */
export function contentTypeOf({ kind }: PlanBody, headers: readonly NameValue[]): NameValue[] {
  const type = TYPES[kind];
  const isGiven = headers.some(({ name }) => name.toLowerCase() === 'content-type');
  return type === undefined || isGiven ? [] : [{ name: 'Content-Type', value: type }];
}

interface CompiledBody {
  readonly body: Writer | Uint8Array;
  readonly isConstant: boolean;
}

function compileBody(body: PlanBody, files: PlanFiles): CompiledBody {
  switch (body.kind) {
    case 'none':
      return { body: () => '', isConstant: true };
    case 'text':
      return compiled([parseTemplate(body.text)], ([template]) => writer(template!));
    case 'file':
      return { body: files.bodies.get(body.file)!, isConstant: true };
    case 'form':
      return compileForm(body.fields);
    case 'json':
      return compileJson(body.json);
  }
}

function compiled(templates: readonly Template[], write: (templates: readonly Template[]) => Writer): CompiledBody {
  return { body: write(templates), isConstant: templates.every(isConstant) };
}

function compileForm(fields: readonly NameValue[]): CompiledBody {
  const templates = fields.map(({ value }) => parseTemplate(value));
  return compiled(templates, () => {
    return (lookup) => fields.map(({ name }, at) => `${encodeField(name)}=${encodeField(fill(templates[at]!, lookup))}`).join('&');
  });
}

/** `"{{id}}"` becomes the value with its type, `"user {{id}}"` a text with the value in it. */
function compileJson(json: Json): CompiledBody {
  const pieces: { readonly template: Template; readonly write: (value: Value) => string }[] = [];
  let text = '';
  const add = (template: Template, write: (value: Value) => string): void => {
    if (isConstant(template)) {
      text += template.texts[0]!;
      return;
    }
    const [first, ...rest] = template.texts;
    pieces.push({ template: { texts: [text + first!, ...rest], names: template.names }, write });
    text = '';
  };
  const constant = (one: string): void => {
    text += one;
  };
  const visit = (value: Json): void => {
    if (typeof value === 'string') {
      const template = parseTemplate(value);
      if (onlyName(template) !== null) add(template, (one) => JSON.stringify(one));
      else add({ texts: escapedTexts(template), names: template.names }, (one) => escapeJson(String(one)));
    } else if (typeof value !== 'object' || value === null) {
      constant(JSON.stringify(value));
    } else if (isList(value)) {
      constant('[');
      value.forEach((one, at) => {
        if (at > 0) constant(',');
        visit(one);
      });
      constant(']');
    } else {
      constant('{');
      Object.entries(value).forEach(([name, one], at) => {
        constant(`${at > 0 ? ',' : ''}${JSON.stringify(name)}:`);
        visit(one);
      });
      constant('}');
    }
  };
  visit(json);
  const rest = text;
  return {
    body: (lookup) => pieces.map(({ template, write }) => fill(template, lookup, write)).join('') + rest,
    isConstant: pieces.length === 0,
  };
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** The quotes around a text are in its first and last piece. */
function escapedTexts({ texts }: Template): string[] {
  return texts.map((text, at) => `${at === 0 ? '"' : ''}${escapeJson(text)}${at === texts.length - 1 ? '"' : ''}`);
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/* ---- what is looked at ---- */

function compileExpect({ status, contains, matches, json, maxMs }: PlanExpect): CompiledExpect {
  return {
    status: status.length === 0 ? null : new Set(status),
    contains: contains.map((text) => writer(parseTemplate(text))),
    matches: matches.map((source) => ({ source, pattern: Pattern.parse(source)! })),
    json: json.map(({ path, value }) => ({ source: path, path: parseJsonPath(path)!, value })),
    maxMs,
  };
}

function compileCapture({ name, from, at }: PlanCapture, plan: Plan): CompiledCapture {
  const usage = usageOf(name, plan);
  switch (from) {
    case 'json':
      return { name, usage, from, path: parseJsonPath(at)! };
    case 'header':
      return { name, usage, from, header: at.toLowerCase() };
    case 'matches':
      return { name, usage, from, pattern: Pattern.parse(at)! };
  }
}
