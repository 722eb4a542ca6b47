/** What of a request plan is stored with a session: as of a request that is given by itself, with placeholders for what they are. */
import { LONGEST_STORED_PLAN } from '../model/load/limits.ts';
import type { Json, Plan, PlanBody, PlanRequest, Scalar } from '../model/load/plan.ts';
import { readPlan } from '../plan/read-plan.ts';
import { parseTemplate } from '../plan/template.ts';
import { writePlan } from '../plan/write-plan.ts';
import { isHarmlessHeader } from './harmless-headers.ts';
import { looksSecret } from './redact-text.ts';
import { type Hide, redactUrl } from './redact-url.ts';

/** The text of a plan as it is stored: without comments, which may say anything. One that is none is left out as a whole. */
export function redactPlanText(text: string, hide: Hide, all: boolean): string {
  const read = readPlan(text);
  if (!read.ok) return hide(text);
  const stored = writePlan(redactPlan(read.plan, hide, all));
  return stored.length <= LONGEST_STORED_PLAN ? stored : hide(text);
}

/** `all`: every value of headers, parameters and what is expected goes, harmless or not. */
export function redactPlan(plan: Plan, hide: Hide, all = false): Plan {
  return { ...plan, requests: plan.requests.map((request) => redactRequest(request, hide, all)) };
}

function redactRequest(request: PlanRequest, hide: Hide, all: boolean): PlanRequest {
  const { url, headers, body, expect, captures } = request;
  const byShape = (text: string): string => (looksSecret(text) ? hide(text) : text);
  const expected = (text: string): string => (all ? hide(text) : byShape(text));
  return {
    ...request,
    name: redactUrl(byShape(request.name), hide),
    // A placeholder is no value, whatever its parameter is called.
    url: redactUrl(url, (value) => (isOpen(value) ? value : hide(value)), all),
    headers: headers.map(({ name, value }) => ({
      name,
      value: isOpen(value) ? value : !all && isHarmlessHeader(name) ? byShape(value) : hide(value),
    })),
    body: redactBody(body, hide),
    expect: {
      ...expect,
      contains: expect.contains.map(expected),
      matches: expect.matches.map(expected),
      json: expect.json.map(({ path, value }) => ({ path, value: typeof value === 'string' ? expected(value) : value })),
    },
    captures: captures.map((capture) => ({ ...capture, at: byShape(capture.at) })),
  };
}

/** A placeholder, with at most a scheme before it: `Bearer {{token}}`. */
function isOpen(value: string): boolean {
  const { texts, names } = parseTemplate(value);
  return names.length > 0 && texts.every((text, at) => text === '' || (at === 0 && /^[A-Za-z]{1,10} $/.test(text)));
}

/** There is no name to judge a body by; of a form and of JSON at least the names stay, and what is only a placeholder. */
function redactBody(body: PlanBody, hide: Hide): PlanBody {
  const content = (text: string): string => (isOpen(text) ? text : hide(text));
  switch (body.kind) {
    case 'text':
      return { kind: 'text', text: content(body.text) };
    case 'form':
      return { kind: 'form', fields: body.fields.map(({ name, value }) => ({ name, value: content(value) })) };
    case 'json':
      return { kind: 'json', json: redactJson(body.json, content) };
    default:
      return body;
  }
}

function redactJson(json: Json, content: (text: string) => string): Json {
  if (isList(json)) return json.map((one) => redactJson(one, content));
  if (typeof json !== 'object' || json === null) return redactScalar(json, content);
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, redactJson(value, content)]));
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}

/** Numbers may be card numbers. */
function redactScalar(value: Scalar, content: (text: string) => string): Scalar {
  return typeof value === 'string' || typeof value === 'number' ? content(String(value)) : value;
}
