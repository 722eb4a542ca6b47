/** What is measured, as the user named it: every kind of target has one setting that says so. */
import type { TextSetting } from './setting.ts';
import { type PlacedSetting, readSetting, SETTINGS_LIST } from './settings-list.ts';
import type { Setup } from './setup.ts';

export type Subject = PlacedSetting & { readonly setting: TextSetting & { readonly subject: RegExp | 'otherwise' | 'flag' } };

export const SUBJECTS: readonly Subject[] = SETTINGS_LIST.filter(
  (place): place is Subject => place.setting.is === 'text' && place.setting.subject !== undefined,
);

export function subjectOf(setup: Setup): string {
  return SUBJECTS.map((place) => readSetting(setup, place)).find((value) => value !== undefined) as string;
}

/** As an argument of a command; null: a flag names it. */
export function subjectArgument(setup: Setup): string | null {
  const place = SUBJECTS.find((one) => readSetting(setup, one) !== undefined)!;
  return place.setting.subject === 'flag' ? null : subjectOf(setup);
}

const PLACE = /^(?:[/\\]|[a-z]:[/\\]|https?:)/i;

/** Its last part, as it is called in titles; a command as it stands. */
export function shortSubject(subject: string): string {
  if (/\s/.test(subject) && !PLACE.test(subject)) return subject;
  return /[^/\\]+(?=[/\\]*$)/.exec(subject)?.[0] ?? '';
}

/** Which one the first argument of a command gives. */
export function subjectGivenBy(argument: string): Subject {
  const looksLike = ({ setting: { subject } }: Subject): boolean => typeof subject === 'object' && subject.test(argument);
  return SUBJECTS.find(looksLike) ?? SUBJECTS.find(({ setting }) => setting.subject === 'otherwise')!;
}
