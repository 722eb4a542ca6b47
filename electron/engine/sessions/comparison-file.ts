/**
 * A comparison on disk: while it is running a folder with one journal per run, afterwards one session file.
 *
 *   recordings/ID/comparison.json    the plan and the progress, rewritten after each run
 *   recordings/ID/00/journal ...     the journal of each run, as of any run
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type EditPart, writeAll } from '../../../shared/copies/leave-out.ts';
import { STOPPED_PASS } from '../../../shared/model/comparison/exclusion.ts';
import { type ComparisonManifest, MANIFEST, manifestOf, runFolder, sessionManifestSchema } from '../../../shared/session/format.ts';
import { canonicalJson, parseJson } from '../../../shared/session/json.ts';
import { upgradeManifest } from '../../../shared/session/upgrade.ts';
import { say } from '../../../shared/words/said.ts';
import { type Ask, openedFiles } from '../foreign/foreign-files.ts';
import type { RunPlaces } from '../foreign/protocol.ts';
import { damaged, replaced } from '../foreign/refusals.ts';
import { claim } from '../machine/owner.ts';
import { syncFolder, writeTextAtomically } from './atomic-write.ts';
import { type Comparison, comparisonOf, type PassSource } from './comparison.ts';
import { JOURNAL_FILE, markSaved, recoverJournal } from './journal.ts';
import { loadResultParts } from './load-result-parts.ts';
import { openKept } from './open-imported.ts';
import { type CurrentFile, isSame, openRun } from './open-run.ts';
import { below, type Part, sessionParts, text } from './session-parts.ts';

export const COMPARISON_FILE = 'comparison.json';

/** Folder of one run's journal. */
export function passDir(dir: string, index: number): string {
  return join(dir, String(index).padStart(2, '0'));
}

/** Makes the folder of a new comparison. Throws what the file system throws. */
export async function startComparisonFolder(dir: string, comparison: Comparison): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await claim(dir);
  await checkpoint(dir, comparison);
  await syncFolder(join(dir, '..'));
  comparison.onSaved = () => markSaved(dir);
}

/** Stores the progress of the comparison. */
export async function checkpoint(dir: string, comparison: Comparison): Promise<void> {
  await writeTextAtomically(join(dir, COMPARISON_FILE), manifestText(comparison));
}

export function journalSource(dir: string, index: number): PassSource {
  return async () => {
    const session = await recoverJournal(join(passDir(dir, index), JOURNAL_FILE));
    if (!session) throw damaged(say('file.run', { number: index + 1 }), say('file.whyNoBeginning'));
    // It ended regularly; only a run whose engine was killed counts as recovered.
    return { ...session, recovered: session.recording.ending === 'recovered' };
  };
}

/** Removes the folders of runs that recorded nothing. */
export async function discardPass(dir: string, index: number): Promise<void> {
  await rm(passDir(dir, index), { recursive: true, force: true });
}

/** Recovers the plan of a comparison whose engine was killed; null: it cannot be read. */
export async function readCheckpoint(dir: string): Promise<ComparisonManifest | null> {
  try {
    const upgraded = upgradeManifest(parseJson(await readFile(join(dir, COMPARISON_FILE), 'utf8')));
    const [cell] = (upgraded.ok && sessionManifestSchema.safeParse(upgraded.value).data?.experiment.cells) || [];
    return cell?.kind === 'comparison' ? cell : null;
  } catch {
    return null;
  }
}

/** The comparison with its finished runs. The interrupted run can be viewed, but is excluded. */
export async function recoverComparison(dir: string, manifest: ComparisonManifest): Promise<Comparison> {
  const comparison = comparisonOf({ ...manifest, ending: manifest.ending ?? 'recovered' }, true);
  for (const { index, hasRun, excluded } of manifest.passes) {
    const source = journalSource(dir, index);
    const session = await source().catch(() => null);
    const why = excluded ?? (hasRun ? null : STOPPED_PASS);
    if (session && session.recording.originUs !== null) await comparison.finishPass(index, session, source, why);
    else comparison.exclude(index, excluded ?? STOPPED_PASS);
  }
  comparison.onSaved = () => markSaved(dir);
  return comparison;
}

/** The parts of the file. One run is in memory at a time. */
export async function* comparisonParts(comparison: Comparison, edit: EditPart = writeAll): AsyncGenerator<Part> {
  for (const { index, source } of comparison.passes) {
    if (!source) continue;
    const session = await source();
    const parts =
      session.kind === 'load'
        ? loadResultParts(session.recording, edit)
        : sessionParts(session.recording, () => session.requestEntries(), edit);
    yield* below(runFolder(index), parts);
  }
  yield text(MANIFEST, () => canonicalJson(manifestOf(edit(MANIFEST, comparison.toManifest()))));
}

/** Replays every run of an opened file, one after the other. Throws FailureError. */
export async function openComparison(ask: Ask, manifest: ComparisonManifest, path: string): Promise<Comparison> {
  checkPasses(manifest, basename(path));
  const comparison = comparisonOf({ ...manifest, ending: manifest.ending ?? 'recovered' }, false);
  const current: CurrentFile = { path };
  comparison.moveTo = (moved) => {
    current.path = moved;
  };
  for (const { index, variant, hasRun, excluded } of manifest.passes) {
    if (!hasRun) continue;
    const folder = runFolder(index);
    if (manifest.comparison.setup.variants[variant]!.tool !== undefined) {
      const kept = openKept(await ask('result', { path, folder }));
      await comparison.finishPass(index, kept, async () => kept, excluded);
      continue;
    }
    const run = await ask('run', { path, folder });
    const session = await openRun(run, current, folder);
    await comparison.finishPass(index, session, () => reopenRun(current, folder, run.places), excluded);
  }
  return comparison;
}

/** Reopened each time, so that the file can be replaced while it is shown. */
async function reopenRun(current: CurrentFile, folder: string, known: RunPlaces): ReturnType<PassSource> {
  const { path } = current;
  const run = await openedFiles.read(path, (ask) => ask('run', { path, folder }));
  if (!isSame(run.places, known)) throw replaced(basename(path));
  return openRun(run, current, folder);
}

function checkPasses({ passes, comparison }: ComparisonManifest, name: string): void {
  passes.forEach(({ index, variant }, at) => {
    if (index !== at) throw damaged(name, say('file.whyRunIndex', { at, index }));
    if (variant >= comparison.setup.variants.length) throw damaged(name, say('file.whyRunVariant', { at }));
  });
}

function manifestText(comparison: Comparison): string {
  return canonicalJson(manifestOf(comparison.toManifest()));
}
