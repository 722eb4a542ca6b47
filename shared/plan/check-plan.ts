/** What can be wrong with a plan besides its shape: what does not fit together. The same for a plan from a text and from a form. */
import type { Json, Plan, PlanBody, PlanCapture, PlanExpect, PlanRequest } from '../model/load/plan.ts';
import { canBeSent } from '../model/setup/header-rules.ts';
import type { NameValue } from '../model/setup/setting.ts';
import { type Said, say } from '../words/said.ts';
import { parseJsonPath } from './json-path.ts';
import { Pattern } from './pattern.ts';
import { MOST_PROBLEMS, type PlanPath, type PlanProblem } from './problem.ts';
import { quote } from './quote.ts';
import { namesHost, targetOf } from './request-target.ts';
import { literal, parseTemplate, placeholder, strayBraces } from './template.ts';

/** Written by whoever sends the request: a second or a wrong one would shift where a request ends. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding']);

export function checkPlan(plan: Plan): PlanProblem[] {
  const check = new PlanCheck(plan);
  check.values();
  plan.requests.forEach((request, at) => {
    check.request(request, at);
  });
  check.weights();
  return check.problems.slice(0, MOST_PROBLEMS);
}

class PlanCheck {
  readonly problems: PlanProblem[] = [];
  readonly #plan: Plan;
  /** Key of the list in the file. */
  readonly #list: 'requests' | 'sequence';
  readonly #names = new Set<string>();
  readonly #valueNames: ReadonlySet<string>;
  /** By the requests that have been checked so far: those before. */
  readonly #captured = new Set<string>();

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#list = plan.order === 'sequence' ? 'sequence' : 'requests';
    this.#valueNames = new Set(plan.values.map(({ name }) => name));
  }

  values(): void {
    for (const { name, source } of this.#plan.values) if (source.kind === 'file') this.#file(source.file, ['values', name, 'file']);
  }

  request(request: PlanRequest, at: number): void {
    const path = [this.#list, at];
    if (this.#names.has(request.name)) this.#note(say('plan.sameName', { name: quote(request.name) }), [...path, 'name']);
    this.#names.add(request.name);
    this.#url(request.url, [...path, 'url']);
    for (const header of request.headers) this.#header(header, [...path, 'headers', header.name]);
    this.#body(request.body, [...path, 'body']);
    this.#expect(request.expect, [...path, 'expect']);
    for (const capture of request.captures) this.#capture(capture, [...path, 'capture', capture.name]);
    for (const { name } of request.captures) this.#captured.add(name);
  }

  weights(): void {
    const { order, requests } = this.#plan;
    if (order === 'mix' && requests.length > 0 && requests.every(({ weight }) => weight === 0))
      this.#note(say('plan.noWeight'), [this.#list]);
  }

  #note(says: Said, path: PlanPath): void {
    this.problems.push({ says, path, at: null });
  }

  #url(url: string, path: PlanPath): void {
    this.#text(url, path);
    const target = targetOf(url);
    // A number is no path.
    const source = this.#plan.values.find(({ name }) => name === target?.pathName)?.source;
    if (source !== undefined && source.kind !== 'file') this.#note(say('plan.badUrl', { url: quote(url) }), path);
    if (target === null)
      this.#note(namesHost(url) ? say('plan.badHost', { url: quote(url) }) : say('plan.badUrl', { url: quote(url) }), path);
  }

  #header(header: NameValue, path: PlanPath): void {
    const { texts } = this.#text(header.value, path);
    if (!texts.every((value) => canBeSent({ name: header.name, value })))
      this.#note(say('plan.badHeader', { name: quote(header.name) }), path);
    if (OWN_HEADERS.has(header.name.toLowerCase())) this.#note(say('plan.ownHeader', { name: quote(header.name) }), path);
  }

  #body(body: PlanBody, path: PlanPath): void {
    if (body.kind === 'text') this.#text(body.text, path);
    else if (body.kind === 'json') for (const text of textsIn(body.json)) this.#text(text, [...path, 'json']);
    else if (body.kind === 'form') for (const { name, value } of body.fields) this.#text(value, [...path, 'form', name]);
    else if (body.kind === 'file') this.#file(body.file, [...path, 'file']);
  }

  #expect(expect: PlanExpect, path: PlanPath): void {
    for (const text of expect.contains) this.#text(text, [...path, 'contains']);
    for (const source of expect.matches) this.#pattern(source, [...path, 'matches']);
    for (const one of expect.json) this.#jsonPath(one.path, [...path, 'json', one.path]);
  }

  #capture({ name, from, at }: PlanCapture, path: PlanPath): void {
    if (this.#plan.order === 'mix') this.#note(say('plan.captureInMix'), path);
    if (this.#valueNames.has(name)) this.#note(say('plan.nameTaken', { name }), path);
    if (from === 'json') this.#jsonPath(at, [...path, 'json']);
    else if (from === 'matches') this.#pattern(at, [...path, 'matches']);
    else if (!canBeSent({ name: at, value: '' })) this.#note(say('plan.badHeader', { name: quote(at) }), [...path, 'header']);
  }

  #text(source: string, path: PlanPath): { readonly texts: readonly string[] } {
    const template = parseTemplate(source);
    const stray = strayBraces(source);
    if (stray !== null)
      this.#note(say('plan.strayBraces', { text: quote(stray), placeholder: placeholder('name'), escape: literal('{{') }), path);
    for (const name of new Set(template.names)) this.#placeholder(name, path);
    return template;
  }

  #placeholder(name: string, path: PlanPath): void {
    if (this.#valueNames.has(name) || this.#captured.has(name)) return;
    const isLater = this.#plan.requests.some(({ captures }) => captures.some((one) => one.name === name));
    const params = { placeholder: placeholder(name) };
    this.#note(isLater ? say('plan.usedTooEarly', params) : say('plan.unknownName', params), path);
  }

  #pattern(source: string, path: PlanPath): void {
    if (Pattern.parse(source) === null) this.#note(say('plan.badPattern', { pattern: quote(source) }), path);
  }

  #jsonPath(source: string, path: PlanPath): void {
    if (parseJsonPath(source) === null) this.#note(say('plan.badJsonPath', { path: quote(source) }), path);
  }

  #file(file: string, path: PlanPath): void {
    if (!isBeside(file)) this.#note(say('plan.badFile', { file: quote(file) }), path);
  }
}

/** A file in the folder of the plan or below it: a plan of somebody else does not send any other to a server. */
export function isBeside(file: string): boolean {
  return file !== '' && !/[\\:\p{Cc}]/u.test(file) && file.split('/').every((part) => part !== '' && part !== '..');
}

function* textsIn(json: Json): Generator<string> {
  if (typeof json === 'string') yield json;
  else if (typeof json === 'object' && json !== null) for (const one of Object.values(json)) yield* textsIn(one as Json);
}
