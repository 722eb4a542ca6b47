/** The set-up as typed: texts that may be wrong, numbers that may be missing. Pure; the screen and the store build on it. */
import type { CaptureKind } from '../../../shared/model/setup/captures.ts';
import { toRequestUrl } from '../../../shared/model/setup/request-url.ts';
import { urlOn } from '../../../shared/model/setup/server-url.ts';
import type { FormOf, NameValue } from '../../../shared/model/setup/setting.ts';
import type { SETTINGS } from '../../../shared/model/setup/settings.ts';
import {
  buildSetup,
  type PlacedSetting,
  readSetting,
  readWord,
  SETTINGS_LIST,
  type SettingValue,
  UNIONS,
} from '../../../shared/model/setup/settings-list.ts';
import { defaultOf, type Setup } from '../../../shared/model/setup/setup.ts';
import { joinWords, splitWords } from '../../../shared/model/setup/shell-words.ts';
import { SUBJECTS } from '../../../shared/model/setup/subject.ts';
import { possibleCapture } from '../../../shared/model/setup/target-kinds.ts';

/** By the keys of the table; an empty text where nothing is set. */
export type SetupForm = FormOf<typeof SETTINGS>;
/** A setting by its key. */
export type FieldName = keyof SetupForm;
type Values = Readonly<Record<string, unknown>>;

export const EMPTY_FORM = {
  ...Object.fromEntries(UNIONS.map(({ union }) => [union.key, union.default])),
  ...Object.fromEntries(SETTINGS_LIST.map((place) => [place.key, typed(place, proposalFor(place))])),
} as unknown as SetupForm;

function proposalFor({ setting }: PlacedSetting): SettingValue {
  return (setting.is === 'number' ? setting.proposed : undefined) ?? defaultOf(setting);
}

/** A value as it would be typed. */
function typed({ setting }: PlacedSetting, value: SettingValue): unknown {
  return setting.is === 'words' ? joinWords(value as string[]) : (value ?? '');
}

/** Allowing another machine is for one run only, so it is not taken over. */
export function formOf(setup: Setup): SetupForm {
  const words = UNIONS.flatMap((place) => {
    const word = readWord(setup, place);
    return word === undefined ? [] : [[place.union.key, word]];
  });
  const values = SETTINGS_LIST.flatMap((place) => {
    const value = readSetting(setup, place);
    return value === undefined ? [] : [[place.key, typed(place, value)]];
  });
  return { ...EMPTY_FORM, ...Object.fromEntries([...words, ...values]), allowHost: '' };
}

const NO_SUBJECT = Object.fromEntries(SUBJECTS.map(({ key }) => [key, '']));

/** Whether anything but what is measured was changed: only then is there something to lose by filling the form in. */
export function isUntouched(form: SetupForm): boolean {
  const { target } = EMPTY_FORM;
  return JSON.stringify({ ...form, ...NO_SUBJECT, target }) === JSON.stringify({ ...EMPTY_FORM, ...NO_SUBJECT });
}

/** What is measured, as far as it is typed. */
export function typedSubject(form: SetupForm): string {
  const values = form as unknown as Values;
  const { key } = SUBJECTS.find(({ memberships }) =>
    memberships.every(({ union, members }) => members.includes(String(values[union.key]))),
  )!;
  return String(values[key]).trim();
}

/** Host of the URL when it is not this machine; null for paths and loopback. The engine checks again, with the resolver. */
export function foreignHost(url: string): string | null {
  const host = hostOf(url);
  if (host === null || host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)) return null;
  return host;
}

/** The other machine that is loaded, if one is. */
export function loadedHost({ target, server, url }: SetupForm): string | null {
  const asked = toRequestUrl(url);
  return foreignHost(target === 'url' ? urlOn(server.trim(), asked) : asked);
}

export function hostOf(url: string): string | null {
  if (!/^https?:\/\//i.test(url)) return null;
  try {
    return new URL(url).hostname;
  } catch {
    return null;
  }
}

/** A row that was added and left empty is not meant. */
function filledRows(rows: readonly NameValue[]): NameValue[] {
  return rows.filter(({ name, value }) => name !== '' || value !== '');
}

const CAPTURE = 'capture.kind';

/** What is chosen, or what can be recorded of such a target instead. */
export function captureOf({ target, capture }: SetupForm): CaptureKind {
  return possibleCapture(target, capture);
}

/** What is typed, as a set-up that is still to be checked. */
export function toSetup(form: SetupForm): Setup {
  const values = form as unknown as Values;
  const words = UNIONS.map(({ path, union }) => [path, path === CAPTURE ? captureOf(form) : values[union.key]] as const);
  const settings = SETTINGS_LIST.map((place) => [place.path, meant(place, values[place.key], form)] as const);
  const meantAt = new Map<string, unknown>([...words, ...settings]);
  return buildSetup((path) => meantAt.get(path)) as Setup;
}

function meant({ setting }: PlacedSetting, value: unknown, form: SetupForm): unknown {
  switch (setting.is) {
    case 'words':
      return [...splitWords(value as string).words];
    case 'pairs':
      return filledRows(value as readonly NameValue[]);
    case 'text': {
      // With a plan the hosts of its requests may be meant as well.
      if (setting.holds === 'host' && loadedHost(form) === null) return form.plan === '' ? null : (value as string).trim() || null;
      if (setting.holds === 'plan') return value === '' ? null : value;
      if (setting.holds === 'group') return value;
      if (setting.holds === 'url') return toRequestUrl(value as string);
      const text = setting.holds === 'content' ? (value as string) : (value as string).trim();
      // Nothing typed is nothing set, but for the host: that has to be typed.
      return text === '' && setting.default === null && setting.holds !== 'host' ? null : text;
    }
    default:
      return value;
  }
}

/** How many of these fields differ from a fresh form. */
export function countChanges(form: SetupForm, names: readonly (keyof SetupForm)[]): number {
  return names.filter((name) => JSON.stringify(form[name]) !== JSON.stringify(EMPTY_FORM[name])).length;
}
