/** In which settings variants differ. */

import { firstOf } from '../../base/shorten.ts';
import type { Difference } from '../../model/comparison/comparison.ts';
import { hasHidden, hasUnnumbered } from '../../model/setup/hidden.ts';
import { documentIn, nameKey, type PairsSetting } from '../../model/setup/setting.ts';
import { type PlacedSetting, readSetting, readWord, SETTINGS_LIST, type SettingValue } from '../../model/setup/settings-list.ts';
import type { NameValue, Setup } from '../../model/setup/setup.ts';

/** Text of a setting, null when it is not set. */
type Read = (setup: Setup) => string | null;

/** Setting by setting, those that are not known to be equal in all set-ups. Empty: the variants differ by chance alone. */
export function describeDifferences(setups: readonly Setup[]): Difference[] {
  return FIELDS.flatMap((place) => fieldsOf(setups, place)).flatMap(([field, read]) => differenceOf(field, setups.map(read)));
}

/** In the order of the table, but lists of names after all others. */
const FIELDS = [
  ...SETTINGS_LIST.filter(({ setting }) => setting.is !== 'pairs'),
  ...SETTINGS_LIST.filter(({ setting }) => setting.is === 'pairs'),
];

function fieldsOf(setups: readonly Setup[], place: PlacedSetting): (readonly [field: string, read: Read])[] {
  if (isToldByWord(setups, place)) return [];
  if (place.setting.is === 'pairs') return listNames(setups, place, place.setting);
  const read: Read = (setup) => textOf(readSetting(setup, place));
  return [[place.key, documentIn(place.setting) !== null ? firstOtherLine(setups.map(read), read) : read]];
}

/** Of long texts the first line that is not the same in all: `4: - { name: search, weight: 3 }`. */
function firstOtherLine(texts: readonly (string | null)[], read: Read): Read {
  const lines = texts.map((text) => text?.split('\n') ?? []);
  const longest = Math.max(0, ...lines.map(({ length }) => length));
  const at = Array.from({ length: longest }, (_, line) => line).find((line) => new Set(lines.map((one) => one[line])).size > 1) ?? 0;
  return (setup) => {
    const line = read(setup)?.split('\n')[at];
    return line === undefined ? null : `${at + 1}: ${firstOf(line.trim(), MOST_LETTERS)}`;
  };
}

const MOST_LETTERS = 200;

/** The word of a union says that some have the setting and others do not. */
function isToldByWord(setups: readonly Setup[], { memberships }: PlacedSetting): boolean {
  return memberships.some(
    ({ union, path, members }) =>
      union.implied !== true && new Set(setups.map((setup) => members.includes(String(readWord(setup, { path }))))).size > 1,
  );
}

function textOf(value: SettingValue | undefined): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'object') return String(value);
  return value.length === 0 ? null : (value as string[]).map(quoteArgument).join(' ');
}

/** Values that were left out carry a number for each distinct one; without it nobody knows whether they are equal. */
function differenceOf(field: string, values: readonly (string | null)[]): Difference[] {
  const hidden = new Set(values.filter((value) => value !== null && hasHidden(value)));
  if (values.length > 1 && values.filter((value) => value !== null && hasUnnumbered(value)).length > 1)
    return [{ field, values, hidden: 'unknown' }];
  if (new Set(values).size === 1) return [];
  return [hidden.size > 1 ? { field, values, hidden: 'differs' } : { field, values }];
}

/** One setting for each name that any set-up has. Of a variable that is given twice a program has the last value; a header is sent as often as it is given. */
function listNames(setups: readonly Setup[], place: PlacedSetting, setting: PairsSetting): (readonly [field: string, read: Read])[] {
  const { one, holds } = setting;
  const toKey = (name: string): string => nameKey(setting, name);
  const listOf = (setup: Setup): readonly NameValue[] => (readSetting(setup, place) ?? []) as readonly NameValue[];
  const keys = new Set(setups.flatMap((setup) => listOf(setup).map(({ name }) => toKey(name))));
  return [...keys].sort().map((key) => {
    const read: Read = (setup) => {
      const values = listOf(setup).filter(({ name }) => toKey(name) === key);
      const told = holds === 'variables' ? values.slice(-1) : values;
      return told.length === 0 ? null : told.map(({ value }) => value).join(', ');
    };
    return [`${one}.${key}`, read];
  });
}

/** Told apart where it matters: one argument with a space is not two. */
function quoteArgument(argument: string): string {
  return /^[^\s"']+$/.test(argument) ? argument : JSON.stringify(argument);
}
