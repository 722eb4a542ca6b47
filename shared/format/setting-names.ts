/**
 * What messages call a setting: by its flag where a command is typed, by the label of its field where a form is filled in. A message names it as
 * `{setting_portTimeoutS}`, so that each is one sentence for both.
 */
import { SETTINGS_LIST } from '../model/setup/settings-list.ts';
import { messages } from '../words/catalogue.ts';
import { isVerbatim, type Said } from '../words/said.ts';
import { text, translate } from '../words/words.ts';

const PREFIX = 'setting_';

let names: Readonly<Record<string, string>> | null = null;
let isForm = false;

/** Called once by a surface with a form. */
export function nameSettingsByField(): void {
  isForm = true;
  names = null;
}

/** As parameters of messages. */
export function settingNames(): Readonly<Record<string, string>> {
  names ??= Object.fromEntries(
    SETTINGS_LIST.map(({ key, setting }) => [`${PREFIX}${key}`, (isForm && fieldName(key)) || flagName(setting.flag?.names ?? key)]),
  );
  return names;
}

function fieldName(key: string): string | null {
  const label = translate(`setup.field.${key}.label`, {});
  return label === null ? null : text('setup.namedField', { label });
}

/** `-H, --header <name: value>`: the long one. */
function flagName(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

/** Keys of the settings that a message names. */
export function settingsIn(said: Said): readonly string[] {
  if (isVerbatim(said)) return [];
  const [area = '', name = ''] = said.key.split('.');
  const words = (messages.said as Readonly<Record<string, Readonly<Record<string, string>>>>)[area]?.[name] ?? '';
  return [...new Set([...words.matchAll(/\{setting_(\w+)\}/g)].map(([, key]) => key!))];
}
