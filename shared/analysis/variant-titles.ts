/** What variants are called whose user gave them no name: by what tells them apart. */
import { shortenPath } from '../format/shorten-path.ts';
import { type Difference, variantLetter } from '../model/comparison.ts';
import { SETTINGS_LIST } from '../model/settings-list.ts';
import type { Setup } from '../model/setup.ts';
import { SUBJECTS, shortSubject, subjectOf } from '../model/subject.ts';
import { hasHidden } from '../privacy/hidden.ts';
import { createRedaction } from '../privacy/redaction.ts';
import { describeDifferences } from './differences.ts';

/** A title stands in sentences and table heads. */
const LONGEST_VALUE = 40;
const LONGEST_TITLE = 120;

/**
 * The name of the script, followed, as far as that is needed, by what differs, written as on a command line: `app.js /slow`, `app.js MODE=b`.
 * Titles are stored and shown everywhere, so values that are left out elsewhere are left out here. What still looks alike gets its letter.
 */
export function titleVariants(setups: readonly Setup[]): string[] {
  const files = setups.map((setup) => shortSubject(subjectOf(setup)));
  const redaction = createRedaction(false);
  const differences = describeDifferences(setups.map((setup) => redaction.setup(setup)));
  let titles = files;
  for (const difference of differences) {
    if (areDistinct(titles)) break;
    titles = SUBJECTS.some(({ key }) => key === difference.field)
      ? pathsOf(difference)
      : titles.map((title, index) => `${title}${wordsOf(difference, index)}`);
  }
  const short = titles.map((title) => title.slice(0, LONGEST_TITLE));
  return areDistinct(short) ? short : files.map((file, index) => `${file.slice(0, LONGEST_TITLE)} ${variantLetter(index)}`);
}

function areDistinct(titles: readonly string[]): boolean {
  return new Set(titles).size === titles.length;
}

function pathsOf({ values }: Difference): string[] {
  return values.map((value) => shortenPath(value ?? '', values));
}

function wordsOf({ field, values }: Difference, index: number): string {
  const value = values[index] ?? null;
  if (value === null) return '';
  const isHidden = hasHidden(value);
  const short = value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE - 1)}…` : value;
  const [group, ...rest] = field.split('.');
  if (rest.length > 0) return ` ${rest.join('.')}${isHidden ? '' : `=${short}`}`;
  if (isHidden) return '';
  return group === 'args' || group === 'url' ? ` ${short}` : ` ${flagOf(field)} ${short}`;
}

function flagOf(field: string): string {
  const names = SETTINGS_LIST.find(({ key }) => key === field)?.setting.flag?.names;
  return /--(?!no-)[\w-]+/.exec(names ?? '')?.[0] ?? field;
}
