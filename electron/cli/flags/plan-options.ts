/** `--plan`, `--curl` and `--har`: what clients ask for when it is more than one request, and the settings that come with it. */
import { basename, dirname, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { wordSaid } from '../../../shared/format/word-said.ts';
import { fail, type Outcome, outcomeOf, succeed } from '../../../shared/model/failure.ts';
import { LONGEST_BODY } from '../../../shared/model/load/limits.ts';
import type { Plan } from '../../../shared/model/load/plan.ts';
import { flagName } from '../../../shared/model/setup/command-line.ts';
import { findSetting, SETTINGS_LIST } from '../../../shared/model/setup/settings-list.ts';
import { filesOfCurl, planOfCurl, readCurl } from '../../../shared/plan/curl.ts';
import { type Har, planOfHar } from '../../../shared/plan/har.ts';
import { settingsOfPlan } from '../../../shared/plan/plan-settings.ts';
import type { PlanFiles } from '../../../shared/plan/program.ts';
import { readPlan } from '../../../shared/plan/read-plan.ts';
import { targetOf } from '../../../shared/plan/request-target.ts';
import { tellProblem } from '../../../shared/plan/tell-problem.ts';
import { writePlan } from '../../../shared/plan/write-plan.ts';
import { type Said, say } from '../../../shared/words/said.ts';
import { text } from '../../../shared/words/words.ts';
import { foreignFiles } from '../../engine/foreign/foreign-files.ts';
import { hostOfUrl, isLoopbackName } from '../../engine/load/loopback.ts';
import { readCurlFiles, readPlanFiles } from '../../engine/load/plan/plan-files.ts';
import { tell } from '../terminal.ts';
import { readGivenDocument, refuseDocument } from './given-document.ts';
import type { GivenSettings } from './given-settings.ts';

interface PlanOptions {
  readonly plan?: string;
  readonly curl?: string;
  readonly har?: string;
  readonly harHosts?: readonly string[];
  readonly allowHost?: string;
}

export interface GivenPlan {
  readonly plan: Plan;
  readonly text: string;
  /** Null: it was not read from a file. */
  readonly file: string | null;
  /** As the user gave it. */
  readonly flag: string;
}

/** With the files that it names. */
interface PlanWithFiles extends GivenPlan {
  readonly files: PlanFiles;
}

export function addPlanFlags(command: Command): void {
  command
    .option('--plan <file>', text('commandLine.option.plan'))
    .option('--curl <command>', text('commandLine.option.curl'))
    .option('--har <file>', text('commandLine.option.har'))
    .addOption(new Option('--har-hosts <hosts>', text('commandLine.option.harHosts')).argParser(readHosts));
}

function readHosts(typed: string): readonly string[] {
  const hosts = typed.split(',').map((one) => one.trim().toLowerCase());
  if (hosts.some((one) => one === '')) throw new InvalidArgumentError(text('commandLine.refused.hosts'));
  return hosts;
}

/** Null: none is given. */
export async function readPlanFlags(command: Command): Promise<Outcome<GivenPlan | null>> {
  const { plan, curl, har, harHosts = null, allowHost = null } = command.opts<PlanOptions>();
  const [one, other] = Object.entries({ plan, curl, har }).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`]));
  if (one !== undefined && other !== undefined) return fail('bad-request', say('command.exclude', { one, other }), say('command.giveOne'));
  if (harHosts !== null && har === undefined) return fail('bad-request', say('command.harHosts'));
  if (plan !== undefined) return readGivenPlan(plan);
  if (curl !== undefined) return readGivenCurl(curl, allowHost);
  return har === undefined ? succeed(null) : readGivenHar(har, harHosts, allowHost);
}

/* ---- --plan ---- */

/** A plan that is no file has none beside it. */
const NO_FILES: PlanFiles = { tables: new Map(), bodies: new Map() };

/** Each problem with its line and column; the files beside it are read as well, because nothing has been started yet. */
export async function readGivenPlan(value: string, flag = '--plan'): Promise<Outcome<PlanWithFiles>> {
  const given = await readGivenDocument(value, 'plan', flag);
  if (!given.ok) return given;
  const { text: planText, file, name } = given.value;
  const read = readPlan(planText);
  if (!read.ok) return refuseDocument(name, read.problems.map(tellProblem));
  const files = file === null ? succeed(NO_FILES) : await readPlanFiles(read.plan, dirname(file));
  if (!files.ok) return refuseDocument(name, [files.failure.says]);
  return succeed({ plan: read.plan, text: planText, file, flag, files: files.value });
}

/* ---- --curl ---- */

async function readGivenCurl(command: string, allowHost: string | null): Promise<Outcome<GivenPlan>> {
  const files = await filesFor(command);
  if (!files.ok) return files;
  const read = readCurl(command, files.value);
  if (!read.ok) return fail('bad-request', say('plan.inFile', { name: '--curl', says: read.says }));
  const origins = new Set(read.requests.map(({ url }) => targetOf(url)?.origin ?? '').filter((origin) => isMeant(origin, allowHost)));
  // The host of a command copied elsewhere: what is measured takes its place, unless load is allowed to go there.
  const [first] = read.requests.map(({ url }) => targetOf(url)?.origin ?? '');
  if (first !== undefined && first !== '' && !isAllowed(first, allowHost)) {
    if (!origins.has(first)) note(say('plan.toTarget', { origin: first }));
    origins.add(first);
  }
  for (const one of read.notes) note(one);
  return succeed({ ...written(planOfCurl(read.requests, origins)), flag: '--curl' });
}

const isAllowed = (origin: string, allowHost: string | null): boolean =>
  allowHost !== null && hostOfUrl(new URL(origin)) === allowHost.toLowerCase();
const isMeant = (origin: string, allowHost: string | null): boolean =>
  origin !== '' && !isAllowed(origin, allowHost) && isLoopbackName(hostOfUrl(new URL(origin)));

/** What is in the files that the command names (`-d @body.json`), which becomes part of the plan. */
async function filesFor(command: string): Promise<Outcome<ReadonlyMap<string, string>>> {
  const read = await readCurlFiles(filesOfCurl(command), process.cwd());
  if (!read.ok) return fail('bad-request', say('plan.inFile', { name: '--curl', says: read.failure.says }));
  const contents = new Map<string, string>();
  for (const [name, bytes] of read.value) {
    if (bytes.length > LONGEST_BODY) return fail('bad-request', say('plan.fileTooLarge', { name, limit: LONGEST_BODY }));
    const content = Buffer.from(bytes).toString('utf8');
    if (!Buffer.from(content, 'utf8').equals(bytes)) return fail('bad-request', say('plan.notUtf8', { name }));
    contents.set(name, content);
  }
  return succeed(contents);
}

function written(plan: Plan): Omit<GivenPlan, 'flag'> {
  return { plan, text: writePlan(plan), file: null };
}

/* ---- --har ---- */

async function readGivenHar(file: string, hosts: readonly string[] | null, allowHost: string | null): Promise<Outcome<GivenPlan>> {
  const path = resolve(file);
  const har = await outcomeOf(foreignFiles.read(path, (ask) => ask('har', { path })).finally(() => foreignFiles.end()));
  if (!har.ok) return har;
  const chosen = chooseOrigins(har.value, hosts, basename(file));
  if (!chosen.ok) return chosen;
  const origins = chosen.value;
  const toTarget = !origins.some((origin) => isAllowed(origin, allowHost));
  const { plan, notes } = planOfHar(har.value, { origins, toTarget, order: 'sequence', think: false, credentials: false });
  for (const one of notes) note(one);
  return succeed({ ...written(plan), flag: '--har' });
}

function chooseOrigins({ hosts }: Har, wanted: readonly string[] | null, name: string): Outcome<readonly string[]> {
  const listed = hosts.slice(0, 20).map(({ origin, requests }) => `${origin} (${requests})`);
  const known = { list: listed, by: 'comma' } as const;
  if (wanted === null) {
    if (hosts.length === 1) return succeed([hosts[0]!.origin]);
    return fail('bad-request', say('har.chooseHosts', { name, hosts: known }), say('har.chooseHint'));
  }
  const of = (one: string) => hosts.filter(({ origin }) => origin === one || new URL(origin).host === one).map(({ origin }) => origin);
  const missing = wanted.find((one) => of(one).length === 0);
  if (missing !== undefined) return fail('bad-request', say('har.noHost', { name, host: missing, hosts: known }));
  return succeed(wanted.flatMap(of));
}

/* ---- the settings ---- */

const END = ['load.end.seconds', 'load.end.requests'];
/** A flag of these is a load by itself. */
const WHOLE = ['load.schedule', 'load.levels'];

/** The settings that are given, with those that the plan means. */
export function withPlan(given: GivenPlan | null, settings: GivenSettings): Outcome<GivenSettings> {
  if (given === null) return succeed(settings);
  const { plan, text: planText, file, flag } = given;
  const misplaced = ['requests.0.method', 'requests.0.headers', 'requests.0.body'].find((path) => settings[path] !== undefined);
  if (misplaced !== undefined)
    return fail('bad-request', say('command.exclude', { one: nameOf(misplaced), other: flag }), say('plan.ownOfEach'));
  return succeed({ ...suggested(plan, settings), ...settings, plan: planText, ...(file === null ? {} : { planFile: file }) });
}

const nameOf = (path: string): string => flagName(findSetting(path)!.setting.flag!);

/** What the plan says of the load, as far as the flags mean the same load. */
function suggested(plan: Plan, given: GivenSettings): GivenSettings {
  const model = plan.load?.model;
  const isOther = SETTINGS_LIST.some(
    ({ path, memberships }) =>
      given[path] !== undefined &&
      (WHOLE.includes(path) || memberships.some((one) => one.path === 'load.model' && model !== undefined && !one.members.includes(model))),
  );
  const settings = settingsOfPlan(isOther ? { ...plan, load: null } : plan);
  const hasEnd = END.some((path) => given[path] !== undefined);
  return Object.fromEntries(Object.entries(settings).filter(([path]) => !hasEnd || !END.includes(path)));
}

function note(said: Said): void {
  tell(text('terminal.note', { message: wordSaid(said) }));
}
