import { withoutNamesOf } from '../../../shared/model/setup/setting.ts';
import { findSetting } from '../../../shared/model/setup/settings-list.ts';
import type { NameValue } from '../../../shared/model/setup/setup.ts';

/** What was given, by the path of the setting. */
export type GivenSettings = Readonly<Record<string, unknown>>;

/** What is given for one run of several comes after what all have, or takes its place, as a variable or a header of the same name does. */
export function mergeGiven(common: GivenSettings, own: GivenSettings): GivenSettings {
  const merged = Object.entries(own).map(([path, value]) => {
    const shared = common[path];
    return [path, Array.isArray(value) && Array.isArray(shared) ? [...withoutOwn(path, shared, value), ...value] : value];
  });
  return { ...common, ...Object.fromEntries(merged) };
}

function withoutOwn(path: string, shared: readonly unknown[], own: readonly unknown[]): readonly unknown[] {
  const setting = findSetting(path)?.setting;
  return setting?.is === 'pairs' ? withoutNamesOf(setting, shared as NameValue[], own as NameValue[]) : shared;
}
