/** The command that repeats a comparison, for people to copy. */
import { NO_CAPTURE } from '../setup/captures.ts';
import { argumentsOf, flagName, folderOf, KEEP_VALUES, setupFlags, shownValue, wordsOf } from '../setup/command-line.ts';
import { nameKey, type PairsSetting, withoutNamesOf } from '../setup/setting.ts';
import { buildSetup, findSetting, mapSettings, type PlacedSetting, readSetting, readWord, SETTINGS_LIST } from '../setup/settings-list.ts';
import { defaultOf, type NameValue, type Setup } from '../setup/setup.ts';
import { joinForShell } from '../setup/shell-variables.ts';
import { SUBJECTS, subjectArgument } from '../setup/subject.ts';
import { isWholePath } from '../setup/whole-path.ts';
import { type ComparisonSetup, DEFAULT_EQUIVALENCE_PERCENT, DEFAULT_PAIRS, DEFAULT_SEED, variantLetter } from './comparison.ts';
import { DEFAULT_QUESTION } from './metrics.ts';

/** Settings that have a flag for each variant. */
export const OF_VARIANT: readonly PlacedSetting[] = SETTINGS_LIST.filter(({ setting }) => setting.ofVariant !== undefined);

/** The files that these were read from: a flag gives both. */
const FILES: Readonly<Record<string, PlacedSetting>> = { plan: findSetting('planFile')!, 'target.group': findSetting('target.groupFile')! };

/** Null when they differ in something that the command line cannot say of one variant (the connections, the working folder). */
export function formatCompareCommand(
  { variants, pairs, question, profiled, seed, equivalencePercent }: ComparisonSetup,
  keepsValues = false,
): string | null {
  const setups = variants.map(({ setup }) => setup);
  const alike = withoutOwnWords(setups).map(withoutFolderOfGroup);
  if (new Set(alike.map(baseOf)).size > 1) return null;
  const common = commonOf(alike);
  const capture = profiled ? common.capture : NO_CAPTURE;
  const sides = setups.map((setup, index) => sideFlags(variantLetter(index).toLowerCase(), setup, setups, common));
  const words = [
    'loopscope',
    'compare',
    ...scriptsOf(setups, sides[sides.length - 1]!.length > 0),
    ...setupFlags(
      { ...common, capture },
      setups.some(({ plan }) => plan !== null),
      setups.some(({ loadCommand }) => loadCommand === null),
    ),
    ...sides.flat(),
  ];
  if (pairs === 1) words.push('--one-look');
  else if (pairs !== DEFAULT_PAIRS) words.push('--pairs', String(pairs));
  if (question !== DEFAULT_QUESTION) words.push('--question', question);
  if (seed !== DEFAULT_SEED) words.push('--seed', String(seed));
  if (equivalencePercent !== DEFAULT_EQUIVALENCE_PERCENT) words.push('--equivalence', String(equivalencePercent));
  if (keepsValues) words.push(KEEP_VALUES);
  const args = argumentsOf(common);
  if (args.length > 0) words.push('--', ...args);
  return joinForShell(words);
}

/** One for all where that says how many variants there are: two, or as many as the flags of the last one name. */
function scriptsOf(setups: readonly Setup[], lastIsNamed: boolean): string[] {
  const scripts = setups.map(subjectArgument).filter((subject) => subject !== null);
  const isOne = new Set(scripts).size === 1 && (scripts.length === 2 || lastIsNamed);
  return isOne ? scripts.slice(0, 1) : scripts;
}

/** What not all have. */
function sideFlags(side: string, own: Setup, all: readonly Setup[], common: Setup): string[] {
  return OF_VARIANT.flatMap((place) => {
    const name = `${flagName(place.setting.ofVariant!)}-${side}`;
    const value = shownValue(own, place, { plan: `plan-${side}.yaml`, group: `group-${side}.yaml` });
    const shared = readSetting(common, place);
    if (value === undefined || shared === undefined) return [];
    const { setting } = place;
    if (setting.is === 'pairs') return wordsOf(name, withoutNamesOf(setting, value as NameValue[], shared as NameValue[]));
    return isShared(all, place) ? [] : wordsOf(name, value);
  });
}

/** With the default in place of each word that has a flag for each variant and is not the same in all of them. */
function withoutOwnWords(all: readonly Setup[]): readonly Setup[] {
  const own = OF_VARIANT.filter((place) => place.union && !isShared(all, place)).map(({ path }) => path);
  if (own.length === 0) return all;
  return all.map((setup) => buildSetup((path) => (own.includes(path) ? undefined : readWord(setup, { path }))) as Setup);
}

/** A group starts in the folder of its file, unless another one is given. */
function withoutFolderOfGroup(setup: Setup): Setup {
  const { target } = setup;
  if (target.kind !== 'group' || !isWholePath(target.groupFile) || target.cwd !== folderOf(target.groupFile)) return setup;
  return { ...setup, target: { ...target, cwd: null } };
}

function commonOf(all: readonly Setup[]): Setup {
  return mapSettings(all[0]!, (place, value) => {
    const ofFile = OF_VARIANT.find(({ path }) => FILES[path] === place);
    if (ofFile !== undefined) return isShared(all, ofFile) ? value : defaultOf(place.setting);
    if (!OF_VARIANT.includes(place)) return value;
    const { setting } = place;
    if (setting.is === 'pairs') return (value as NameValue[]).filter(({ name }) => haveAlike(all, place, setting, name));
    return isShared(all, place) ? value : defaultOf(place.setting);
  });
}

/** All but what is named first, and what has a flag for each variant. */
function baseOf(setup: Setup): string {
  return JSON.stringify(
    mapSettings(setup, (place, value) => (isOfVariant(place) || SUBJECTS.some((subject) => subject === place) ? null : value)),
  );
}

function isOfVariant(place: PlacedSetting): boolean {
  return OF_VARIANT.includes(place) || Object.values(FILES).includes(place);
}

function isShared(all: readonly Setup[], place: PlacedSetting): boolean {
  const file = FILES[place.path];
  const valuesOf = (setup: Setup) => [readSetting(setup, place), file === undefined ? null : readSetting(setup, file)];
  return new Set(all.map((setup) => JSON.stringify(valuesOf(setup)))).size === 1;
}

/** What one variant is given of a name takes the place of what all are given of it. */
function haveAlike(all: readonly Setup[], place: PlacedSetting, setting: PairsSetting, name: string): boolean {
  const key = nameKey(setting, name);
  const pairsOf = (one: Setup) => (readSetting(one, place) as NameValue[]).filter((pair) => nameKey(setting, pair.name) === key);
  return new Set(all.map((one) => JSON.stringify(pairsOf(one)))).size === 1;
}
