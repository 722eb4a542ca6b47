import { firstOf } from '../base/shorten.ts';
import { BODY_CHARACTERS, type KeptResponse, type ResponseBody } from '../model/kept-response.ts';
import { REDACTED } from '../model/setup/hidden.ts';
import type { NameValue } from '../model/setup/setting.ts';
import { redactUrl } from './redact-url.ts';
import { isSecretName } from './secret-names.ts';

/**
 * A kept response as it is stored: values of headers go by name, everything else by shape. `redact`: what takes secrets out of running
 * text; `withoutValues`: what takes out no more than the values of this session. Only then the body is cut, so that no secret across the cut stays as a half that nobody recognises.
 */
export function redactResponse(response: KeptResponse, redact: Redact, withoutValues: Redact): KeptResponse {
  const { head, body } = response;
  return {
    ...response,
    head: head && { ...head, line: redact(head.line), headers: head.headers.map((pair) => redactHeader(pair, redact, withoutValues)) },
    body: body && cutBody({ ...body, text: redact(body.text) }),
  };
}

type Redact = (text: string) => string;

/** Looks like a token, and is a digest of what everybody gets. */
const DIGEST = /^(?:etag|content-digest|repr-digest|digest)$/i;

export function isDigest(name: string): boolean {
  return DIGEST.test(name);
}

function redactHeader({ name, value }: NameValue, redact: Redact, withoutValues: Redact): NameValue {
  if (isSecretName(name)) return { name, value: REDACTED };
  if (isDigest(name)) return { name, value: withoutValues(value) };
  return { name, value: redact(name.toLowerCase() === 'location' ? redactUrl(value, () => REDACTED) : value) };
}

/** To what is kept of it. */
export function cutBody(body: ResponseBody): ResponseBody {
  if (body.text.length <= BODY_CHARACTERS) return body;
  return { ...body, text: firstOf(body.text, BODY_CHARACTERS), isCut: true };
}
