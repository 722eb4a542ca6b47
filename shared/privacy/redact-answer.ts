import { type AnswerBody, BODY_CHARACTERS, type KeptAnswer } from '../model/kept-answer.ts';
import type { NameValue } from '../model/setting.ts';
import { firstOf } from '../profile/shorten.ts';
import { REDACTED } from './hidden.ts';
import { redactUrl } from './redact-url.ts';
import { isSecretName } from './secret-names.ts';

/**
 * A kept response as it is stored: values of headers go by name, everything else by shape. `redact`: what takes secrets out of running
 * text. Only then the body is cut, so that no secret across the cut stays as a half that nobody recognises.
 */
export function redactAnswer(answer: KeptAnswer, redact: (text: string) => string): KeptAnswer {
  const { head, body } = answer;
  return {
    ...answer,
    head: head && { ...head, line: redact(head.line), headers: head.headers.map((pair) => redactHeader(pair, redact)) },
    body: body && cutBody({ ...body, text: redact(body.text) }),
  };
}

function redactHeader({ name, value }: NameValue, redact: (text: string) => string): NameValue {
  if (isSecretName(name)) return { name, value: REDACTED };
  return { name, value: redact(name.toLowerCase() === 'location' ? redactUrl(value, () => REDACTED) : value) };
}

/** To what is kept of it. */
export function cutBody(body: AnswerBody): AnswerBody {
  if (body.text.length <= BODY_CHARACTERS) return body;
  return { ...body, text: firstOf(body.text, BODY_CHARACTERS), isCut: true };
}
