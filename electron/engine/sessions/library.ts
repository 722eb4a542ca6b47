/**
 * What Loopscope keeps between its starts, below one folder:
 *
 *   recordings/ID/journal   runs being recorded, and those whose engine was killed
 *   sessions/               files saved without being asked
 *   recordings/ID/comparison.json and ID/00 ID/01 ...   comparisons being run: their plan, and a journal for each run
 *   recent.json settings.json setups.json noise.json
 */
import { existsSync } from 'node:fs';
import { access, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import * as z from '../../../shared/model/schema.ts';
import type { Setup } from '../../../shared/model/setup.ts';
import { setupSchema } from '../../../shared/model/setup-schema.ts';
import { THEME_CHOICES } from '../../../shared/model/theme.ts';
import type { RecentSession, Recording, RememberedSetup, SessionSummary, Settings } from '../../../shared/protocol/contract.ts';
import type { ComparisonManifest } from '../../../shared/session/format.ts';
import type { Comparison } from '../compare/comparison.ts';
import { MOST_NOISES, type Noise, noiseSchema } from '../compare/noise.ts';
import { sweepTemporaryFiles } from './atomic-write.ts';
import { passDir, readCheckpoint, recoverComparison } from './comparison-file.ts';
import { defaultDataDir } from './data-dir.ts';
import { JOURNAL_FILE, readJournal, recoverJournal, SAVED_MARK } from './journal.ts';
import { JsonStore } from './json-store.ts';
import type { OpenSession } from './open-session.ts';
import { hasLivingOwner } from './owner.ts';

const MAX_RECENT = 50;
const MAX_SETUPS = 100;

const summarySchema = z.object({
  script: z.string(),
  connections: z.number(),
  completed: z.number(),
  failed: z.number(),
  p50Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
  requestsPerSecond: z.number().nullable(),
});
const recentSchema = z.array(z.object({ path: z.string(), name: z.string(), openedAt: z.string(), summary: summarySchema.nullable() }));
const settingsSchema = z.object({ theme: z.enum(THEME_CHOICES) });
const setupsSchema = z.array(z.object({ setup: setupSchema, usedAt: z.string() }));

const DEFAULT_SETTINGS: Settings = { theme: 'system' };

/** An id names one folder and nothing outside it. */
const ID = /^[\w-][\w.-]{0,199}$/;

export class Library {
  readonly dir: string;
  readonly sessionsDir: string;
  private readonly recordingsDir: string;
  private readonly recentStore: JsonStore<z.infer<typeof recentSchema>>;
  private readonly settingsStore: JsonStore<Settings>;
  private readonly setupStore: JsonStore<RememberedSetup[]>;
  private readonly noiseStore: JsonStore<Noise[]>;

  /** `dir` null: the platform's place, or what LOOPSCOPE_DATA_DIR says. */
  constructor(dir: string | null = null) {
    this.dir = dir ?? defaultDataDir();
    this.sessionsDir = join(this.dir, 'sessions');
    this.recordingsDir = join(this.dir, 'recordings');
    this.recentStore = new JsonStore(join(this.dir, 'recent.json'), recentSchema, []);
    this.settingsStore = new JsonStore(join(this.dir, 'settings.json'), settingsSchema, DEFAULT_SETTINGS);
    this.setupStore = new JsonStore(join(this.dir, 'setups.json'), setupsSchema, []);
    this.noiseStore = new JsonStore(join(this.dir, 'noise.json'), noiseSchema, []);
  }

  /** Makes the folders and clears away what killed engines left half-written. */
  async prepare(): Promise<void> {
    for (const dir of [this.dir, this.sessionsDir, this.recordingsDir]) {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await sweepTemporaryFiles(dir);
    }
    for (const id of await this.abandoned()) if (existsSync(join(this.recordingDir(id), SAVED_MARK))) await this.discard(id);
  }

  /** Folder of the journal of a new recording. */
  recordingDir(id: string): string {
    return join(this.recordingsDir, id);
  }

  /** Recordings whose engine is gone and which are in no file, newest first. */
  async recordings(): Promise<Recording[]> {
    await this.prepare();
    const found = await Promise.all((await this.abandoned()).map((id) => this.describe(id)));
    return found.filter((one) => one !== null).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  }

  async recover(id: string): Promise<Outcome<OpenSession | Comparison>> {
    if (!(await this.abandoned()).includes(id))
      return fail('not-found', 'This recording is not there any more.', 'It may have been opened or discarded already.');
    const dir = this.recordingDir(id);
    const comparison = await readCheckpoint(dir);
    if (comparison) return succeed(await recoverComparison(dir, comparison));
    const session = await recoverJournal(join(dir, JOURNAL_FILE));
    return session ? succeed(session) : fail('damaged', 'This recording is damaged from its first byte on.', 'Discard it.');
  }

  async discard(id: string): Promise<void> {
    if (ID.test(id)) await rm(this.recordingDir(id), { recursive: true, force: true });
  }

  /** Sessions opened or saved lately, newest first. */
  async recent(): Promise<RecentSession[]> {
    const known = await this.recentStore.read();
    return Promise.all(known.map(async (one) => ({ ...one, missing: !(await isThere(one.path)) })));
  }

  async remember(path: string, name: string, summary: SessionSummary | null): Promise<void> {
    const entry = { path, name, openedAt: new Date().toISOString(), summary };
    await this.recentStore.update((known) => [entry, ...known.filter((one) => one.path !== path)].slice(0, MAX_RECENT));
  }

  /** Takes a file from the list; the file stays. */
  async forget(path: string): Promise<void> {
    await this.recentStore.update((known) => known.filter((one) => one.path !== path));
  }

  settings(): Promise<Settings> {
    return this.settingsStore.read();
  }

  setSettings(changes: Partial<Settings>): Promise<Settings> {
    return this.settingsStore.update((known) => ({ ...known, ...changes }));
  }

  /** The last set-up of each script. */
  async rememberSetup(setup: Setup): Promise<void> {
    const entry = { setup, usedAt: new Date().toISOString() };
    const isOther = (one: RememberedSetup): boolean => one.setup.target.script !== setup.target.script;
    await this.setupStore.update((known) => [entry, ...known.filter(isOther)].slice(0, MAX_SETUPS));
  }

  /** Newest first; with `script`, of that script only. */
  async rememberedSetups(script: string | null): Promise<RememberedSetup[]> {
    const known = await this.setupStore.read();
    return script === null ? known : known.filter(({ setup }) => setup.target.script === script);
  }

  /** What earlier comparisons say about this machine. */
  noise(): Promise<Noise[]> {
    return this.noiseStore.read();
  }

  async rememberNoise(noise: Noise): Promise<void> {
    await this.noiseStore.update((known) => [noise, ...known].slice(0, MOST_NOISES));
  }

  private async abandoned(): Promise<string[]> {
    const ids = (await readdir(this.recordingsDir).catch(() => [])).filter((id) => ID.test(id));
    const living = await Promise.all(ids.map((id) => hasLivingOwner(this.recordingDir(id))));
    return ids.filter((_, index) => !living[index]);
  }

  /** Null: nothing that could be recovered. */
  private async describe(id: string): Promise<Recording | null> {
    const comparison = await readCheckpoint(this.recordingDir(id));
    if (comparison) return describeComparison(this.recordingDir(id), id, comparison);
    const path = join(this.recordingDir(id), JOURNAL_FILE);
    const size = await stat(path).then(
      ({ size }) => size,
      () => null,
    );
    if (size === null) return null;
    for await (const entry of readJournal(path)) {
      if (entry.type !== 'header') return null;
      const { name, createdAt, setup } = entry.header;
      return { id, name, createdAt, script: setup.target.script, bytes: size };
    }
    return null;
  }
}

/** Null: not one run of it was finished. */
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
  return { id, name, createdAt, script: setup.variants[0]!.setup.target.script, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
