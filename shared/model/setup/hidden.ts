/** How a value that was left out is written: `(not saved 2)`, one number for each distinct value of a session. */
import { mapSettings, readSetting, SETTINGS_LIST, type SettingValue, textsOf } from './settings-list.ts';
import type { NameValue, Setup } from './setup.ts';

/** Without a number it can be compared with nothing: what it stood for is known to nobody. */
export const REDACTED = '(not saved)';

const ANYWHERE = /\(not saved(?: \d{1,9})?\)/;
/** Everything in a text that stands for a value. */
export const ANY_LABEL = new RegExp(ANYWHERE, 'g');
/** Splits a text into what stands between labels and, at odd places, the labels. */
export const HIDDEN_PARTS = new RegExp(`(${ANYWHERE.source})`);
const NUMBERED = /\(not saved \d{1,9}\)/g;

const AT = new RegExp(ANYWHERE, 'y');

/** How long the label is that stands there; 0: none does. */
export function labelAt(text: string, at: number): number {
  if (text[at] !== '(') return 0;
  AT.lastIndex = at;
  return AT.exec(text)?.[0].length ?? 0;
}

/** What stands for the `number`th distinct value, counted from 1. */
export function hiddenLabel(number: number): string {
  return `(not saved ${number})`;
}

/** The highest number that stands for a value in these set-ups; 0: none does. */
export function highestLabel(setups: readonly Setup[]): number {
  const labels = JSON.stringify(setups).match(NUMBERED) ?? [];
  return labels.reduce((highest, label) => Math.max(highest, Number(/\d+/.exec(label)![0])), 0);
}

/** Whether all of the text stands for one value that was left out. */
export function isHidden(text: string): boolean {
  return ANYWHERE.exec(text)?.[0] === text;
}

/** Whether something was left out of the text. */
export function hasHidden(text: string): boolean {
  return ANYWHERE.test(text);
}

/** Whether something was left out that cannot be compared. */
export function hasUnnumbered(text: string): boolean {
  return text.includes(REDACTED);
}

/** Whether a set-up cannot be run as it is, because values were left out when it was saved. */
export function hasRedacted(setup: Setup): boolean {
  return SETTINGS_LIST.some((place) => textsOf(readSetting(setup, place) ?? null).some(hasHidden));
}

/** Numbers count within one session only: a set-up that is laid beside those of others goes without. */
export function withoutNumbers(setup: Setup): Setup {
  const strip = (text: string): string => text.replace(NUMBERED, REDACTED);
  return mapSettings(setup, (_, value) => mapTexts(value, strip));
}

function mapTexts(value: SettingValue, change: (text: string) => string): SettingValue {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  return value.map((one) => (typeof one === 'string' ? change(one) : { name: one.name, value: change(one.value) })) as
    | string[]
    | NameValue[];
}
