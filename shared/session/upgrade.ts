/** Files of earlier formats, brought to today's one step at a time. */

import { columnsOfFormat } from '../load/request-rows.ts';
import { STOPPED_PASS } from '../model/comparison/exclusion.ts';
import { DEFAULT_QUESTION } from '../model/comparison/metrics.ts';
import { fail, type Outcome, succeed } from '../model/failure.ts';
import { type Said, say } from '../words/said.ts';
import { SESSION_FORMAT } from './entries.ts';
import { upgradeSetup } from './upgrade-setup.ts';

/** From the manifest of one version to that of the next, pure. */
export type UpgradeStep = (manifest: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** What format 3 added: one function for each part of the manifest, with its reason. */
const TO_3: readonly UpgradeStep[] = [
  splitSetups,
  nameQuestion,
  nameRequestColumns,
  withoutThreads,
  withoutMachine,
  nameProfiles,
  addKeepsValues,
  keepSentences,
];

/** Key: the version that a step starts from. */
const STEPS: Readonly<Record<number, UpgradeStep>> = {
  // Format 1 knew nothing but runs.
  1: (manifest) => ({ ...manifest, kind: 'run' }),
  2: (manifest) => asExperiment(TO_3.reduce((upgraded, part) => part(upgraded), { ...manifest })),
  // Format 3 had no studies of unknown services; what it had is as it was.
  3: (manifest) => ({ ...manifest }),
};

/** A set-up is a target, requests, a load, a client and a capture; before, the load was all but the first and the last. */
function splitSetups(manifest: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { session, comparison } = manifest;
  if (isObject(session)) return { ...manifest, session: { ...session, setup: upgradeSetup(session.setup) } };
  if (!isObject(comparison) || !isObject(comparison.setup) || !Array.isArray(comparison.setup.variants)) return { ...manifest };
  const variants = comparison.setup.variants.map((one: unknown) => (isObject(one) ? { ...one, setup: upgradeSetup(one.setup) } : one));
  return { ...manifest, comparison: { ...comparison, setup: { ...comparison.setup, variants } } };
}

/** Comparisons had no question: they get the default of new ones. */
function nameQuestion(manifest: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { comparison } = manifest;
  if (!isObject(comparison) || !isObject(comparison.setup)) return { ...manifest };
  return { ...manifest, comparison: { ...comparison, setup: { question: DEFAULT_QUESTION, ...comparison.setup } } };
}

/** What other threads of a process used was not recorded. A comparison's own manifest has no samples. */
function withoutThreads(manifest: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { server } = manifest;
  return isObject(server) ? { ...manifest, server: { ...server, threads: false } } : { ...manifest };
}

/** The machine beside the target was not sampled; the parts are not there. A comparison has them with its runs. */
function withoutMachine(manifest: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return manifest.kind === 'run' ? { ...manifest, machine: { rows: 0 } } : { ...manifest };
}

/** All that was captured were profiles of the CPU time of main threads. */
function nameProfiles(manifest: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { profiles } = manifest;
  if (!Array.isArray(profiles)) return { ...manifest };
  return {
    ...manifest,
    captured: [],
    profiles: profiles.map((profile) => (isObject(profile) ? { ...profile, thread: 0, kind: 'cpu', unit: 'microseconds' } : profile)),
  };
}

/** Until then values of secret names were always left out, without a number, and all others kept. */
function addKeepsValues(manifest: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const part = manifest.kind === 'comparison' ? 'comparison' : 'session';
  const header = manifest[part];
  return isObject(header) ? { ...manifest, [part]: { ...header, keepsValues: false } } : { ...manifest };
}

/** The columns of requests.bin are named. Before, all that there were then were in it. */
function nameRequestColumns(manifest: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { requests } = manifest;
  return isObject(requests) ? { ...manifest, requests: { ...requests, columns: columnsOfFormat(2) } } : { ...manifest };
}

/** What was said was stored in English sentences; they stay as they are. */
function keepSentences(manifest: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { failure, warnings, passes } = manifest;
  return {
    ...manifest,
    ...(isObject(failure) ? { failure: upgradeFailure(failure) } : {}),
    ...(Array.isArray(warnings) ? { warnings: warnings.map(toVerbatim) } : {}),
    ...(Array.isArray(passes) ? { passes: passes.map(keepReason) } : {}),
  };
}

function toVerbatim(sentence: unknown): unknown {
  return { verbatim: sentence };
}

/** Why a run is excluded; that it was stopped is a fixed word. */
function keepReason(pass: unknown): unknown {
  if (!isObject(pass) || typeof pass.excluded !== 'string' || pass.excluded === STOPPED_PASS) return pass;
  return { ...pass, excluded: toVerbatim(pass.excluded) };
}

/** A failure with a message and a hint, as one that says them. */
export function upgradeFailure({ message, hint, ...rest }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...rest, says: { verbatim: message }, hint: hint === '' ? null : { verbatim: hint } };
}

/** Until then the manifest was that of the only cell. After the others, which change it as such. */
function asExperiment({ format: _, ...cell }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { experiment: { cells: [cell] } };
}

/** The schema is checked when all steps are done, so a step may meet anything. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A manifest of any known version as one of today's; the schema is checked afterwards. */
export function upgradeManifest(raw: unknown, steps = STEPS, current: number = SESSION_FORMAT): Outcome<Record<string, unknown>> {
  if (!isObject(raw)) return notAManifest(say('file.whyNoObject'));
  let manifest = raw;
  const { format } = manifest;
  if (typeof format !== 'number' || !Number.isInteger(format) || format < 1) return notAManifest(say('file.whyNoFormat'));
  if (format > current) return newer(format, current);
  for (let version = format; version < current; version++) {
    const step = steps[version];
    if (!step) throw new Error(`No upgrade step from session format ${version}`);
    manifest = { ...step(manifest), format: version + 1 };
  }
  return succeed(manifest);
}

function notAManifest(why: Said): ReturnType<typeof fail> {
  return fail('damaged', say('file.manifestUnreadable', { why }), say('file.openOther'));
}

function newer(format: number, current: number): ReturnType<typeof fail> {
  return fail('newer-version', say('file.newerFormat', { format, current }), say('file.update'));
}
