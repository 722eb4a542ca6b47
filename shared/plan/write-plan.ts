/**
 * A plan as text, in the shortest form that reads as the same plan. A text that is there is changed only where the plan differs from it, so
 * that comments, order and quotes of whoever wrote it stay: text and form are two views of one plan.
 */
import {
  defaultMethod,
  EMPTY_PLAN,
  type Json,
  type Plan,
  type PlanBody,
  type PlanCapture,
  type PlanExpect,
  type PlanRequest,
  type ValueSource,
  withoutDefaultNames,
} from '../model/load/plan.ts';
import type { PlanLoad } from '../model/load-models.ts';
import type { NameValue } from '../model/setup/setting.ts';
import { readPlanOnce } from './plan-of.ts';
import { PLAN_VERSION } from './read-plan.ts';
import { changeYaml, isSame, printYaml, renameKey } from './yaml.ts';

/** `text`: what the plan was read from, before it was changed; left out, or no longer a plan: none. */
export function writePlan(plan: Plan, text?: string): string {
  const wanted = jsonOfPlan(plan);
  const before = text === undefined ? null : readPlanOnce(text);
  if (text === undefined || !before?.ok) return printYaml(wanted);
  const changed = isJsonText(text) ? `${JSON.stringify(wanted, null, 2)}\n` : changeText(text, before.plan, plan, wanted);
  return isRight(changed, wanted) || !isRight(printYaml(wanted), wanted) ? changed : printYaml(wanted);
}

const LIST = { mix: 'requests', sequence: 'sequence' } as const;

/** When a mix becomes a sequence or the other way round, its list stays where it is under its other name; a sequence has no weights. */
function changeText(text: string, before: Plan, plan: Plan, wanted: JsonMap): string {
  if (before.order === plan.order) return changeYaml(text, jsonOfPlan(before), wanted);
  const old = jsonOfPlan({ ...before, order: plan.order });
  const list = (old[LIST[plan.order]] as readonly JsonMap[]).map((one) => ({ weight: 1, ...one }));
  return changeYaml(renameKey(text, LIST[before.order], LIST[plan.order]), { ...old, [LIST[plan.order]]: list }, wanted);
}

/**
 * What stands in the text by itself may not go with the change: a weight of 1, and the mix becomes a sequence. Then it is written anew; not if it
 * is the plan itself that is wrong, as one that somebody is about to fill in.
 */
function isRight(text: string, wanted: Json): boolean {
  const read = readPlanOnce(text);
  return read.ok && isSame(jsonOfPlan(read.plan), wanted);
}

/** It has no comments to keep, and stays what other programs read as JSON. */
function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

type JsonMap = { readonly [name: string]: Json };

/** Without what is as by default. */
function without(all: { readonly [name: string]: Json | undefined }): JsonMap {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as JsonMap;
}

export function jsonOfPlan(plan: Plan): JsonMap {
  const { order, requests, values, cookies, keepAlive, load, warmupS, timeoutS } = plan;
  const list = withoutDefaultNames(requests).map((request) => jsonOfRequest(request, order));
  return without({
    plan: PLAN_VERSION,
    [LIST[order]]: list,
    values: values.length === 0 ? undefined : Object.fromEntries(values.map(({ name, source }) => [name, jsonOfSource(source)])),
    cookies: unless(cookies, EMPTY_PLAN.cookies),
    keepAlive: unless(keepAlive, EMPTY_PLAN.keepAlive),
    load: load === null ? undefined : jsonOfLoad(load),
    warmup: warmupS ?? undefined,
    timeout: timeoutS ?? undefined,
  });
}

function unless<T extends Json>(value: T, byDefault: T): T | undefined {
  return value === byDefault ? undefined : value;
}

function oneOrList<T extends Json>(list: readonly T[]): T | readonly T[] | undefined {
  return list.length === 0 ? undefined : list.length === 1 ? list[0] : list;
}

function jsonOfRequest(request: PlanRequest, order: Plan['order']): JsonMap {
  const { name, method, url, headers, body, weight, thinkS, expect, captures } = request;
  const [least, most] = thinkS;
  return without({
    name: unless(name, ''),
    method: unless(method, defaultMethod(body)),
    url,
    headers: headers.length === 0 ? undefined : jsonOfPairs(headers),
    body: jsonOfBody(body),
    weight: order === 'sequence' ? undefined : unless(weight, 1),
    think: most === 0 ? undefined : least === most ? most : [least, most],
    expect: jsonOfExpect(expect),
    capture: captures.length === 0 ? undefined : Object.fromEntries(captures.map((one) => [one.name, jsonOfCapture(one)])),
  });
}

/** Several values of a name are a list. */
function jsonOfPairs(pairs: readonly NameValue[]): JsonMap {
  const values = new Map<string, string[]>();
  for (const { name, value } of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries([...values].map(([name, all]) => [name, oneOrList(all)!]));
}

function jsonOfBody(body: PlanBody): Json | undefined {
  switch (body.kind) {
    case 'none':
      return undefined;
    case 'text':
      return body.text;
    case 'json':
      return { json: body.json };
    case 'form':
      return { form: jsonOfPairs(body.fields) };
    case 'file':
      return { file: body.file };
  }
}

function jsonOfExpect({ status, contains, matches, json, maxMs }: PlanExpect): Json | undefined {
  const all = without({
    status: oneOrList(status),
    contains: oneOrList(contains),
    matches: oneOrList(matches),
    json: json.length === 0 ? undefined : Object.fromEntries(json.map(({ path, value }) => [path, value])),
    maxMs: maxMs ?? undefined,
  });
  const keys = Object.keys(all);
  return keys.length === 0 ? undefined : keys.length === 1 && keys[0] === 'status' ? all.status : all;
}

function jsonOfCapture({ from, at }: PlanCapture): JsonMap {
  return { [from]: at };
}

function jsonOfSource(source: ValueSource): JsonMap {
  switch (source.kind) {
    case 'file':
      return { file: source.file, column: source.column };
    case 'counter':
      return { counter: source.first };
    case 'random':
      return { random: [source.least, source.most] };
  }
}

/** What is not said, and switches that are off, are left out. */
function jsonOfLoad(load: PlanLoad): JsonMap {
  return without(
    Object.fromEntries(Object.entries(load).map(([key, value]) => [key, value === null || value === false ? undefined : value])),
  );
}
