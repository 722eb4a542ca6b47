/**
 * Where else a value that was left out is looked for, and in which forms. What is too common would be found everywhere and leave nothing to read:
 *
 *   shorter than 4 characters, and words such as `true` and `null`   nowhere but where it was given
 *   a number of at most 5 digits (a port, a size)                     in what the program says: output, responses, messages
 *   a word of letters only (up to 15)                                  there, and in other settings and addresses
 *   all else                                                           also in names of functions, files and folders, and in documents
 *
 * Up to 7 characters it has to stand alone, not within a word or a number.
 */
import { toBase64 } from '../plan/base64.ts';
import { looksSecret } from './redact-text.ts';
import { isSecretName } from './secret-names.ts';
import type { Searched } from './value-search.ts';
import { wellFormed } from './well-formed.ts';

/** `said`: what the program says; `given`: other settings, addresses and titles; `code`: names of functions, files and folders, and documents. */
export type Place = 'said' | 'given' | 'code';

const SHORTEST = 4;
const COMMON: ReadonlySet<string> = new Set([
  ...['true', 'false', 'null', 'none', 'auto', 'undefined', 'default', 'info', 'debug', 'test', 'main'],
  ...['localhost', 'development', 'production', 'staging'],
]);
const NUMBER = /^\d{1,5}$/;
const WORD = /^[A-Za-z]{1,15}$/;
/** Longer ones are found within a word, too. */
const STANDS_ALONE = 7;
/** Bodies of that length are quoted as they are, or not at all. */
const LONGEST_ENCODED = 4_096;
/** Of fewer bytes too few characters of base64 are the value's own. */
const SHORTEST_IN_BASE64 = 6;

export function isSearched(value: string, place: Place): boolean {
  if (value.length < SHORTEST || COMMON.has(value.toLowerCase())) return false;
  if (NUMBER.test(value)) return place === 'said';
  return place !== 'code' || !WORD.test(value);
}

/** All forms of a value that was left out, each to be replaced by `by`. */
export function formsOf(value: string, by: string, place: Place): Searched[] {
  const parts = [value, ...partsOf(value)].filter((part) => isSearched(part, place));
  return [...new Set(parts)].flatMap((part) => {
    const alone = part.length <= STANDS_ALONE;
    const spelled = [...new Set(spellingsOf(part))].map((text) => ({ text, by, ...(alone && { within: 'alone' as const }) }));
    return [...spelled, ...inBase64(part).map((text) => ({ text, by, within: 'base64' as const }))];
  });
}

/** The value of each cookie. Shorter ones are words and numbers such as those of a language or a theme. */
const COOKIE = /(?:^|; ?)[\w!#$%&'*+.^`|~-]{1,256}="?([^;"\s]{6,})/g;

/**
 * What of a value is a secret by itself: the password of `user:password`, the token of `Bearer token`, both of `Basic dXNlcjpwYXNz`, the value of
 * a cookie; of a body those that their names or shapes give away.
 */
function partsOf(value: string): string[] {
  const token = /^[A-Za-z]{3,10} +(\S+)$/.exec(value)?.[1] ?? '';
  const account = /^basic /i.test(value) ? fromBase64(token) : value;
  const password = /^(?:[^\s]*:\/\/)?[^\s:/@]*:([^@]+)/.exec(account)?.[1] ?? '';
  const cookies = Array.from(value.matchAll(COOKIE), ([, one]) => one!);
  return [
    password,
    token,
    ...(account === value ? [] : [account]),
    ...cookies,
    ...cookies.map(decoded),
    decoded(value),
    ...fieldsOf(value),
  ];
}

/** Of JSON and of a form. */
function fieldsOf(body: string): string[] {
  if (/^\s*[{[]/.test(body)) {
    try {
      return [...secretsIn('', JSON.parse(body))];
    } catch {
      return [];
    }
  }
  if (/\s/.test(body) || !body.includes('&')) return [];
  return body.split('&').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [] : [...secretsIn(decoded(pair.slice(0, at)), decoded(pair.slice(at + 1).replace(/\+/g, ' ')))];
  });
}

function* secretsIn(name: string, json: unknown): Generator<string> {
  if (typeof json === 'string') {
    if (isSecretName(name) || looksSecret(json)) yield json;
  } else if (typeof json === 'object' && json !== null)
    for (const [inner, value] of Object.entries(json)) yield* secretsIn(Array.isArray(json) ? name : inner, value);
}

/** Plain, in a URL (of two kinds, in capitals or not), in a form, in JSON, in HTML. */
function spellingsOf(text: string): string[] {
  if (SPELLED_ALIKE.test(text) || text.length > LONGEST_ENCODED) return [text];
  const encoded = [encodeURI(wellFormed(text)), encodeURIComponent(wellFormed(text))];
  const inForm = encoded[1]!.replace(/%20/g, '+');
  const inHtml = text.replace(/[&<>"']/g, (one) => HTML[one]!);
  const inUrls = [...encoded, inForm, encoded[1]!.replace(/[!'()*]/g, percent)];
  return [text, ...inUrls, ...inUrls.map(inLowerCase), JSON.stringify(text).slice(1, -1), inHtml];
}

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** The same in a URL, in JSON and in HTML. */
const SPELLED_ALIKE = /^[\w.~-]*$/;

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function inLowerCase(url: string): string {
  return url.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase());
}

/** What stands in base64 where the value begins at the first, second or third of three bytes: without the characters that it shares with others. */
function inBase64(text: string): string[] {
  if (text.length > LONGEST_ENCODED) return [];
  const bytes = new TextEncoder().encode(wellFormed(text)).length;
  if (bytes < SHORTEST_IN_BASE64) return [];
  const cores = [0, 1, 2].map((before) => {
    const whole = toBase64('\0'.repeat(before) + wellFormed(text));
    return whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes) * 8) / 6));
  });
  return [...cores, ...cores.map((core) => core.replace(/\+/g, '-').replace(/\//g, '_'))];
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** As Latin letters, which is what passwords are sent as; empty: it is none. */
function fromBase64(text: string): string {
  let [bits, held, made] = [0, 0, ''];
  for (const one of text.slice(0, LONGEST_ENCODED)) {
    if (one === '=') break;
    const digit = ALPHABET.indexOf(one);
    if (digit < 0) return '';
    bits = ((bits << 6) | digit) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      made += String.fromCharCode((bits >> held) & 0xff);
    }
  }
  return made;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
