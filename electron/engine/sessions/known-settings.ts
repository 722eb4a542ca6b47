/** The settings that a speed is remembered for. */
import { mapSettings, readSetting, SETTINGS_LIST, type SettingValue } from '../../../shared/model/settings-list.ts';
import { DEFAULT_SETUP, type Setup } from '../../../shared/model/setup.ts';
import { withoutNumbers } from '../../../shared/privacy/hidden.ts';
import { redactSetup } from '../../../shared/privacy/redaction.ts';

const THEY = SETTINGS_LIST.filter(({ setting }) => setting.affectsSpeed === true);

/** What of a set-up, beside target and connections, makes a server's answers take longer or shorter. What may be a secret is not in it. */
export function settingsOf(setup: Setup): string {
  const stored = withoutNumbers(redactSetup(setup));
  return JSON.stringify(Object.fromEntries(THEY.map((place) => [place.key, readSetting(stored, place)])));
}

/** An earlier version wrote the values alone, in this order. */
const EARLIER = ['args', 'env', 'node', 'url', 'method', 'body'];

/** The same of a record that an earlier version has written with its secrets. */
export function redactSettings(settings: string): string {
  try {
    const known = JSON.parse(settings);
    const readAt = (key: string): SettingValue | undefined => (Array.isArray(known) ? known[EARLIER.indexOf(key)] : known[key]);
    return settingsOf(mapSettings(DEFAULT_SETUP, ({ key }, value) => readAt(key) ?? value));
  } catch {
    return '';
  }
}
