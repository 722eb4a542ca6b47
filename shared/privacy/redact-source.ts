/** Secrets out of the source of a program that is kept beside its profile. Every line stays where it is. */
import { REDACTED } from '../model/setup/hidden.ts';
import { redactText } from './redact-text.ts';
import { type Range, replaceRanges } from './replace-ranges.ts';

/** Over several lines, as it stands in a template. One without an end is a matter of its line. */
const PRIVATE_KEY = /-----BEGIN [^-\n]{1,100}-----(?:(?!-----BEGIN )[\s\S]){0,20000}?-----END [^-\n]{1,100}-----/g;

export function redactSource(text: string, mark = REDACTED): string {
  return text
    .replace(PRIVATE_KEY, (key) => asLong(mark, key))
    .split('\n')
    .map((line) => redactText(line, mark, true))
    .join('\n');
}

/** The same parts replaced, and as many lines as before. */
export function replaceInSource(text: string, ranges: readonly Range[]): string {
  return replaceRanges(
    text,
    ranges.map(({ from, to, by }) => ({ from, to, by: asLong(by, text.slice(from, to)) })),
  );
}

function asLong(mark: string, replaced: string): string {
  return `${mark}${'\n'.repeat(replaced.split('\n').length - 1)}`;
}
