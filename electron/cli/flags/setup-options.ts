/** The flags of a run, from the table of settings, and the set-up they mean. */
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { isUnreadByCommand } from '../../../shared/model/clients/command.ts';
import { CLIENT_KINDS, clientNamed } from '../../../shared/model/clients.ts';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { type CaptureKind, defaultCapture } from '../../../shared/model/setup/captures.ts';
import { ARGUMENTS, FLAGS, type FlaggedSetting, flagName, KEEP_VALUES } from '../../../shared/model/setup/command-line.ts';
import { toRequestUrl } from '../../../shared/model/setup/request-url.ts';
import { splitUrl } from '../../../shared/model/setup/server-url.ts';
import type { Setting, Union } from '../../../shared/model/setup/setting.ts';
import { SETTINGS } from '../../../shared/model/setup/settings.ts';
import { buildSetup, findSetting, type PlacedSetting, SETTINGS_LIST } from '../../../shared/model/setup/settings-list.ts';
import { defaultOf, type Setup } from '../../../shared/model/setup/setup.ts';
import { setupSchema } from '../../../shared/model/setup/setup-schema.ts';
import { SUBJECTS, subjectGivenBy } from '../../../shared/model/setup/subject.ts';
import { possibleCapture } from '../../../shared/model/setup/target-kinds.ts';
import { withProxyFile } from '../../../shared/model/setup/topology.ts';
import { planOf } from '../../../shared/plan/plan-of.ts';
import { defaultsOfPlan } from '../../../shared/plan/plan-settings.ts';
import { findSetupLimits } from '../../../shared/plan/setup-limits.ts';
import type { Messages } from '../../../shared/words/catalogue.ts';
import { type Said, say } from '../../../shared/words/said.ts';
import { text } from '../../../shared/words/words.ts';
import { describeIssue } from '../print/describe-issue.ts';
import { findScript } from './find-script.ts';
import type { GivenSettings } from './given-settings.ts';
import { collectHeaders, collectPairs, number, oneOf, readContent, readMember, readWords, takeOneOf } from './option-values.ts';
import { addPlanFlags } from './plan-options.ts';

/** Flags of the commands that record which are no settings of a run. */
export interface SetupOptions {
  wait?: boolean;
  keepValues?: boolean;
}

const SCRIPT = 'target.script';
const SERVER = 'target.server';
const URL_PATH = 'requests.0.url';
const PLAN = 'plan';
const NODE_ARGS = 'target.nodeArgs';
const FOLDER = 'target.cwd';
export const LOAD_COMMAND = 'loadCommand';
/** By default a script started from a terminal runs in the current folder of the terminal. */
const DEFAULT_HERE: GivenSettings = { [FOLDER]: process.cwd() };

/** `own`: flags that mean something else in this command, and are its own. */
export function addSetupFlags(command: Command, own: readonly string[] = []): Command {
  command.optionsGroup(text('commandLine.group.load'));
  const add = (places: readonly FlaggedSetting[]): void => {
    for (const place of places) if (!own.includes(flagName(place.setting.flag))) for (const flag of flagsOf(place)) command.addOption(flag);
  };
  add(FLAGS.load);
  addPlanFlags(command);
  command
    .option('--wait', text('commandLine.option.wait'))
    .option(KEEP_VALUES, text('commandLine.option.keepValues'))
    .optionsGroup(text('commandLine.group.capture'));
  add(FLAGS.capture);
  command.optionsGroup(text('commandLine.group.target'));
  add(FLAGS.target);
  return command;
}

/** A setting as commander reads it. */
export function optionOf({ setting, union }: PlacedSetting, names: string, help: string): Option {
  const option = new Option(names, help);
  if (union) return option.argParser(readMember(union));
  switch (setting.is) {
    case 'number':
      return option.argParser(number);
    case 'choice':
      return takeOneOf(option, setting.of);
    case 'words':
      return option.argParser(readWords);
    case 'pairs':
      return option.argParser(setting.holds === 'headers' ? collectHeaders : collectPairs).default([]);
    case 'text':
      return setting.holds === 'content' ? option.argParser(readContent) : option;
    default:
      return option;
  }
}

/** What its flag does. */
function helpOf({ key }: PlacedSetting): string {
  return text(`commandLine.setting.${key as keyof Messages['commandLine']['setting']}`);
}

/** With the one that says the opposite, if there is one. */
function flagsOf(place: FlaggedSetting): Option[] {
  const { opposite } = place.setting.flag;
  const help = place.key as keyof Messages['commandLine']['opposite'];
  return [flagOf(place), ...(opposite === undefined ? [] : [new Option(opposite, text(`commandLine.opposite.${help}`))])];
}

/** With its default, as the help shows it. */
function flagOf(place: FlaggedSetting): Option {
  const { setting, path } = place;
  const { names } = setting.flag;
  const help = helpOf(place);
  const byDefault = DEFAULT_HERE[path] ?? defaultOf(setting);
  const choices = choicesOf(place);
  const isChosen = choices.every(({ union, members }) => members.includes(union.default));
  // The default of one that chooses is none: without it, another is chosen.
  if (!isChosen && (setting.is !== 'number' || setting.flag.always || byDefault === null)) return optionOf(place, names, help);
  if (choices.length > 0 && setting.is === 'number')
    return optionOf(place, names, text('commandLine.option.withDefault', { help, value: String(byDefault) }));
  const option = optionOf(place, names, help);
  if (setting.is === 'switch' || setting.is === 'pairs' || byDefault === null) return option;
  if (path === FOLDER) return option.default(byDefault, text('commandLine.option.currentFolder'));
  return place.union
    ? option.default(
        byDefault,
        text('commandLine.option.chosen', { value: String(byDefault), others: oneOf(place.union, place.union.default) }),
      )
    : option.default(byDefault);
}

/** The members of unions that a setting chooses when it is given, because others do not have it. */
function choicesOf({ memberships }: PlacedSetting): PlacedSetting['memberships'] {
  return memberships.filter(({ union, members }) => union.flag === undefined && members.length < Object.keys(union.members).length);
}

/** Defaults are not given: they would choose as well. */
export function givenSettings(command: Command): GivenSettings {
  return givenIn(
    command,
    [...FLAGS.load, ...FLAGS.capture, ...FLAGS.target].map((place) => [place, flagName(place.setting.flag)]),
  );
}

export function givenIn(command: Command, flags: readonly (readonly [place: PlacedSetting, flag: string])[]): GivenSettings {
  const given = flags.flatMap(([{ path, setting }, flag]) => {
    const name = command.options.find(({ short, long }) => short === flag || long === flag)?.attributeName();
    // A command may say itself what it is.
    if (name === undefined || command.getOptionValueSource(name) !== 'cli') return [];
    const value: unknown = command.getOptionValue(name);
    return [[path, meant(setting, value)]];
  });
  return separate(Object.fromEntries(given));
}

/** What stands for a member of a union and a switch of it, as these. */
function separate(given: GivenSettings): GivenSettings {
  const combined = COMBINED[String(given[CAPTURE])];
  return combined === undefined ? given : { ...given, [CAPTURE]: combined.member, [`capture.${combined.with}`]: true };
}

function meant(setting: Setting, value: unknown): unknown {
  if (setting.is !== 'text') return value;
  if (setting.holds === 'url') return toRequestUrl(String(value));
  if (setting.holds === 'topology') return withProxyFile(String(value), (file) => resolve(file));
  return setting.holds === 'path' ? resolve(String(value)) : value;
}

/** The arguments after `--`. */
export function givenArguments(args: readonly string[]): GivenSettings {
  return args.length === 0 ? {} : { [ARGUMENTS.path]: args };
}

const CAPTURE = 'capture.kind';
const COMBINED: Union['combined'] & {} = SETTINGS.capture.combined;
const TARGET = 'target.kind';
const METHOD = 'requests.0.method';
const BODY = 'requests.0.body';

/** A body without a method makes a POST, as with curl: servers ignore the body of a GET. */
function methodFor(given: GivenSettings): GivenSettings {
  return given[METHOD] === undefined && (given[BODY] ?? '') !== '' ? { [METHOD]: 'POST' } : {};
}

/**
 * `subject`: what is measured, the first argument of the command; undefined: the flags say it. Files that flags name are read already.
 * `isOneOfSeveral`: what a load command does not read may have been given for another variant.
 */
export function toSetup(subject: string | undefined, settings: GivenSettings, isOneOfSeveral = false): Outcome<Setup> {
  const named = subject === undefined ? subjectIn(settings) : readSubject(subject, settings);
  if (!named.ok) return named;
  const given: GivenSettings = { ...methodFor(settings), ...named.value.suggested, ...settings, ...named.value.subject };
  const chosen = chooseMembers(given);
  if (!chosen.ok) return chosen;
  const misplaced = findMisplaced(given, chosen.value) ?? (isOneOfSeveral ? null : findBesideCommand(given));
  if (misplaced !== null) return misplaced;
  const plan = planOf({ plan: typeof given[PLAN] === 'string' ? given[PLAN] : null });
  const byPlan: GivenSettings = plan === null ? {} : defaultsOfPlan(plan);
  const checked = setupSchema.safeParse(buildSetup((path) => given[path] ?? chosen.value[path] ?? byPlan[path] ?? DEFAULT_HERE[path]));
  if (checked.success) {
    const setup = given[CAPTURE] === undefined ? withPossibleCapture(checked.data) : checked.data;
    const [problem] = findSetupLimits(setup);
    return problem ? fail('bad-request', problem.says, problem.hint) : succeed(setup);
  }
  const issue = checked.error.issues[0]!;
  const path = issue.path.join('.');
  const flag = findSetting(path)?.setting.flag;
  return fail('bad-request', say('command.badFlag', { flag: flag ? flagName(flag) : path, what: describeIssue(issue) }));
}

interface ReadSubject {
  readonly subject: GivenSettings;
  /** Where the flags say nothing else. */
  readonly suggested: GivenSettings;
}

/** Without a script, a flag of a kind of target says it, or `--url` names the server. */
function subjectIn(given: GivenSettings): Outcome<ReadSubject> {
  const { [URL_PATH]: url } = given;
  if (SUBJECTS.some(({ path, setting }) => setting.subject === 'flag' && given[path] !== undefined))
    return succeed({ subject: {}, suggested: {} });
  const split = splitUrl(String(url ?? ''));
  if (split === null) return fail('bad-request', say('command.noSubject'), say('command.giveSubject'));
  return succeed({ subject: { [SERVER]: split.server, [URL_PATH]: split.path }, suggested: {} });
}

function readSubject(argument: string, { [URL_PATH]: url }: GivenSettings): Outcome<ReadSubject> {
  const { path, setting } = subjectGivenBy(argument);
  const split = path === SERVER ? splitUrl(argument) : null;
  if (split !== null) {
    if (split.path !== '/' && url !== undefined)
      return fail('bad-request', say('command.exclude', { one: argument, other: `--url ${url}` }), say('command.giveOne'));
    return succeed({ subject: { [SERVER]: split.server }, suggested: { [URL_PATH]: split.path } });
  }
  if (path !== SCRIPT) return succeed({ subject: { [path]: meant(setting, argument) }, suggested: {} });
  const found = findScript(argument);
  if (!found.ok) return found;
  const { script, args, nodeArgs, folder } = found.value;
  const suggested = {
    ...(folder === null ? {} : { [FOLDER]: folder }),
    ...givenArguments(args),
    ...(nodeArgs.length === 0 ? {} : { [NODE_ARGS]: nodeArgs }),
  };
  return succeed({ subject: { [path]: meant(setting, script) }, suggested });
}

/** What is recorded by default cannot be recorded of every kind of target. */
function withPossibleCapture(setup: Setup): Setup {
  const kind = possibleCapture(setup.target.kind, setup.capture.kind);
  return kind === setup.capture.kind ? setup : { ...setup, capture: defaultCapture(kind) };
}

/** The words of unions without a flag of their own. */
function chooseMembers(given: GivenSettings): Outcome<GivenSettings> {
  const chosen = new Map<string, { readonly members: readonly string[]; readonly by: PlacedSetting }>();
  for (const by of SETTINGS_LIST.filter(({ path }) => given[path] !== undefined)) {
    for (const { union, path, members } of choicesOf(by)) {
      const known = chosen.get(path);
      const left = known === undefined ? members : known.members.filter((member) => members.includes(member));
      if (left.length === 0)
        return fail('bad-request', sayConflict(union, nameOf(known!.by, given), nameOf(by, given)), hintOfConflict([known!.by, by]));
      chosen.set(path, { members: left, by });
    }
  }
  return succeed(Object.fromEntries([...chosen].map(([path, { members }]) => [path, members[0]])));
}

/** A setting that the chosen member of a union does not have, where a flag chooses, or what is measured. */
function findMisplaced(given: GivenSettings, chosen: GivenSettings): ReturnType<typeof fail> | null {
  for (const by of SETTINGS_LIST.filter(({ path }) => given[path] !== undefined)) {
    for (const { union, path, members } of by.memberships) {
      // What is not to be recorded no other capture records either.
      if (union.flag === undefined || (path === CAPTURE && given[by.path] === false)) continue;
      const byDefault = given[path] === undefined ? defaultFor(chosen, path, union) : null;
      const word = String(given[path] ?? byDefault);
      if (members.includes(word)) continue;
      if (byDefault !== null && byDefault !== union.default) return besideSubject(by, given, members);
      const says = say('command.exclude', { one: nameOf(by, given), other: `${flagName(union.flag)} ${word}` });
      return fail('bad-request', says, hintOf(by, word));
    }
  }
  return null;
}

/** The member that a union has where no flag chooses: what is recorded by default depends on what is measured. */
function defaultFor(chosen: GivenSettings, path: string, { default: usual }: Union): string {
  if (path !== CAPTURE) return usual;
  return possibleCapture(chosen[TARGET] as Setup['target']['kind'], usual as CaptureKind);
}

/** Of what is measured there is no such capture. */
function besideSubject(by: PlacedSetting, given: GivenSettings, captures: readonly string[]): ReturnType<typeof fail> {
  const subject = SUBJECTS.find(({ path }) => given[path] !== undefined)!;
  const says = say('command.exclude', { one: nameOf(by, given), other: nameOf(subject, given) });
  // A second pass needs more than the processes: that they are started again.
  const needsStart = by.path === 'capture.exactFrames';
  return fail(
    'bad-request',
    says,
    needsStart ? say('target.startItAgain') : say('command.ofCapture', { captures: { list: captures, by: 'or' } }),
  );
}

/** What a load command says itself. */
function findBesideCommand(given: GivenSettings): ReturnType<typeof fail> | null {
  if (given[LOAD_COMMAND] === undefined) return null;
  const unread = SETTINGS_LIST.find(({ path }) => given[path] !== undefined && isUnreadByCommand(path));
  if (unread === undefined) return null;
  return fail('bad-request', say('load.commandFlag', { flag: nameOf(unread, given) }), say('load.commandSays'));
}

/** Why the member has no such setting, where that is known. */
function hintOf({ key }: PlacedSetting, word: string): Said {
  const client = CLIENT_KINDS.find((kind) => kind === word);
  return (client && clientNamed(client).lacks?.[key]) ?? say('command.leaveOut');
}

/** Where one of them is usually meant as something else, which has a flag of its own. */
function hintOfConflict(flags: readonly PlacedSetting[]): Said {
  const has = (end: RegExp) => flags.some(({ path }) => end.test(path));
  const hasEnd = has(/\.end\./);
  if (has(/\.requestsEach$/)) return say('command.requestsInAll');
  if (hasEnd && has(/\.levels$/)) return say('command.timeOfLevels');
  if (hasEnd && has(/\.schedule$/)) return say('command.timeOfSchedule');
  return say('command.giveOne');
}

function sayConflict({ key }: Union, one: string, other: string): Said {
  if (key === 'endBy') return say('command.durationAndAmount');
  return say('command.exclude', { one, other });
}

/** By its flag; what has none was given as an argument, and is its value. */
function nameOf({ path, setting }: PlacedSetting, given: GivenSettings): string {
  if (!setting.flag) return String(given[path]);
  const { opposite } = setting.flag;
  const isOpposite = opposite !== undefined && setting.is === 'switch' && given[path] === setting.default;
  return isOpposite ? opposite : flagName(setting.flag);
}
