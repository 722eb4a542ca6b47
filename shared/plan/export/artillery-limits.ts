/** What of a plan Artillery 2 has no way to do, by its place in the plan; besides what `checkPortable` finds. */
import type { Json, Plan, PlanBody, PlanRequest, PlanValue } from '../../model/load/plan.ts';
import type { NameValue } from '../../model/setup/setting.ts';
import { say } from '../../words/said.ts';
import { parseJsonPath } from '../json-path.ts';
import type { PlanFiles } from '../program.ts';
import { quote } from '../quote.ts';
import { encodeValue, targetOf } from '../request-target.ts';
import { parseTemplate } from '../template.ts';
import { artilleryLoad } from './artillery-load.ts';
import { toJsPattern } from './js-pattern.ts';
import { loadOfPlan } from './load-of.ts';
import { checkPortable, type NotPortable, placeOf } from './not-portable.ts';

/** Numbers drawn are written as a list to draw from. */
export const MOST_NUMBERS = 1_000;
/** What Artillery itself keeps under this name for each user. */
const TAKEN = 'target';

export function checkArtillery(plan: Plan, files: PlanFiles): NotPortable[] {
  const load = artilleryLoad(loadOfPlan(plan), plan.order === 'sequence' ? plan.requests.length : 1);
  const isOnce = load === null || load.passes === 1;
  const found: NotPortable[] = load === null ? [{ says: say('planExport.goesOn'), path: ['load'] }] : [];
  if (!isOnce && plan.order === 'mix' && plan.requests.length > 1) found.push({ says: say('planExport.mixAgain'), path: ['requests'] });
  if (!plan.cookies && !(isOnce && (plan.order === 'mix' || plan.requests.length === 1)))
    found.push({ says: say('planExport.keepsCookies'), path: ['cookies'] });
  return [
    ...found,
    ...checkPortable(plan, 'Artillery'),
    ...plan.requests.flatMap((request, at) =>
      checkRequest(request).map(({ says, path }) => ({ says, path: [...placeOf(plan, at), ...path] })),
    ),
    ...plan.values.flatMap((value) => checkValue(value, plan, files, isOnce)),
  ];
}

/* ---- requests ---- */

/** Paths are those in the request. */
function checkRequest({ method, headers, body, expect, captures }: PlanRequest): NotPortable[] {
  const found: NotPortable[] = [];
  const braces = (texts: readonly string[], path: NotPortable['path']): void => {
    if (texts.some((text) => text.includes('{{'))) found.push({ says: say('planExport.braces'), path });
  };
  for (const { name, value } of headers) braces(parseTemplate(value).texts, ['headers', name]);
  braces(textsOf(body), ['body']);
  if (body.kind === 'file') found.push({ says: say('planExport.bodyFile'), path: ['body'] });
  if (body.kind !== 'none' && (method === 'GET' || method === 'HEAD'))
    found.push({ says: say('planExport.bodyOf', { method }), path: ['body'] });
  if (body.kind === 'form' && hasTwice(body.fields)) found.push({ says: say('planExport.fieldTwice'), path: ['body', 'form'] });
  if (body.kind === 'json' && !hasPlainKeys(body.json)) found.push({ says: say('planExport.keys'), path: ['body', 'json'] });
  for (const text of expect.contains) {
    const { texts, names } = parseTemplate(text);
    if (names.length > 0) found.push({ says: say('planExport.containsValue'), path: ['expect', 'contains'] });
    braces(texts, ['expect', 'contains']);
  }
  for (const source of expect.matches) {
    if (toJsPattern(source)?.flags === 'i')
      found.push({ says: say('planExport.flags', { pattern: quote(source) }), path: ['expect', 'matches'] });
    braces([source], ['expect', 'matches']);
  }
  const paths = [
    ...expect.json.map(({ path }) => ({ path, at: ['expect', 'json', path] })),
    ...captures.filter(({ from }) => from === 'json').map(({ name, at: path }) => ({ path, at: ['capture', name] })),
  ];
  for (const { path, at } of paths) if (!isPlainPath(path)) found.push({ says: say('planExport.path', { path: quote(path) }), path: at });
  for (const { value, path } of expect.json) if (typeof value === 'string') braces([value], ['expect', 'json', path]);
  if (expect.maxMs !== null) found.push({ says: say('planExport.maxMs'), path: ['expect', 'maxMs'] });
  for (const { name, from, at } of captures) {
    if (from === 'matches') braces([at], ['capture', name]);
    if (name === TAKEN) found.push({ says: say('planExport.taken', { name }), path: ['capture', name] });
  }
  return found;
}

function textsOf(body: PlanBody): readonly string[] {
  if (body.kind === 'text') return parseTemplate(body.text).texts;
  if (body.kind === 'form') return body.fields.flatMap(({ name, value }) => [name, ...parseTemplate(value).texts]);
  return body.kind === 'json' ? textsOfJson(body.json) : [];
}

function textsOfJson(json: Json): readonly string[] {
  if (typeof json === 'string') return parseTemplate(json).texts;
  return typeof json === 'object' && json !== null ? Object.values(json).flatMap(textsOfJson) : [];
}

function hasTwice(fields: readonly NameValue[]): boolean {
  return new Set(fields.map(({ name }) => name)).size < fields.length;
}

/** It finds values in a body by the way to them, written with dots and brackets. */
const PLAIN_KEY = /^[\w-]+$/;

function hasPlainKeys(json: Json): boolean {
  if (typeof json !== 'object' || json === null) return true;
  const isPlain = Array.isArray(json) || Object.keys(json).every((key) => PLAIN_KEY.test(key));
  return isPlain && Object.values(json as object).every(hasPlainKeys);
}

/** In its paths other characters search, filter or calculate, also in quotes. */
function isPlainPath(path: string): boolean {
  return parseJsonPath(path)!.every((step) => typeof step === 'number' || /^[\w -]+$/.test(step));
}

/* ---- values ---- */

function checkValue({ name, source }: PlanValue, plan: Plan, files: PlanFiles, isOnce: boolean): NotPortable[] {
  const path = ['values', name];
  if (name === TAKEN) return [{ says: say('planExport.taken', { name }), path }];
  if (!isOnce) return [{ says: say('planExport.oncePerUser'), path }];
  if (source.kind === 'counter') return [{ says: say('planExport.counter'), path }];
  if (source.kind === 'random')
    return source.most - source.least < MOST_NUMBERS ? [] : [{ says: say('planExport.numbers', { most: MOST_NUMBERS }), path }];
  const { columns, rows } = files.tables.get(source.file)!;
  const column = columns.indexOf(source.column);
  const isInUrl = plan.requests.some(({ url }) => targetOf(url)!.path.names.includes(name));
  const row = isInUrl ? rows.findIndex((one) => encodeValue(one[column]!) !== one[column]) : -1;
  if (row >= 0) return [{ says: say('planExport.inUrl', { name, value: quote(rows[row]![column]!) }), path }];
  const braces = rows.some((one) => one[column]!.includes('{{'));
  return braces ? [{ says: say('planExport.braces'), path }] : [];
}
