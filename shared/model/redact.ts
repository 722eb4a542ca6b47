/** Sessions are passed on; what looks like a secret does not go with them. */
import type { NameValue, Setup } from './setup.ts';

/** Names whose values are never written into a session. The list is the usual one of tools that scrub logs. */
const SECRET_NAME = /key|token|secret|pass|auth|cookie|credential/i;
export const REDACTED = '(not saved)';

/** Whether a value is missing because it was left out when the set-up was saved. */
export function hasRedacted({ target, load }: Setup): boolean {
  return [...target.env, ...load.headers].some(isRedacted);
}

export function isRedacted({ name, value }: NameValue): boolean {
  return value === REDACTED && SECRET_NAME.test(name);
}

/** The set-up as it may be saved: values of environment variables and headers with secret names are left out. */
export function redactSecrets(setup: Setup): Setup {
  const { target, load } = setup;
  return { ...setup, target: { ...target, env: target.env.map(redact) }, load: { ...load, headers: load.headers.map(redact) } };
}

function redact({ name, value }: NameValue): NameValue {
  return { name, value: SECRET_NAME.test(name) ? REDACTED : value };
}
