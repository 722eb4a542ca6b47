/**
 * What Loopscope keeps between its starts, below one folder:
 *
 *   recordings/ID/journal   runs being recorded, and those whose engine was killed
 *   sessions/               files saved without being asked
 *   recordings/ID/comparison.json and ID/00 ID/01 ...   comparisons being run: their plan, and a journal for each run
 *   recent.json settings.json setups.json noise.json profiling-cost.json
 */

import { existsSync } from 'node:fs';
import { access, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from '../../../shared/base/schema.ts';
import { VERDICT_WORDS } from '../../../shared/model/comparison/comparison.ts';
import { MOST_GRID_CELLS } from '../../../shared/model/comparison/grid.ts';
import { METRIC_NAMES } from '../../../shared/model/comparison/metrics.ts';
import { type Failure, fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { LEAK_WORDS } from '../../../shared/model/leak.ts';
import { costsAlike, type MeasuredCost, measuredCostSchema } from '../../../shared/model/profile/profiling-cost.ts';
import type { RecentSession, RecentSummary } from '../../../shared/model/recent-session.ts';
import { RUN_ENDINGS } from '../../../shared/model/run.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import { clientSchema, loadSchema, setupSchema } from '../../../shared/model/setup/setup-schema.ts';
import { subjectOf } from '../../../shared/model/setup/subject.ts';
import { THEME_CHOICES } from '../../../shared/model/theme.ts';
import { redactDocument } from '../../../shared/privacy/redact-document.ts';
import { redactText } from '../../../shared/privacy/redact-text.ts';
import { redactSetup } from '../../../shared/privacy/redaction.ts';
import { chartChoiceSchema, editorSchema, type Settings, textSizeSchema } from '../../../shared/protocol/app-contract.ts';
import type { Recording } from '../../../shared/protocol/sessions-contract.ts';
import type { RememberedSetup } from '../../../shared/protocol/setup-contract.ts';
import type { SessionHeader } from '../../../shared/session/entries.ts';
import type { ComparisonManifest } from '../../../shared/session/format.ts';
import { upgradeSetup } from '../../../shared/session/upgrade-setup.ts';
import { say } from '../../../shared/words/said.ts';
import { saidSchema } from '../../../shared/words/said-schema.ts';
import { claim, hasLivingOwner, release } from '../machine/owner.ts';
import { sweepTemporaryFiles } from './atomic-write.ts';
import type { Comparison } from './comparison.ts';
import { passDir, readCheckpoint, recoverComparison } from './comparison-file.ts';
import { defaultDataDir } from './data-dir.ts';
import { JOURNAL_FILE, readJournal, recoverJournal, SAVED_MARK } from './journal.ts';
import { JsonStore } from './json-store.ts';
import { redactSettings } from './known-settings.ts';
import { MOST_NOISES, type Noise, noiseSchema } from './noise.ts';
import type { OpenSession } from './open-session.ts';
import { moveToTrash } from './trash.ts';
import { describeWriteFailure } from './write-failure.ts';

const MAX_RECENT = 50;
/** A file that was moved or is on another disk may be back by then. */
const MISSING_LISTED_MS = 24 * 3_600_000;
const MAX_SETUPS = 100;
/** Whoever looks for why something does not start tries it many times, and the list is for results, too. */
const MOST_FAILED_STARTS = 10;

const summarySchema = z.object({
  script: z.string(),
  connections: z.number(),
  completed: z.number(),
  failed: z.number(),
  p50Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
  requestsPerSecond: z.number().nullable(),
  // Not known for sessions listed by an earlier version.
  ending: z.enum(RUN_ENDINGS).nullable().optional(),
  unexpected: z.number().optional(),
  kind: z.enum(['run', 'comparison', 'grid', 'load', 'heap', 'services']).optional(),
  services: z
    .object({ right: z.number(), asked: z.number(), isTold: z.boolean(), probed: z.number(), count: z.number() })
    .optional()
    .catch(undefined),
  request: z.string().optional(),
  verdict: z.enum(VERDICT_WORDS).nullable().optional(),
  question: z.enum(METRIC_NAMES).optional(),
  leak: z.enum(LEAK_WORDS).optional(),
  // Another version may know other plans.
  load: loadSchema.optional().catch(undefined),
  client: clientSchema.optional().catch(undefined),
  recordedAt: z.string().optional(),
  redirected: z.number().optional(),
  onlyStatus: z.string().optional(),
  isByCommand: z.boolean().optional(),
  madeBy: z.string().optional(),
  variants: z
    .array(z.object({ p50Ms: z.number().nullable(), p99Ms: z.number().nullable(), requestsPerSecond: z.number().nullable() }))
    .max(MOST_GRID_CELLS)
    .readonly()
    .optional()
    .catch(undefined),
  failedStart: saidSchema.optional(),
});
const recentSchema = z.array(
  z.object({
    path: z.string(),
    name: z.string(),
    openedAt: z.string(),
    summary: summarySchema.nullable(),
    /** It is the copy of a sample. */
    sample: z.boolean().optional(),
    /** Which of several kinds of values of a file of another tool was chosen last. */
    value: z.string().optional(),
    /** When the list was read without the file for the first time. */
    missingSince: z.string().optional(),
    /** It was given a title, notes or the like. */
    edited: z.boolean().optional(),
  }),
);
const settingsSchema = z.object({
  theme: z.enum(THEME_CHOICES),
  textSize: textSizeSchema.optional(),
  editor: editorSchema.optional().catch(undefined),
  saveDir: z.string().optional(),
  chartsHeight: z.number().nullable().optional(),
  charts: chartChoiceSchema.optional().catch(undefined),
});
const setupsSchema = z.array(z.object({ setup: z.preprocess(upgradeSetup, setupSchema), usedAt: z.string() }));

const DEFAULT_SETTINGS: Settings = { theme: 'system' };

/** Users choose among a few intervals only. */
const MOST_COSTS = 50;

/** An id is the name of a folder and never a path. */
const ID = /^[\w-][\w.-]{0,199}$/;

export class Library {
  readonly dir: string;
  readonly sessionsDir: string;
  private readonly recordingsDir: string;
  private readonly recentStore: JsonStore<z.infer<typeof recentSchema>>;
  private readonly settingsStore: JsonStore<Settings>;
  private readonly setupStore: JsonStore<RememberedSetup[]>;
  private readonly noiseStore: JsonStore<Noise[]>;
  private readonly costStore: JsonStore<MeasuredCost[]>;
  /** Why preferences cannot be stored; null: they are. */
  trouble: Failure | null = null;
  /** Called once, when storing preferences first fails. */
  onTrouble: ((failure: Failure) => void) | null = null;

  /** `dir` null: LOOPSCOPE_DATA_DIR, or the default of the platform. */
  constructor(dir: string | null = null) {
    this.dir = dir ?? defaultDataDir();
    this.sessionsDir = join(this.dir, 'sessions');
    this.recordingsDir = join(this.dir, 'recordings');
    const store = <T>(name: string, schema: z.ZodType<T>, initial: T): JsonStore<T> =>
      new JsonStore(join(this.dir, name), schema, initial, (error) => this.tell(error));
    this.recentStore = store('recent.json', recentSchema, []);
    this.settingsStore = store('settings.json', settingsSchema, DEFAULT_SETTINGS);
    this.setupStore = store<RememberedSetup[]>('setups.json', setupsSchema, []);
    this.noiseStore = store<Noise[]>('noise.json', noiseSchema, []);
    this.costStore = store<MeasuredCost[]>('profiling-cost.json', measuredCostSchema.array(), []);
  }

  /** Creates the folders and removes half-written files of killed engines. Never fails: problems are reported where the folders are needed. */
  async prepare(): Promise<void> {
    for (const dir of [this.dir, this.sessionsDir, this.recordingsDir]) {
      await mkdir(dir, { recursive: true, mode: 0o700 }).catch((error: unknown) => this.tell(error));
      await sweepTemporaryFiles(dir);
    }
    for (const id of await this.abandoned()) if (existsSync(join(this.recordingDir(id), SAVED_MARK))) await this.discard(id);
    await this.scrub();
  }

  /** Folder of the journal of a new recording. */
  recordingDir(id: string): string {
    return join(this.recordingsDir, id);
  }

  /** Unsaved recordings of engines that have ended, newest first. */
  async recordings(): Promise<Recording[]> {
    await this.prepare();
    const found = await Promise.all((await this.abandoned()).map((id) => this.describe(id)));
    return found.filter((one) => one !== null).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  }

  /** Recovers a recording. Its rows are read from its folder, which this engine claims until `release` or `discard`. */
  async recover(id: string): Promise<Outcome<OpenSession | Comparison>> {
    if (!(await this.abandoned()).includes(id)) return fail('not-found', say('session.recordingGone'), say('session.openedAlready'));
    // On a read-only disk a recording can be neither claimed nor removed.
    await claim(this.recordingDir(id)).catch(() => {});
    const session = await this.read(id).catch(() => null);
    if (session) return succeed(session);
    await this.release(id);
    return fail('damaged', say('session.recordingDamaged'), say('session.discardIt'));
  }

  private async read(id: string): Promise<OpenSession | Comparison | null> {
    const dir = this.recordingDir(id);
    const comparison = await readCheckpoint(dir);
    return comparison ? recoverComparison(dir, comparison) : recoverJournal(join(dir, JOURNAL_FILE));
  }

  /** Gives up an unsaved recording, so that it is offered again. */
  async release(id: string): Promise<void> {
    await release(this.recordingDir(id)).catch(() => {});
  }

  async discard(id: string): Promise<Outcome<null>> {
    const dir = this.recordingDir(id);
    try {
      if (ID.test(id)) await rm(dir, { recursive: true, force: true });
      return succeed(null);
    } catch (error) {
      return { ok: false, failure: describeWriteFailure(say('save.notDiscarded'), dir, error) };
    }
  }

  private tell(error: unknown): void {
    if (this.trouble) return;
    const failure = describeWriteFailure(say('save.settingsNotKept'), this.dir, error);
    this.trouble = { ...failure, hint: say('save.makeWritable') };
    this.onTrouble?.(this.trouble);
  }

  /** Recently opened or saved sessions, newest first. A file that is gone leaves the list a day after that was noticed. */
  async recent(): Promise<RecentSession[]> {
    const known = await this.recentStore.read();
    const gone = new Set((await Promise.all(known.map(async ({ path }) => ((await isThere(path)) ? [] : [path])))).flat());
    const isNews = known.some(({ path, missingSince }) => gone.has(path) !== (missingSince !== undefined) || isOver(missingSince));
    const listed = isNews ? await this.recentStore.update((all) => all.flatMap((one) => noteMissing(one, gone.has(one.path)))) : known;
    return listed.map(({ missingSince, edited, value, ...one }) => ({ ...one, missing: missingSince !== undefined }));
  }

  /** `isSample`: the copy of a sample, which it stays when it is opened from the list. */
  async remember(
    path: string,
    name: string,
    summary: RecentSummary | null,
    { isSample = false, value = null as string | null } = {},
  ): Promise<void> {
    const entry = { path, name, openedAt: new Date().toISOString(), summary, ...(value === null ? {} : { value }) };
    await this.recentStore.update((known) => {
      const sample = isSample || known.some((one) => one.path === path && one.sample);
      return [sample ? { ...entry, sample } : entry, ...known.filter((one) => one.path !== path)].slice(0, MAX_RECENT);
    });
  }

  /** Which of several kinds of values of a file was shown when it was opened last; null: what the file prefers. */
  async rememberedValue(path: string): Promise<string | null> {
    return (await this.recentStore.read()).find((one) => one.path === path)?.value ?? null;
  }

  /** A file was written again with another title, notes or the like: it stays where it is in the list. */
  async updateRecent(path: string, name: string, summary: RecentSummary | null): Promise<void> {
    if (!(await this.findRecent(path)).ok) return this.remember(path, name, summary);
    await this.recentStore.update((known) => known.map((one) => (one.path === path ? { ...one, name, summary, edited: true } : one)));
  }

  /** Deletes the oldest of many failed starts that were kept without being asked, but for those that somebody has given a title or notes. */
  async limitFailedStarts(): Promise<void> {
    const kept = (await this.recentStore.read()).filter(
      ({ path, summary, edited }) => summary?.failedStart !== undefined && !edited && dirname(path) === this.sessionsDir,
    );
    const byAge = kept.sort((a, b) => ageOf(a) - ageOf(b));
    for (const { path } of byAge.slice(MOST_FAILED_STARTS)) {
      await rm(path, { force: true }).catch(() => {});
      await this.forget(path);
    }
  }

  /** Removes a file from the list; the file itself is not deleted. */
  async forget(path: string): Promise<void> {
    await this.recentStore.update((known) => known.filter((one) => one.path !== path));
  }

  /** Moves a file of the list to the trash of the system, and takes it off the list. No other file: a page could name any. */
  async trash(path: string): Promise<Outcome<null>> {
    const listed = await this.findRecent(path);
    if (!listed.ok) return listed;
    if (process.platform !== 'linux') return fail('not-available', say('save.noTrash'), say('save.deleteYourself', { path }));
    try {
      await moveToTrash(path);
    } catch (error) {
      return { ok: false, failure: describeWriteFailure(say('save.notTrashed'), path, error) };
    }
    await this.forget(path);
    return succeed(null);
  }

  /** Whether a file is in the list of recent sessions. */
  async findRecent(path: string): Promise<Outcome<null>> {
    const isListed = (await this.recentStore.read()).some((one) => one.path === path);
    return isListed ? succeed(null) : fail('not-found', say('session.notListed', { path }), say('session.lookAtHome'));
  }

  /** Empties the list of recent sessions; the files are not deleted. */
  async forgetRecent(): Promise<void> {
    await this.recentStore.clear();
  }

  settings(): Promise<Settings> {
    return this.settingsStore.read();
  }

  setSettings(changes: Partial<Settings>): Promise<Settings> {
    return this.settingsStore.update((known) => ({ ...known, ...changes }));
  }

  /** The last set-up of each script, without possible secrets, because the user did not choose to store it. */
  async rememberSetup(asked: Setup): Promise<void> {
    const setup = redactSetup(asked, redactDocument);
    const entry = { setup, usedAt: new Date().toISOString() };
    const isOther = (one: RememberedSetup): boolean => subjectOf(one.setup) !== subjectOf(setup);
    await this.setupStore.update((known) => [entry, ...known.filter(isOther)].slice(0, MAX_SETUPS));
  }

  /** Newest first; with `script`, of that script only. */
  async rememberedSetups(script: string | null): Promise<RememberedSetup[]> {
    const known = await this.setupStore.read();
    return script === null ? known : known.filter(({ setup }) => subjectOf(setup) === script);
  }

  async forgetSetups(): Promise<void> {
    await this.setupStore.clear();
  }

  /** The noise of this machine, from earlier comparisons. */
  noise(): Promise<Noise[]> {
    return this.noiseStore.read();
  }

  async rememberNoise(noise: Noise): Promise<void> {
    await this.noiseStore.update((known) => [noise, ...known].slice(0, MOST_NOISES));
  }

  /** What taking a profile cost on this machine: the newest for each way to take one. */
  profilingCosts(): Promise<MeasuredCost[]> {
    return this.costStore.read();
  }

  async rememberProfilingCost(cost: MeasuredCost): Promise<void> {
    await this.costStore.update((known) => [cost, ...known.filter((one) => !costsAlike(one, cost))].slice(0, MOST_COSTS));
  }

  /** Earlier versions remembered secrets as they were typed. */
  private async scrub(): Promise<void> {
    await scrubStore(this.setupStore, (known) => known.map((one) => ({ ...one, setup: redactSetup(one.setup, redactDocument) })));
    await scrubStore(this.recentStore, (known) => known.map((one) => ({ ...one, name: redactText(one.name) })));
    await scrubStore(this.noiseStore, (known) =>
      known.map((one) => ({
        ...one,
        rates: one.rates.map((rate) => ({ ...rate, settings: rate.settings && redactSettings(rate.settings) })),
      })),
    );
  }

  private async abandoned(): Promise<string[]> {
    const ids = (await readdir(this.recordingsDir).catch(() => [])).filter((id) => ID.test(id));
    const living = await Promise.all(ids.map((id) => hasLivingOwner(this.recordingDir(id))));
    return ids.filter((_, index) => !living[index]);
  }

  /** The recording of a folder; null: nothing can be recovered. */
  private async describe(id: string): Promise<Recording | null> {
    const comparison = await readCheckpoint(this.recordingDir(id));
    if (comparison) return describeComparison(this.recordingDir(id), id, comparison);
    const path = join(this.recordingDir(id), JOURNAL_FILE);
    const size = await stat(path).then(
      ({ size }) => size,
      () => null,
    );
    const header = size === null ? null : await readHeader(path).catch(() => null);
    if (size === null || header === null) return null;
    return { id, name: header.name, createdAt: header.createdAt, script: subjectOf(header.setup), bytes: size };
  }
}

async function readHeader(journal: string): Promise<SessionHeader | null> {
  for await (const entry of readJournal(journal)) return entry.type === 'header' ? entry.header : null;
  return null;
}

/** Null: none of its runs was finished. */
async function describeComparison(dir: string, id: string, { comparison, passes }: ComparisonManifest): Promise<Recording | null> {
  if (!passes.some(({ hasRun }) => hasRun)) return null;
  const sizes = await Promise.all(
    passes.map(({ index }) =>
      stat(join(passDir(dir, index), JOURNAL_FILE)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  const { name, createdAt, setup } = comparison;
  return { id, name, createdAt, script: subjectOf(setup.variants[0]!.setup), bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

function ageOf({ summary }: { readonly summary: RecentSummary | null }): number {
  return -Date.parse(summary?.recordedAt ?? '');
}

/** Rewritten only if there is something to remove. */
async function scrubStore<T>(store: JsonStore<T>, scrub: (value: T) => T): Promise<void> {
  const known = await store.read();
  if (JSON.stringify(scrub(known)) !== JSON.stringify(known)) await store.update(scrub);
}

function isOver(missingSince: string | undefined): boolean {
  return missingSince !== undefined && Date.now() - Date.parse(missingSince) > MISSING_LISTED_MS;
}

/** Empty: it has been gone for too long. */
function noteMissing<Entry extends { readonly missingSince?: string | undefined }>(one: Entry, isGone: boolean): Entry[] {
  const { missingSince, ...rest } = one;
  if (!isGone) return [rest as Entry];
  return isOver(missingSince) ? [] : [{ ...one, missingSince: missingSince ?? new Date().toISOString() }];
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
