/** The command that repeats a run, for people to copy: only what differs from the defaults, quoted for a POSIX shell. */
import { isUnreadByCommand } from '../clients/command.ts';
import { leakCaptureOf } from './captures.ts';
import type { Flag, NameValue } from './setting.ts';
import { findSetting, type PlacedSetting, readSetting, SETTINGS_LIST, type SettingValue } from './settings-list.ts';
import { defaultOf, type Setup } from './setup.ts';
import { joinForShell } from './shell-variables.ts';
import { quoteForShell } from './shell-words.ts';
import { subjectArgument, subjectOf } from './subject.ts';
import { isWholePath } from './whole-path.ts';

/** Flag of the commands that record: store all values in this session. */
export const KEEP_VALUES = '--keep-values';

/** Of the program that is launched: after `--`. */
export const ARGUMENTS = findSetting('target.args')!;

export type FlaggedSetting = PlacedSetting & { readonly setting: { readonly flag: Flag } };

const isFlagged = (place: PlacedSetting): place is FlaggedSetting => place.setting.flag !== undefined;
const FLAGGED = SETTINGS_LIST.filter(isFlagged);
const partOf = ({ path }: PlacedSetting): string => path.slice(0, path.indexOf('.'));

/** As the help lists them; what most runs differ in comes first. */
export const FLAGS = {
  load: oftenFirst(FLAGGED.filter((place) => partOf(place) !== 'target' && partOf(place) !== 'capture')),
  capture: FLAGGED.filter((place) => partOf(place) === 'capture'),
  target: FLAGGED.filter((place) => partOf(place) === 'target'),
} as const;

function oftenFirst(places: readonly FlaggedSetting[]): readonly FlaggedSetting[] {
  return [...places.filter(({ setting }) => setting.often), ...places.filter(({ setting }) => !setting.often)];
}

/** The name people know it by: `-c`, or `--url` where there is no letter. */
export function flagName({ names }: Pick<Flag, 'names'>): string {
  return /^[\w-]+/.exec(names)![0];
}

/** Of the program that is launched, if one is. */
export function argumentsOf(setup: Setup): readonly string[] {
  return (readSetting(setup, ARGUMENTS) ?? []) as readonly string[];
}

/** `keepsValues`: of a session that stores all values it was given. */
export function formatCommand(setup: Setup, keepsValues = false): string {
  const args = argumentsOf(setup);
  const keep = keepsValues ? [KEEP_VALUES] : [];
  const subject = subjectArgument(setup);
  const words = [
    'loopscope',
    leakCaptureOf(setup.capture) === null ? 'run' : 'leak',
    ...(subject === null ? [] : [subject]),
    ...setupFlags(setup),
    ...keep,
    ...(args.length > 0 ? ['--', ...args] : []),
  ];
  return joinForShell(words);
}

/**
 * Everything but what is measured and its arguments, as words not yet quoted. `isPlanned`: a plan may say the load otherwise; `hasOwnClient`: not
 * all of the load is made by commands.
 */
export function setupFlags(setup: Setup, isPlanned = setup.plan !== null, hasOwnClient = setup.loadCommand === null): string[] {
  return [
    ...loadFlags(setup, isPlanned, hasOwnClient),
    ...FLAGS.capture.flatMap((place) => (isSaidByLeak(setup, place) ? [] : flagWords(setup, place, false))),
    ...targetFlags(setup),
  ];
}

export function loadFlags(setup: Setup, isPlanned = setup.plan !== null, hasOwnClient = setup.loadCommand === null): string[] {
  const flags = FLAGS.load.filter((place) => (hasOwnClient || !isUnreadByCommand(place.path)) && !isSaidByLeak(setup, place));
  return [...wordsOf('--plan', shownPlan(setup)), ...flags.flatMap((place) => flagWords(setup, place, isPlanned && isNumberOfLoad(place)))];
}

export function targetFlags(setup: Setup): string[] {
  return FLAGS.target.flatMap((place) => flagWords(setup, place, false));
}

/** What the command that looks for a leak says by itself: the capture, and of the load how long it is and how it begins. */
const SAID_BY_LEAK = ['capture.kind', 'load.end.seconds', 'load.end.requests', 'load.warmupS'];

function isSaidByLeak({ capture }: Setup, { path }: PlacedSetting): boolean {
  return leakCaptureOf(capture) !== null && SAID_BY_LEAK.includes(path);
}

function flagWords(setup: Setup, place: FlaggedSetting, isShown: boolean): string[] {
  const value = shownValue(setup, place);
  const { flag } = place.setting;
  return value === undefined || (!isShown && flag.always !== true && isDefault(place, value)) ? [] : wordsOf(flagName(flag), value);
}

/** A longer one nobody would paste into a terminal: it is saved first. */
const LONGEST_SHOWN_PLAN = 4_000;

function shownPlan({ plan, planFile }: Setup, saved = 'plan.yaml'): string | null {
  return plan === null ? null : (planFile ?? (plan.length <= LONGEST_SHOWN_PLAN ? plan : saved));
}

function isNumberOfLoad({ path, setting }: PlacedSetting): boolean {
  return path.startsWith('load.') && setting.is === 'number';
}

const PLAN = 'plan';
const GROUP = 'target.group';

/** The file it was read from. What was read from none is given as it is, or saved first. */
function shownGroup({ target }: Setup, saved: string | undefined): string | undefined {
  if (target.kind !== 'group') return undefined;
  const { group, groupFile } = target;
  if (isWholePath(groupFile)) return groupFile;
  return group.length > LONGEST_SHOWN_PLAN ? (saved ?? groupFile) : group;
}

/** As the command line takes it. `saved`: the names under which a long plan and a long group are saved first. */
export function shownValue(
  setup: Setup,
  place: PlacedSetting,
  saved: { readonly plan?: string; readonly group?: string } = {},
): SettingValue | undefined {
  const value = readSetting(setup, place);
  if (place.path === PLAN) return shownPlan(setup, saved.plan);
  if (place.path === GROUP) return shownGroup(setup, saved.group);
  // By default a script runs in its own folder; the command line's default is the current folder.
  return value === null && place.path === 'target.cwd' && setup.target.kind === 'script' ? folderOf(subjectOf(setup)) : value;
}

export function isDefault({ setting }: PlacedSetting, value: SettingValue): boolean {
  return JSON.stringify(value) === JSON.stringify(defaultOf(setting));
}

/** A flag with its value, as words. A switch has none: its flag says that it is not as by default. */
export function wordsOf(name: string, value: SettingValue): string[] {
  if (value === null) return [];
  if (typeof value === 'boolean') return [name];
  if (typeof value !== 'object') return [name, String(value)];
  if (isPairs(value)) return value.flatMap((pair) => [name, `${pair.name}=${pair.value}`]);
  return [name, value.map(quoteForShell).join(' ')];
}

function isPairs(value: readonly (string | NameValue)[]): value is readonly NameValue[] {
  return value.every((one) => typeof one === 'object');
}

export function folderOf(path: string): string {
  return path.replace(/[\\/][^\\/]*$/, '') || '/';
}
