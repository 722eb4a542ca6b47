/**
 * What a manifest says only to be read (names, warnings, failures, facts) with what cannot be seen made visible. What is asked of a run
 * (arguments, headers, bodies) stays as it is: it is run again as it was.
 */

import { showHidden, showHiddenInLines, showTexts } from '../../../shared/base/show-hidden.ts';
import type { JoinedLoad } from '../../../shared/load/foreign/joined-load.ts';
import { STOPPED_PASS } from '../../../shared/model/comparison/exclusion.ts';
import type { Failure } from '../../../shared/model/failure.ts';
import type { LoadResult } from '../../../shared/model/load/load-result.ts';
import type { ComparisonManifest, HeapManifest, LoadResultManifest, Manifest, ProfileManifest } from '../../../shared/session/format.ts';
import type { ServicesManifest } from '../../../shared/session/services-cell.ts';
import { mapTexts } from '../../../shared/words/said.ts';

export function showRunWords(manifest: Manifest): Manifest {
  const { session, resolved, processes, threads, warnings, joined, notes, failure } = manifest;
  return {
    ...manifest,
    session: {
      ...session,
      name: showHidden(session.name),
      environment: showTexts(session.environment),
      command: showHiddenInLines(session.command),
    },
    resolved: resolved && {
      ...showTexts(resolved),
      ...(resolved.nginx === undefined ? {} : { nginx: showHiddenInLines(resolved.nginx) }),
    },
    processes: processes.map(showTexts),
    ...(threads === undefined ? {} : { threads: threads.map(showTexts) }),
    warnings: warnings.map((says) => mapTexts(says, showHiddenInLines)),
    ...(joined === undefined ? {} : { joined: { ...joined, ...showResultWords(joined) } }),
    notes: showHiddenInLines(notes),
    failure: failure && showFailure(failure),
  };
}

export function showProfileWords(manifest: ProfileManifest): ProfileManifest {
  const { name, file, profiles, remarks, notes } = manifest;
  return {
    ...manifest,
    name: showHidden(name),
    file: showHidden(file),
    profiles: profiles.map(showTexts),
    remarks: remarks.map((says) => mapTexts(says, showHiddenInLines)),
    notes: showHiddenInLines(notes),
  };
}

export function showLoadWords(manifest: LoadResultManifest): LoadResultManifest {
  const { name, notes } = manifest;
  return { ...manifest, name: showHidden(name), ...showResultWords(manifest), notes: showHiddenInLines(notes) };
}

/** Of what is kept of a snapshot of a heap; names in it are shown by `importedHeap`. */
export function showKeptWords(manifest: HeapManifest): HeapManifest {
  const { name, file, notes } = manifest;
  return { ...manifest, name: showHidden(name), file: showHidden(file), notes: showHiddenInLines(notes) };
}

/** Of a result of another load tool, as a session or joined to a run. */
function showResultWords({ file, result, remarks }: Pick<JoinedLoad, 'file' | 'result' | 'remarks'>) {
  return {
    file: showHidden(file),
    result: showResult(result),
    remarks: remarks.map((says) => mapTexts(says, showHiddenInLines)),
  };
}

function showResult(result: LoadResult): LoadResult {
  return {
    ...showTexts(result),
    status: showKeys(result.status),
    errors: showKeys(result.errors),
    figures: result.figures.map(showTexts),
  };
}

const showKeys = (counts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [showHidden(name), count]));

export function showComparisonWords(manifest: ComparisonManifest): ComparisonManifest {
  const { comparison, passes, notes, failure } = manifest;
  const variants = comparison.setup.variants.map((variant) => ({ ...variant, title: showHidden(variant.title) }));
  return {
    ...manifest,
    comparison: {
      ...comparison,
      name: showHidden(comparison.name),
      environment: showTexts(comparison.environment),
      setup: { ...comparison.setup, variants },
    },
    passes: passes.map(showReason),
    notes: showHiddenInLines(notes),
    failure: failure && showFailure(failure),
  };
}

export function showServicesWords(manifest: ServicesManifest): ServicesManifest {
  const { name, plan, services, notes } = manifest;
  const { form, lesson } = plan;
  return {
    ...manifest,
    name: showHidden(name),
    plan: {
      ...showTexts(plan),
      form: showTexts(form),
      lesson: {
        question: showHidden(lesson.question),
        before: showHiddenInLines(lesson.before),
        reveal: showHiddenInLines(lesson.reveal),
        explain: showHiddenInLines(lesson.explain),
        tryNext: showHiddenInLines(lesson.tryNext),
      },
    },
    services: services.map((one) => ({
      ...showTexts(one),
      failure: one.failure && showFailure(one.failure),
      report: one.report && { ...showTexts(one.report), light: one.report.light && showTexts(one.report.light) },
    })),
    notes: showHiddenInLines(notes),
  };
}

function showReason(pass: ComparisonManifest['passes'][number]): ComparisonManifest['passes'][number] {
  const { excluded } = pass;
  return excluded === null || excluded === STOPPED_PASS ? pass : { ...pass, excluded: mapTexts(excluded, showHiddenInLines) };
}

function showFailure<F extends Pick<Failure, 'says' | 'hint'> & { readonly detail?: string | undefined }>(failure: F): F {
  const { says, hint, detail } = failure;
  const shown = { says: mapTexts(says, showHiddenInLines), hint: hint && mapTexts(hint, showHiddenInLines) };
  return { ...failure, ...shown, ...(detail === undefined ? {} : { detail: showHiddenInLines(detail) }) };
}
