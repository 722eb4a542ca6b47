/**
 * A request plan as a form has it: the text is the one truth, and what is changed in the form changes the text. While something is being
 * filled in, the text may be no plan; then the form keeps what is in it, and the text it began with, whose comments stay. Pure.
 */
import {
  defaultMethod,
  EMPTY_PLAN,
  type Json,
  NO_BODY,
  NO_EXPECT,
  NO_THINK,
  type Plan,
  type PlanBody,
  type PlanRequest,
  type Scalar,
  withNames,
  withoutDefaultNames,
} from '../../../shared/model/load/plan.ts';
import { originsOf } from '../../../shared/plan/request-target.ts';
import { literal } from '../../../shared/plan/template.ts';
import { writePlan } from '../../../shared/plan/write-plan.ts';
import { foreignHost, type SetupForm } from './setup-form.ts';

/** With an empty name where a request is called by its method and path: that follows when they are changed. */
export function planForForm(plan: Plan): Plan {
  return { ...plan, requests: withoutDefaultNames(plan.requests) };
}

/** `text`: the last that could be read. Rows that were added and left empty are not meant. */
export function textOfForm(plan: Plan, text: string): string {
  const isFilled = ({ name, value }: { name: string; value: string }): boolean => name !== '' || value !== '';
  const requests = plan.requests.map((request) => ({
    ...request,
    headers: request.headers.filter(isFilled),
    body: request.body.kind === 'form' ? { ...request.body, fields: request.body.fields.filter(isFilled) } : request.body,
    expect: { ...request.expect, json: request.expect.json.filter(({ path, value }) => path !== '' || value !== '') },
    captures: request.captures.filter(({ name, at }) => name !== '' || at !== ''),
  }));
  return writePlan({ ...plan, requests, values: plan.values.filter(({ name }) => name !== '') }, text);
}

const EMPTY_REQUEST: PlanRequest = {
  name: '',
  method: 'GET',
  url: '/',
  headers: [],
  body: NO_BODY,
  weight: 1,
  thinkS: NO_THINK,
  expect: NO_EXPECT,
  captures: [],
};

/** What somebody begins with who wants several requests: the one that the form has. */
export function planOfOneRequest({ url, method, headers, body }: Pick<SetupForm, 'url' | 'method' | 'headers' | 'body'>): string {
  const request: PlanRequest = {
    ...EMPTY_REQUEST,
    url: literal(pathOf(url.trim())),
    method,
    headers: headers.filter(({ name }) => name !== '').map(({ name, value }) => ({ name, value: literal(value) })),
    body: body === '' ? NO_BODY : { kind: 'text', text: literal(body) },
  };
  return writePlan({ ...EMPTY_PLAN, requests: withNames([request]) });
}

/** The server stays in the field of the URL. */
function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
}

/** Of a URL what is left of it with a plan: where the server is; of a path: that of the script. */
export function serverOf(url: string): string {
  return /^\s*(https?:\/\/[^/?#\s]*)/i.exec(url)?.[1] ?? '/';
}

/** The first host of the plan that is not this machine. */
export function foreignHostIn(plan: Plan | null): string | null {
  return plan === null
    ? null
    : (originsOf(plan)
        .map(foreignHost)
        .find((host) => host !== null) ?? null);
}

export function addRequest(plan: Plan): Plan {
  return { ...plan, requests: [...plan.requests, EMPTY_REQUEST] };
}

/** With requests of another one behind its own, each with a name that no other has. */
export function joinPlans(plan: Plan, other: Plan): Plan {
  const taken = new Set(withNames(plan.requests).map(({ name }) => name));
  const added = planForForm(other).requests.map((request) => (taken.has(request.name) ? { ...request, name: '' } : request));
  return { ...plan, requests: [...plan.requests, ...added] };
}

/** What is left out of the change of a method stays: with a body a request is a POST unless somebody says otherwise. */
export function withBody(request: PlanRequest, body: PlanBody): PlanRequest {
  const method = request.method === defaultMethod(request.body) ? defaultMethod(body) : request.method;
  return { ...request, body, method };
}

/** The same content as another kind of body, as far as there is one. */
export function bodyOfKind(body: PlanBody, kind: PlanBody['kind']): PlanBody {
  switch (kind) {
    case 'none':
      return NO_BODY;
    case 'text':
      return { kind, text: textOfBody(body) };
    case 'json':
      return { kind, json: parseJsonText(textOfBody(body)) ?? {} };
    case 'form':
      return { kind, fields: [] };
    case 'file':
      return { kind, file: '' };
  }
}

export function textOfBody(body: PlanBody): string {
  if (body.kind === 'json') return JSON.stringify(body.json, null, 2);
  return body.kind === 'text' ? body.text : '';
}

/** Undefined: it is none. */
export function parseJsonText(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** `200, 404`; null: these are no statuses. */
export function parseStatuses(typed: string): number[] | null {
  const words = typed.split(/[\s,]+/).filter((word) => word !== '');
  return words.every((word) => /^[1-5]\d\d$/.test(word)) ? words.map(Number) : null;
}

/** As it is typed into a table of what JSON has to be: `true`, `3`, `null`; everything else is a text. */
export function parseScalar(typed: string): Scalar {
  const value = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|".*")$/i.test(typed) ? parseJsonText(typed) : undefined;
  return value === undefined ? typed : (value as Scalar);
}

export function typedScalar(value: Scalar): string {
  return typeof value === 'string' && parseScalar(value) === value ? value : JSON.stringify(value);
}
