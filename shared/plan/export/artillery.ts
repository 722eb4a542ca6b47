/** A plan as a test script of Artillery 2: YAML that Artillery carries out by itself, without code beside it. */
import { wordSaid } from '../../format/word-said.ts';
import type { Json, Plan, PlanBody, PlanCapture, PlanExpect, PlanRequest } from '../../model/load/plan.ts';
import type { Load } from '../../model/setup/setup.ts';
import { type Said, say } from '../../words/said.ts';
import { parseJsonPath } from '../json-path.ts';
import { contentTypeOf, type PlanFiles } from '../program.ts';
import { originsOf, targetOf } from '../request-target.ts';
import { fill, parseTemplate, type Template } from '../template.ts';
import { printYaml } from '../yaml.ts';
import { artilleryLoad } from './artillery-load.ts';
import { toJsPattern } from './js-pattern.ts';
import type { Exported } from './k6.ts';
import { loadOfPlan } from './load-of.ts';

type JsonMap = { readonly [name: string]: Json };

/** 200 to 399, as far as there are such statuses: ranges are not known there. */
const RESPONDED = [200, 201, 202, 203, 204, 205, 206, 207, 208, 226, 300, 301, 302, 303, 304, 305, 307, 308];

/** `target`: where paths of the plan go. Nothing speaks against the plan (`artillery-limits.ts`). */
export function exportToArtillery(plan: Plan, files: PlanFiles, target: string): Exported {
  const load = loadOfPlan(plan);
  const { phases, passes, notes: ofLoad } = artilleryLoad(load, plan.order === 'sequence' ? plan.requests.length : 1)!;
  const notes = [...notesOf(plan, load, files), ...ofLoad];
  const flow = (requests: readonly PlanRequest[]): Json => {
    const steps = requests.flatMap((request) => stepsOf(request, plan));
    return passes === 1 ? steps : [{ count: passes, loop: steps }];
  };
  const scenarios: Json =
    plan.order === 'sequence'
      ? [{ flow: flow(plan.requests) }]
      : plan.requests.map((request) => ({
          name: plainName(request.name),
          weight: weightOf(request.weight, plan),
          flow: flow([request]),
        }));
  const script = {
    config: {
      target,
      phases,
      http: { timeout: load.timeoutS, extendedMetrics: true },
      plugins: {
        expect: { outputFormat: 'silent', reportFailuresAsErrors: true, useOnlyRequestNames: true },
        'metrics-by-endpoint': { useOnlyRequestNames: true },
      },
      ...valuesOf(plan, files),
    },
    scenarios,
  };
  const head = [
    '# A request plan of Loopscope as a test of Artillery 2: artillery run -t http://127.0.0.1:3000 THIS-FILE',
    ...notes.map((note) => `# - ${wordSaid(note).replace(/[\r\n\u0085\u2028\u2029]+/g, ' ')}`),
  ];
  return { text: `${head.join('\n')}\n${printYaml(script)}`, notes };
}

function notesOf(plan: Plan, load: Load, files: PlanFiles): Said[] {
  const origins = originsOf(plan);
  const tables = [...files.tables.keys()];
  const isFilled = plan.requests.some(({ url, body }) => targetOf(url)!.path.names.length > 0 || body.kind === 'text');
  return [
    say('planExport.secret'),
    say('planExport.timing', { generator: 'Artillery' }),
    say('planExport.workers'),
    ...(tables.length > 0 ? [say('planExport.beside', { files: { list: tables, by: 'and' }, count: tables.length })] : []),
    ...(isFilled && plan.requests.some(({ captures }) => captures.length > 0) ? [say('planExport.asItIs')] : []),
    ...(plan.values.some(({ source }) => source.kind === 'random') ? [say('planExport.drawn')] : []),
    ...(load.warmupS > 0 ? [say('planExport.warmup', { seconds: load.warmupS, generator: 'Artillery' })] : []),
    ...(origins.length > 0 ? [say('planExport.origins', { origins: { list: origins, by: 'and' }, generator: 'Artillery' })] : []),
  ];
}

/** It cuts weights to whole numbers, and keeps a list as long as a hundred times their sum. */
const MOST_WEIGHT = 10_000;

function weightOf(weight: number, { requests }: Plan): number {
  const isWhole = (scale: number): boolean => requests.every((one) => Number.isInteger(Math.round(one.weight * scale * 1e6) / 1e6));
  const scale = [1, 10, 100].find(isWhole) ?? 1_000;
  const largest = Math.max(...requests.map((one) => one.weight)) * scale;
  return weight === 0 ? 0 : Math.max(1, Math.round(weight * scale * Math.min(1, MOST_WEIGHT / largest)));
}

/* ---- values ---- */

/** Each user has one row of each table, and one number of each list. */
function valuesOf({ values }: Plan, { tables }: PlanFiles): JsonMap {
  const variables = values.flatMap(({ name, source }) =>
    source.kind === 'random' ? [[name, Array.from({ length: source.most - source.least + 1 }, (_, at) => source.least + at)] as const] : [],
  );
  const payload = [...tables].flatMap(([file, { columns }]) => {
    const named = (column: string): string[] =>
      values.flatMap(({ name, source }) => (source.kind === 'file' && source.file === file && source.column === column ? [name] : []));
    // A column has one name there: of a second one, the file is read a second time, in step with the first.
    const most = Math.max(...columns.map((column) => named(column).length));
    return Array.from({ length: most }, (_, nth) => ({
      path: file,
      fields: columns.map((column, at) => named(column)[nth] ?? `unused_${at + 1}`),
      order: 'sequence',
      skipHeader: true,
      cast: false,
    }));
  });
  return {
    ...(variables.length > 0 ? { variables: Object.fromEntries(variables) } : {}),
    ...(payload.length > 0 ? { payload } : {}),
  };
}

/* ---- requests ---- */

function stepsOf(request: PlanRequest, plan: Plan): Json[] {
  const { method, url, headers, body, expect, captures, name } = request;
  const target = targetOf(url)!;
  const sent = [...headers, ...contentTypeOf(body, headers), ...(plan.keepAlive ? [] : [{ name: 'Connection', value: 'close' }])];
  const captured = captures.map(captureOf);
  const matched = expect.json.map(({ path, value }) => ({ json: pathText(path), value }));
  const step = {
    name: plainName(name),
    url: `${target.origin ?? ''}${textOf(target.path)}`,
    // Of a name in capitals it would send a second one.
    ...(sent.length > 0
      ? { headers: Object.fromEntries(sent.map((one) => [one.name.toLowerCase(), textOf(parseTemplate(one.value))])) }
      : {}),
    ...bodyOf(body),
    followRedirect: false,
    gzip: false,
    ...(captured.length > 0 ? { capture: captured } : {}),
    ...(matched.length > 0 ? { match: matched } : {}),
    expect: expectationsOf(expect),
  };
  return [{ [method.toLowerCase()]: step }, ...thinkOf(request)];
}

/** Placeholders look the same there, and a name has none. */
function textOf(template: Template): string {
  const named = Object.fromEntries(template.names.map((name) => [name, `{{ ${name} }}`]));
  return fill(template, (name) => named[name]!);
}

function plainName(name: string): string {
  return name.replace(/\{\{\s*([\w-]+)\s*\}\}/g, '{$1}').replaceAll('{{', '{ {');
}

function bodyOf(body: PlanBody): JsonMap {
  switch (body.kind) {
    case 'none':
    case 'file':
      return {};
    case 'text':
      return { body: textOf(parseTemplate(body.text)) };
    case 'form':
      return { form: Object.fromEntries(body.fields.map(({ name, value }) => [name, textOf(parseTemplate(value))])) };
    case 'json':
      // What is no object or list it would not send as JSON.
      return typeof body.json === 'object' && body.json !== null
        ? { json: filled(body.json) }
        : { body: JSON.stringify(filled(body.json)) };
  }
}

function filled(json: Json): Json {
  if (typeof json === 'string') return textOf(parseTemplate(json));
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return (json as readonly Json[]).map(filled);
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, filled(value)]));
}

function expectationsOf({ status, contains, matches }: PlanExpect): Json {
  return [
    { statusCode: status.length === 0 ? RESPONDED : [...status] },
    ...contains.map((text) => ({ matchesRegexp: fill(parseTemplate(text), () => '').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') })),
    ...matches.map((source) => ({ matchesRegexp: toJsPattern(source)!.source })),
  ];
}

function captureOf({ name, from, at }: PlanCapture): Json {
  if (from === 'json') return { json: pathText(at), as: name };
  if (from === 'header') return { header: at.toLowerCase(), as: name };
  const { source, flags, group } = toJsPattern(at)!;
  return { regexp: source, ...(flags === '' ? {} : { flags }), ...(group === 0 ? {} : { group }), as: name };
}

/** Its paths count from the end with a range only. */
function pathText(path: string): string {
  return `$${parseJsonPath(path)!
    .map((step) => (typeof step === 'string' ? `['${step}']` : step < 0 ? `[${step}:${step === -1 ? '' : step + 1}]` : `[${step}]`))
    .join('')}`;
}

function thinkOf({ thinkS: [least, most] }: PlanRequest): Json[] {
  if (most === 0) return [];
  const ms = (seconds: number): number => Math.round(seconds * 1_000);
  return [{ think: least === most ? `${ms(least)}ms` : `{{ $randomNumber(${ms(least)}, ${ms(most)}) }}ms` }];
}
