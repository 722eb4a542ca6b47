/** Which run of a comparison, and which process and thread of a run, is shown or written. */
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { TimeWindow } from '../../../shared/base/units.ts';
import { waitsOfRequests } from '../../../shared/derive/recording-queries.ts';
import { ofHeap } from '../../../shared/derive/sections/profile.ts';
import { placeOf } from '../../../shared/format/place.ts';
import { wordExclusion } from '../../../shared/format/word-said.ts';
import { variantLetter } from '../../../shared/model/comparison/comparison.ts';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { ALL_SAMPLES, isOfPart, type ProfileSelection } from '../../../shared/model/profile/selection.ts';
import type { TimeBase } from '../../../shared/model/profile/time-base.ts';
import { HEAVY_LIMIT, hasLoad, type ProfileFigures, type Report } from '../../../shared/model/report.ts';
import { isHeapKind, PROFILE_KINDS, type ProfileKind } from '../../../shared/model/setup/captures.ts';
import { linesOfFile, shortLines } from '../../../shared/profile/lines/lines.ts';
import { WHOLE_PROFILE } from '../../../shared/profile/tree/call-tree.ts';
import type { FoldOptions } from '../../../shared/profile/tree/folds.ts';
import { computeProfileFigures } from '../../../shared/profile/tree/profile-figures.ts';
import { passSessionId } from '../../../shared/protocol/pass-id.ts';
import { titleOfThread } from '../../../shared/session/title-of-thread.ts';
import { say } from '../../../shared/words/said.ts';
import { text } from '../../../shared/words/words.ts';
import type { Engine } from '../../engine/api/engine.ts';
import { profilesOf } from '../../engine/experiments/export/choose-process.ts';
import type { Comparison } from '../../engine/sessions/comparison.ts';
import type { OpenSession } from '../../engine/sessions/open-session.ts';
import type { Opened } from '../../engine/sessions/opened.ts';
import { number, readThread } from './option-values.ts';
import { choosesRequests, type RequestChoice, readRequestChoice } from './request-choice.ts';

export interface RunChoice {
  readonly run?: number;
  readonly variant?: string;
  readonly process?: number;
  /** Of that process; `WORKER_THREADS`: all but the main one. */
  readonly thread?: number;
  /** What it is of, where the run has several; absent: that of all figures. */
  readonly profile?: ProfileKind;
}

export function addRunFlags(command: Command): Command {
  return command
    .option('--run <n>', text('commandLine.option.run'), number)
    .option('--variant <letter>', text('commandLine.option.variant'))
    .option('--process <pid>', text('commandLine.option.process'), number)
    .option('--thread <n>', text('commandLine.option.thread'), readThread)
    .addOption(new Option('--profile <kind>', text('commandLine.option.profile')).choices(PROFILE_KINDS));
}

/** Of a file of another tool. */
export interface ValueChoice {
  /** Which of its kinds of values, or of its events. */
  readonly value?: string;
}

export function addValueFlag(command: Command): Command {
  return command.option('--value <name>', text('commandLine.option.value'));
}

interface ChosenRun {
  /** What to ask the engine for. */
  readonly sessionId: string;
  /** Which run of a comparison; null: the session as it is. */
  readonly index: number | null;
}

interface OpenedRun extends ChosenRun {
  readonly open: Opened;
  /** The session of which it is a part; the same where it is not. */
  readonly whole: Opened;
}

/** Opens a file, and of a comparison the run that was asked for. */
export async function openChosen({ sessions }: Engine, file: string, choice: RunChoice & ValueChoice): Promise<Outcome<OpenedRun>> {
  const opened = await sessions.openFile(resolve(file), { remember: false, value: choice.value ?? null });
  if (!opened.ok) return opened;
  const whole = (await sessions.find(opened.value.sessionId)).shown.open;
  const chosen = chooseRun(opened.value.sessionId, whole, choice);
  if (!chosen.ok) return chosen;
  const { open } = (await sessions.find(chosen.value.sessionId)).shown;
  return succeed({ ...chosen.value, open, whole });
}

function chooseRun(sessionId: string, open: Opened, { run, variant }: RunChoice): Outcome<ChosenRun> {
  if (run === undefined && variant === undefined) return succeed({ sessionId, index: null });
  if (open.kind === 'services') return fail('bad-request', say('session.isServices'), say('command.leaveOut'));
  if (open.kind !== 'comparison') return fail('bad-request', say('command.isSingleRun'), say('command.leaveOut'));
  const index = run === undefined ? findRun(open, variant!) : succeed(run - 1);
  if (!index.ok) return index;
  const pass = open.passes[index.value];
  if (!pass) return fail('not-found', say('command.noRun', { run: index.value + 1 }), say('command.runsAre', { last: open.passes.length }));
  const letter = variantLetter(pass.variant);
  if (variant !== undefined && letter !== variant.toUpperCase())
    return fail(
      'bad-request',
      say('command.otherVariant', { run: index.value + 1, variant: letter, asked: variant.toUpperCase() }),
      say('command.leaveOneOut'),
    );
  if (!pass.source)
    return fail(
      'not-found',
      pass.excluded === null
        ? say('command.runNotMade', { run: index.value + 1 })
        : say('command.runNotRecorded', { run: index.value + 1, why: wordExclusion(pass.excluded) }),
      say('command.chooseOtherRun'),
    );
  return succeed({ sessionId: passSessionId(sessionId, index.value), index: index.value });
}

/** The run of a variant whose profile the window shows, too; without one its first run that takes part. */
function findRun(comparison: Comparison, variant: string): Outcome<number> {
  const letters = comparison.setup.variants.map((_, index) => variantLetter(index));
  const at = letters.indexOf(variant.toUpperCase());
  if (at < 0)
    return fail(
      'not-found',
      say('command.noVariant', { variant }),
      say('command.variantsAre', { letters: { list: letters, by: 'comma' } }),
    );
  const recorded = comparison.passes.filter((pass) => pass.variant === at && pass.source !== null);
  const first = recorded.find(({ excluded }) => excluded === null) ?? recorded[0];
  const index = comparison.profiledPasses()[at] ?? first?.index;
  return index === undefined
    ? fail('not-found', say('command.noRunOfVariant', { variant: letters[at]! }), say('command.chooseOtherVariant'))
    : succeed(index);
}

/** Said before a run's figures: which of the comparison's it is. */
export function describePass(comparison: Comparison, index: number): string {
  const { variant, kind, excluded } = comparison.passes[index]!;
  const what =
    kind === 'profiled'
      ? text('terminal.passProfiled')
      : excluded === null
        ? text('terminal.passMeasured')
        : text('terminal.passExcluded', { why: wordExclusion(excluded) });
  const { title } = comparison.setup.variants[variant]!;
  if (comparison.setup.grid !== undefined) return text('grid.pass', { run: index + 1, runs: comparison.passes.length, title, what });
  return text('terminal.pass', { run: index + 1, runs: comparison.passes.length, variant: variantLetter(variant), title, what });
}

/** Of those with time, so that the one meant is found among them. */
const MOST_FILES_TOLD = 20;

/** What of a profile is printed. */
export interface ProfileChoice extends RequestChoice {
  readonly process?: number;
  readonly thread?: number;
  readonly profile?: ProfileKind;
  readonly fold?: FoldOptions;
  readonly wall?: boolean;
  readonly blocked?: boolean;
  /** That of the pass without inlining. */
  readonly exact?: boolean;
}

/** What percentages are of. */
export function baseOf({ wall = false, blocked = false }: Pick<ProfileChoice, 'wall' | 'blocked'>): TimeBase {
  return wall ? 'wall' : blocked ? 'blocked' : 'cpu';
}

/** Of all requests: which there are is known of a run only. */
export function selectionOf({
  process,
  thread,
  profile,
  exact = false,
}: Pick<ProfileChoice, 'process' | 'thread' | 'profile' | 'exact'>): ProfileSelection {
  return { ...ALL_SAMPLES, process: process ?? null, thread: thread ?? null, kind: profile ?? null, inlined: !exact };
}

function requestsOf(
  { recording }: OpenSession,
  choice: RequestChoice & Pick<ProfileChoice, 'profile'>,
): ReturnType<typeof readRequestChoice> {
  if (choice.profile !== undefined && isHeapKind(choice.profile) && choosesRequests(choice))
    return fail('bad-request', say('command.allocationsNotByRequest'), say('command.leaveOut'));
  return readRequestChoice({ routes: recording.served.routes, tellsRequestsApart: recording.tellsRequestsApart }, choice);
}

/** The report with the lines as they were asked for: all of those of one file, or the heaviest of all. */
export function chooseLines(
  report: Report,
  open: OpenSession,
  window: TimeWindow | null,
  file: string | null,
  choice: ProfileChoice,
): Outcome<Report> {
  const requests = requestsOf(open, choice);
  if (!requests.ok) return requests;
  const selection = { ...selectionOf(choice), requests: requests.value };
  const all = open.recording.lines({ selection, window, base: baseOf(choice) });
  const lines = all && (file === null ? shortLines(all, HEAVY_LIMIT) : linesOfFile(all, file));
  if (all && lines?.files.length === 0 && file !== null)
    return fail(
      'not-found',
      say('command.noFileOfLines', { file }),
      say('command.filesOfLines', { files: { list: all.files.slice(0, MOST_FILES_TOLD).map(({ url }) => placeOf(url, 0)), by: 'comma' } }),
    );
  const runs = report.runs.map((run) => (run.profile === null ? run : { ...run, profile: { ...run.profile, lines } }));
  return succeed({ ...report, runs });
}

/** The report with what the requests waited for that are chosen. */
export function chooseWaits(report: Report, open: OpenSession, window: TimeWindow | null, choice: RequestChoice): Outcome<Report> {
  const requests = requestsOf(open, choice);
  if (!requests.ok) return requests;
  const { value } = requests;
  if (value === null) return succeed(report);
  const waited = waitsOfRequests(open.recording, value, window);
  return succeed({ ...report, runs: report.runs.map((run) => (hasLoad(run) ? { ...run, ...waited } : run)) });
}

/** The report with the profile of the pass without inlining in place of the other. Fails where there was none. */
export function chooseExact(report: Report): Outcome<Report> {
  const runs = report.runs.map((run) => ({ ...run, profile: run.profile?.exact ?? null }));
  return runs.some(({ profile }) => profile !== null)
    ? succeed({ ...report, runs })
    : fail('not-found', say('command.noExact'), say('command.recordExact'));
}

/** The report with the profile as it was asked for, and with the server figures of one process. */
export function chooseProfile(
  report: Report,
  open: OpenSession,
  window: TimeWindow | null,
  { fold = { hide: [] }, ...choice }: ProfileChoice,
): Outcome<Report> {
  const base = baseOf(choice);
  const selection = selectionOf(choice);
  const isAll = !isOfPart(selection) && fold.hide.length === 0 && !fold.folds?.length && base === WHOLE_PROFILE.base;
  if (isAll && !choosesRequests(choice)) return succeed(report);
  const profiles = profilesOf(open.recording, selection);
  if (!profiles.ok) return profiles;
  const filter = requestsOf(open, choice);
  if (!filter.ok) return filter;
  // Nothing can be folded in what was not recorded.
  if (profiles.value.length === 0) return succeed(report);
  const only = open.recording.onlySamples(filter.value, window);
  const shown = only === null ? profiles.value : profiles.value.map(only.of);
  const figures = {
    ...computeProfileFigures(shown, { window, ...fold, base }, HEAVY_LIMIT, { titleOf: (of) => titleOfThread(open.recording, of) }),
    ...ofHeap(open.recording, profiles.value[0]!.kind),
  };
  const profile: ProfileFigures = only !== null || selection.thread !== null ? { ...figures, isOfPart: true } : figures;
  const isIt = (process: { readonly pid: number }): boolean => selection.process === null || process.pid === selection.process;
  const withCost = (known: ProfileFigures | null): ProfileFigures =>
    known?.cost === undefined ? profile : { ...profile, cost: known.cost, overheadPercent: known.overheadPercent };
  return succeed({
    ...report,
    runs: report.runs.map((run) => ({ ...run, profile: withCost(run.profile), server: run.server.filter(isIt) })),
  });
}
