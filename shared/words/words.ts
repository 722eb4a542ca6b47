/**
 * The door to use-intl for everything except React components, which use `useText` (renderer/i18n). Needs neither a page nor Node.
 * A message is parsed when it is first used, so an unused catalogue costs only the size of its text.
 */
import { createTranslator } from 'use-intl/core';
import { LOCALE, messages } from './catalogue.ts';

const options = { locale: LOCALE, messages, timeZone: 'UTC' } as const;

/** `text('run.head.planWarm', { ... })`: the words of a message. Keys and arguments are checked. */
export const text = createTranslator(options);

let hasFailed = false;
const careful = createTranslator({ ...options, onError: () => (hasFailed = true) }) as unknown as (key: string, params: object) => string;

/** The same for unchecked keys and parameters; null: the message cannot be worded with them. */
export function translate(key: string, params: Readonly<Record<string, string | number>>): string | null {
  hasFailed = false;
  const words = careful(key, params);
  return hasFailed ? null : words;
}
