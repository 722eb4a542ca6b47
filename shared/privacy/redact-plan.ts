/** What of a request plan is stored with a session: as of a request that is given by itself, with placeholders for what they are. */
import type { Json, Plan, PlanBody, PlanRequest, Scalar } from '../plan/plan.ts';
import { parseTemplate } from '../plan/template.ts';
import { isHarmlessHeader } from './harmless-headers.ts';
import { looksSecret } from './redact-text.ts';
import { type Hide, redactUrl } from './redact-url.ts';

export function redactPlan(plan: Plan, hide: Hide): Plan {
  return { ...plan, requests: plan.requests.map((request) => redactRequest(request, hide)) };
}

function redactRequest(request: PlanRequest, hide: Hide): PlanRequest {
  const { url, headers, body, expect, captures } = request;
  const byShape = (text: string): string => (looksSecret(text) ? hide(text) : text);
  return {
    ...request,
    name: redactUrl(byShape(request.name), hide),
    // A placeholder is no value, whatever its parameter is called.
    url: redactUrl(url, (value) => (isOpen(value) ? value : hide(value))),
    headers: headers.map(({ name, value }) => ({
      name,
      value: isOpen(value) ? value : isHarmlessHeader(name) ? byShape(value) : hide(value),
    })),
    body: redactBody(body, hide),
    expect: {
      ...expect,
      contains: expect.contains.map(byShape),
      matches: expect.matches.map(byShape),
      json: expect.json.map(({ path, value }) => ({ path, value: typeof value === 'string' ? byShape(value) : value })),
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
