/** A plan as data that a small program of any language can carry out: texts taken apart, JSON and forms written, patterns as JavaScript has them. */
import type { Json, Method, Plan, PlanBody, PlanRequest, Scalar } from '../../model/load/plan.ts';
import { bytesToBase64 } from '../base64.ts';
import { type JsonPath, parseJsonPath } from '../json-path.ts';
import { contentTypeOf, type PlanFiles, usageOf } from '../program.ts';
import { encodeField, targetOf } from '../request-target.ts';
import { onlyName, parseTemplate, type Template } from '../template.ts';
import { type JsPattern, toJsPattern } from './js-pattern.ts';

/** How a value is written where it stands. */
export type Way = 'text' | 'url' | 'path' | 'field' | 'json' | 'jsonText';
/** Constant texts, and values by name with the way they are written. */
export type Parts = readonly (string | readonly [name: string, way: Way])[];

export interface PortableRequest {
  readonly name: string;
  readonly method: Method;
  /** Null: the server that is measured. */
  readonly origin: string | null;
  readonly path: Parts;
  readonly headers: readonly (readonly [name: string, value: Parts])[];
  readonly body: Parts | { readonly base64: string } | null;
  readonly weight: number;
  readonly thinkS: PlanRequest['thinkS'];
  readonly expect: {
    readonly status: readonly number[];
    readonly contains: readonly Parts[];
    readonly matches: readonly JsPattern[];
    readonly json: readonly { readonly path: JsonPath; readonly value: Scalar }[];
    readonly maxMs: number | null;
  };
  readonly captures: readonly PortableCapture[];
}

export type PortableCapture = {
  readonly name: string;
  readonly inHeader: boolean;
  /** It is the whole URL of a request. */
  readonly asPath: boolean;
} & (
  | { readonly from: 'json'; readonly path: JsonPath }
  | { readonly from: 'header'; readonly header: string }
  | { readonly from: 'matches'; readonly pattern: JsPattern }
);

export type PortableValue = { readonly name: string } & (
  | { readonly kind: 'counter'; readonly first: number }
  | { readonly kind: 'random'; readonly least: number; readonly most: number }
  | { readonly kind: 'file'; readonly table: number; readonly column: number }
);

export interface Portable {
  readonly order: Plan['order'];
  readonly cookies: boolean;
  readonly requests: readonly PortableRequest[];
  readonly values: readonly PortableValue[];
}

/** The tables that values come from, in the order of their numbers. */
export function tablesOf(files: PlanFiles): string[] {
  return [...files.tables.keys()];
}

/** Of a plan that `checkPortable` has found nothing wrong with. */
export function toPortable(plan: Plan, files: PlanFiles): Portable {
  const tables = tablesOf(files);
  return {
    order: plan.order,
    cookies: plan.cookies,
    requests: plan.requests.map((request) => portableRequest(request, plan, files)),
    values: plan.values.map(({ name, source }): PortableValue => {
      if (source.kind !== 'file') return { name, ...source };
      const column = files.tables.get(source.file)!.columns.indexOf(source.column);
      return { name, kind: 'file', table: tables.indexOf(source.file), column };
    }),
  };
}

function portableRequest(request: PlanRequest, plan: Plan, files: PlanFiles): PortableRequest {
  const { name, method, url, headers, body, weight, thinkS, expect, captures } = request;
  const target = targetOf(url)!;
  return {
    name,
    method,
    origin: target.origin,
    path: partsOf(target.path, target.pathName === null ? 'url' : 'path'),
    headers: [...headers, ...contentTypeOf(body, headers)].map((one) => [one.name, partsOf(parseTemplate(one.value), 'text')]),
    body: portableBody(body, files),
    weight,
    thinkS,
    expect: {
      status: expect.status,
      contains: expect.contains.map((text) => partsOf(parseTemplate(text), 'text')),
      matches: expect.matches.map((source) => toJsPattern(source)!),
      json: expect.json.map(({ path, value }) => ({ path: parseJsonPath(path)!, value })),
      maxMs: expect.maxMs,
    },
    captures: captures.map(({ name, from, at }): PortableCapture => {
      const made = { name, ...usageOf(name, plan) };
      if (from === 'json') return { ...made, from, path: parseJsonPath(at)! };
      return from === 'header' ? { ...made, from, header: at.toLowerCase() } : { ...made, from, pattern: toJsPattern(at)! };
    }),
  };
}

function partsOf({ texts, names }: Template, way: Way): Parts {
  return merge([texts[0]!, ...names.flatMap((name, at) => [[name, way] as const, texts[at + 1]!])]);
}

/** Texts that follow each other become one, empty ones none. */
function merge(parts: Parts): Parts {
  const merged: (string | readonly [string, Way])[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part;
    else if (part !== '') merged.push(part);
  }
  return merged;
}

/* ---- bodies ---- */

function portableBody(body: PlanBody, files: PlanFiles): PortableRequest['body'] {
  switch (body.kind) {
    case 'none':
      return null;
    case 'text':
      return partsOf(parseTemplate(body.text), 'text');
    case 'file':
      return { base64: bytesToBase64(files.bodies.get(body.file)!) };
    case 'form':
      return merge(body.fields.flatMap(({ name, value }, at) => [`${at > 0 ? '&' : ''}${encodeField(name)}=`, ...fieldParts(value)]));
    case 'json':
      return merge(jsonParts(body.json));
  }
}

function fieldParts(value: string): Parts {
  return partsOf(parseTemplate(value), 'field').map((part) => (typeof part === 'string' ? encodeField(part) : part));
}

/** `"{{id}}"` becomes the value with its type, `"user {{id}}"` a text with the value in it. */
function jsonParts(json: Json): Parts {
  if (typeof json === 'string') {
    const template = parseTemplate(json);
    const only = onlyName(template);
    if (only !== null) return [[only, 'json']];
    const parts = partsOf(template, 'jsonText').map((part) => (typeof part === 'string' ? JSON.stringify(part).slice(1, -1) : part));
    return ['"', ...parts, '"'];
  }
  if (typeof json !== 'object' || json === null) return [JSON.stringify(json)];
  const between = (at: number): string => (at > 0 ? ',' : '');
  if (Array.isArray(json)) return ['[', ...(json as Json[]).flatMap((one, at) => [between(at), ...jsonParts(one)]), ']'];
  return ['{', ...Object.entries(json).flatMap(([name, one], at) => [`${between(at)}${JSON.stringify(name)}:`, ...jsonParts(one)]), '}'];
}
