/** The settings of the table one by one, to be read from a set-up and changed in it. */
import type { SettingChanges } from './experiment.ts';
import type { ChoiceSetting, Fields, NameValue, Node, Setting, Union } from './setting.ts';
import { SETTINGS } from './settings.ts';
import { defaultOf, type Setup } from './setup.ts';

/** That a setting is there in some members of a union only. */
export interface Membership {
  readonly union: Union;
  /** Of the word that tells the members apart: `load.end.by`. */
  readonly path: string;
  readonly members: readonly string[];
}

/** A setting and where it is. */
export interface PlacedSetting {
  /** As fields are named everywhere: `requests.0.url`. */
  readonly path: string;
  /** What it is called in differences and catalogues. */
  readonly key: string;
  readonly setting: Setting;
  /** Of which this is the word that chooses a member. */
  readonly union?: Union;
  /** The unions around it, the outermost first. */
  readonly memberships: readonly Membership[];
}

export type SettingValue = string | number | boolean | null | readonly string[] | readonly NameValue[];

/** In the order of the table, with the words of unions where there is something to choose. */
export const SETTINGS_LIST: readonly PlacedSetting[] = mergeSame([...placesOf(SETTINGS, '', [])]);

function* placesOf(fields: Fields, prefix: string, memberships: readonly Membership[]): Generator<PlacedSetting> {
  for (const [name, node] of Object.entries(fields)) yield* placesAt(node, prefix + name, memberships);
}

function* placesAt(node: Node, path: string, memberships: readonly Membership[]): Generator<PlacedSetting> {
  if (node.is === 'list') {
    yield* placesOf(node.item, `${path}.0.`, memberships);
  } else if (node.is === 'union') {
    const tag = `${path}.${node.tag}`;
    if (isOpen(node)) yield { path: tag, key: node.key, setting: choiceOf(node), union: node, memberships };
    for (const [member, fields] of Object.entries(node.members))
      yield* placesOf(fields, `${path}.`, [...memberships, { union: node, path: tag, members: [member] }]);
  } else {
    yield { path, key: node.key ?? path.slice(path.lastIndexOf('.') + 1), setting: node, memberships };
  }
}

/** The word of a union as a setting, with what it has in common with others. */
function choiceOf({ is: _is, tag: _tag, members, ...common }: Union): ChoiceSetting {
  return { ...common, is: 'choice', of: Object.keys(members) as [string, ...string[]] };
}

/** All unions, with the path of the word that tells the members apart. */
export const UNIONS: readonly { readonly path: string; readonly union: Union }[] = [...unionsOf(SETTINGS, '')];

function* unionsOf(fields: Fields, prefix: string): Generator<{ path: string; union: Union }> {
  for (const [name, node] of Object.entries(fields)) {
    if (node.is !== 'union') continue;
    yield { path: `${prefix}${name}.${node.tag}`, union: node };
    for (const inner of Object.values(node.members)) yield* unionsOf(inner, `${prefix}${name}.`);
  }
}

/** Which member was chosen; undefined: the set-up has no such union. */
export function readWord(setup: Setup, { path }: { readonly path: string }): string | undefined {
  return valueAt(setup, path) as string | undefined;
}

/** Whether there is anything to choose that nothing else says. */
function isOpen({ members, implied }: Union): boolean {
  return implied !== true && Object.keys(members).length > 1;
}

/** What several members of a union share is one setting. */
function mergeSame(places: readonly PlacedSetting[]): PlacedSetting[] {
  const merged = new Map<string, PlacedSetting>();
  for (const place of places) {
    const known = merged.get(place.path);
    merged.set(place.path, known === undefined ? place : { ...known, memberships: known.memberships.map(joinWith(place.memberships)) });
  }
  return [...merged.values()];
}

function joinWith(others: readonly Membership[]): (own: Membership) => Membership {
  return (own) => {
    const other = others.find(({ path }) => path === own.path)?.members ?? [];
    return { ...own, members: [...new Set([...own.members, ...other])] };
  };
}

/** Undefined: this set-up has no such setting, because another member of a union was chosen. */
export function readSetting(setup: Setup, { path, memberships }: PlacedSetting): SettingValue | undefined {
  if (memberships.some((one) => !one.members.includes(String(valueAt(setup, one.path))))) return undefined;
  return valueAt(setup, path) as SettingValue | undefined;
}

/** Its own text, or those that it has: words, values of pairs. */
export function textsOf(value: SettingValue): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? value.map((one) => (typeof one === 'string' ? one : one.value)) : [];
}

/** Whether the set-up has a setting that is called so, though it may have no value. */
export function hasSetting(setup: Setup, key: string): boolean {
  return SETTINGS_LIST.some((place) => place.key === key && readSetting(setup, place) !== undefined);
}

function valueAt(setup: object, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], setup);
}

/** The set-up with other values. `change` is given every setting it has, but not the words of unions: those decide what there is. */
export function mapSettings(setup: Setup, change: (place: PlacedSetting, value: SettingValue) => SettingValue): Setup {
  return SETTINGS_LIST.reduce((made, place) => {
    const value = readSetting(made, place);
    if (value === undefined || place.union) return made;
    const next = change(place, value);
    return next === value ? made : (replaceAt(made, place.path.split('.'), next) as Setup);
  }, setup);
}

function replaceAt(whole: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const inner = replaceAt((whole as Record<string, unknown>)[name], rest, value);
  if (Array.isArray(whole)) return whole.map((one, index) => (String(index) === name ? inner : one));
  return { ...(whole as object), [name]: inner };
}

/** A set-up of what `readAt` has for each path; undefined: the default. That of the word of a union decides which settings there are. */
export function buildSetup(readAt: (path: string) => unknown): unknown {
  return buildFields(SETTINGS, '', readAt);
}

/** The set-up with other values for some settings, the words of unions among them. What it had no setting for before has its default. */
export function changeSettings(setup: Setup, changes: SettingChanges): unknown {
  return buildSetup((path) => changes[path] ?? valueAt(setup, path));
}

/** A set-up of which some settings are given; the others have their defaults. */
export function completeSetup(given: object): unknown {
  return buildSetup((path) => valueAt(given, path));
}

function buildFields(fields: Fields, prefix: string, readAt: (path: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, node]) => [name, buildNode(node, prefix + name, readAt)]));
}

function buildNode(node: Node, path: string, readAt: (path: string) => unknown): unknown {
  if (node.is === 'list') return [buildFields(node.item, `${path}.0.`, readAt)];
  if (node.is !== 'union') return readAt(path) ?? defaultOf(node);
  const member = String(readAt(`${path}.${node.tag}`) ?? node.default);
  return { [node.tag]: member, ...buildFields(node.members[member] ?? {}, `${path}.`, readAt) };
}

/** The setting that something at this path of a set-up belongs to: `target.env.0.name` is part of `target.env`. */
export function findSetting(path: string): PlacedSetting | undefined {
  return SETTINGS_LIST.find((place) => path === place.path || path.startsWith(`${place.path}.`));
}
