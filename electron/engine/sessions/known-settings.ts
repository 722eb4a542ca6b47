/** The settings for which a measured rate is remembered. */
import { createHash } from 'node:crypto';
import { withoutNumbers } from '../../../shared/model/setup/hidden.ts';
import { documentIn } from '../../../shared/model/setup/setting.ts';
import {
  buildSetup,
  mapSettings,
  type PlacedSetting,
  readSetting,
  SETTINGS_LIST,
  type SettingValue,
  UNIONS,
} from '../../../shared/model/setup/settings-list.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import { redactDocument } from '../../../shared/privacy/redact-document.ts';
import { redactSetup } from '../../../shared/privacy/redaction.ts';

const THEY = SETTINGS_LIST.filter(({ setting }) => setting.affectsSpeed === true);

/** The settings, besides target and connections, that affect how long a response takes. Contains no possible secrets. */
export function settingsOf(setup: Setup): string {
  const stored = withoutNumbers(redactSetup(setup, redactDocument));
  return JSON.stringify(Object.fromEntries(THEY.map((place) => [place.key, inBrief(place, readSetting(stored, place))])));
}

/** A plan or a group may be as long as a book. */
function inBrief({ setting }: PlacedSetting, value: SettingValue | undefined): SettingValue | undefined {
  return documentIn(setting) !== null && typeof value === 'string' ? createHash('sha256').update(value).digest('base64url') : value;
}

/** An earlier version wrote the values alone, in this order. */
const EARLIER = ['args', 'env', 'node', 'url', 'method', 'body'];

/** The same for a record written by an earlier version, with its secrets. */
export function redactSettings(settings: string): string {
  try {
    const known = JSON.parse(settings);
    const readAt = (key: string): SettingValue | undefined => (Array.isArray(known) ? known[EARLIER.indexOf(key)] : known[key]);
    const ofMembers = buildSetup((path) => readAt(UNIONS.find((place) => place.path === path)?.union.key ?? '')) as Setup;
    return settingsOf(mapSettings(ofMembers, ({ key }, value) => readAt(key) ?? value));
  } catch {
    return '';
  }
}
