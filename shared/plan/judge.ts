/** Whether a response is what the plan expects, and what is captured from it. */
import type { Milliseconds } from '../base/units.ts';
import { LONGEST_CAPTURE } from '../model/load/limits.ts';
import type { Json } from '../model/load/plan.ts';
import { isExpectedStatus } from '../model/run.ts';
import { canBeSent } from '../model/setup/header-rules.ts';
import { valueAt } from './json-path.ts';
import type { CompiledCapture, CompiledRequest } from './program.ts';
import { isPathValue } from './request-target.ts';
import type { Lookup, Value } from './template.ts';

/** A whole response. */
export interface PlanResponse {
  readonly status: number;
  /** From the intended start. */
  readonly latencyMs: Milliseconds;
  /** Values of the header of that name, in small letters. Asked only where the request `needs` it. */
  headers(name: string): readonly string[];
  /** Decoded, MOST_EXAMINED at most; `isCut`: there was more. Asked only where the request `needs` it, and once. */
  body(): { readonly text: string; readonly isCut: boolean };
}

/**
 * What a response did not meet: failures of a kind of their own, beside those of the connection. `too-large`: what is expected was not in the
 * part of the body that is looked at. Their order is stored: new ones go to the end.
 */
export const UNMET = ['status', 'contains', 'matches', 'json', 'too-slow', 'capture', 'too-large'] as const;
export type UnmetKind = (typeof UNMET)[number];

export interface Unmet {
  readonly kind: UnmetKind;
  /** The text, pattern, path or name of the plan; empty: it is known from the kind. */
  readonly which: string;
}

export interface Judgement {
  /** Null: it is as expected. */
  readonly unmet: Unmet | null;
  readonly captured: readonly (readonly [name: string, value: Value])[];
}

/** `origin`: of the request, so that a link to the same server is a path. */
export function judge(request: CompiledRequest, response: PlanResponse, lookup: Lookup, origin: string): Judgement {
  const body = new Body(response);
  const unmet = findUnmet(request, response, body, lookup);
  if (unmet !== null) return { unmet, captured: [] };
  const captured: [string, Value][] = [];
  for (const capture of request.captures) {
    const value = captureValue(capture, response, body, origin);
    if (value === null) return { unmet: body.missed('capture', capture.name, capture.from !== 'header'), captured: [] };
    captured.push([capture.name, value]);
  }
  return { unmet: null, captured };
}

/** The first one: status before body, because the body of another status is another body. */
function findUnmet({ expect }: CompiledRequest, response: PlanResponse, body: Body, lookup: Lookup): Unmet | null {
  const isStatus = expect.status === null ? isExpectedStatus(response.status) : expect.status.has(response.status);
  if (!isStatus) return { kind: 'status', which: '' };
  for (const write of expect.contains) {
    const text = write(lookup);
    if (!body.text.includes(text)) return body.missed('contains', text);
  }
  for (const { source, pattern } of expect.matches) if (!pattern.matches(body.text)) return body.missed('matches', source, pattern.reach);
  for (const { source, path, value } of expect.json) {
    const found = body.json === undefined ? undefined : valueAt(body.json, path);
    if (found !== value) return body.missed('json', source);
  }
  return expect.maxMs !== null && response.latencyMs > expect.maxMs ? { kind: 'too-slow', which: '' } : null;
}

/** Of a response, read and parsed when it is first asked for. */
class Body {
  readonly #response: PlanResponse;
  #body: { readonly text: string; readonly isCut: boolean } | null = null;
  /** Undefined: it is no JSON. */
  #json: { readonly value: Json | undefined } | null = null;

  constructor(response: PlanResponse) {
    this.#response = response;
  }

  get text(): string {
    return this.#read().text;
  }

  get json(): Json | undefined {
    this.#json ??= { value: parse(this.text) };
    return this.#json.value;
  }

  /** What was looked for may be in the part that nobody looked at: then that is the reason. */
  missed(kind: UnmetKind, which: string, isOfBody: boolean | number = true): Unmet {
    if (isOfBody === false) return { kind, which };
    const { text, isCut } = this.#read();
    const isBeyond = isCut || (typeof isOfBody === 'number' && text.length > isOfBody);
    return { kind: isBeyond ? 'too-large' : kind, which };
  }

  #read(): { readonly text: string; readonly isCut: boolean } {
    this.#body ??= this.#response.body();
    return this.#body;
  }
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Null: there is none, or none that can be used where the plan uses it. */
function captureValue(capture: CompiledCapture, response: PlanResponse, body: Body, origin: string): Value {
  const found = findValue(capture, response, body);
  if (typeof found === 'number' || typeof found === 'boolean') return capture.usage.asPath ? null : found;
  if (typeof found !== 'string' || found.length > LONGEST_CAPTURE) return null;
  if (capture.usage.inHeader && !canBeSent({ name: 'x', value: found })) return null;
  if (!capture.usage.asPath) return found;
  const path = found.startsWith(`${origin}/`) ? found.slice(origin.length) : found;
  return isPathValue(path) ? path : null;
}

function findValue(capture: CompiledCapture, response: PlanResponse, body: Body): Json | undefined {
  switch (capture.from) {
    case 'json':
      return body.json === undefined ? undefined : valueAt(body.json, capture.path);
    case 'header':
      return response.headers(capture.header)[0];
    case 'matches':
      return capture.pattern.first(body.text);
  }
}
