/** Files of earlier formats, brought to today's one step at a time. */
import { fail, type Outcome, succeed } from '../model/failure.ts';
import { SESSION_FORMAT } from './entries.ts';

/** From the manifest of one version to that of the next, pure. */
export type UpgradeStep = (manifest: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** Key: the version that a step starts from. */
const STEPS: Readonly<Record<number, UpgradeStep>> = {
  // Format 1 knew nothing but runs.
  1: (manifest) => ({ ...manifest, kind: 'run' }),
};

/** A manifest of any known version as one of today's; the schema is checked afterwards. */
export function upgradeManifest(raw: unknown, steps = STEPS, current: number = SESSION_FORMAT): Outcome<Record<string, unknown>> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return notAManifest('it is no object');
  let manifest = raw as Record<string, unknown>;
  const { format } = manifest;
  if (typeof format !== 'number' || !Number.isInteger(format) || format < 1) return notAManifest('it names no format');
  if (format > current) return newer(format, current);
  for (let version = format; version < current; version++) {
    const step = steps[version];
    if (!step) throw new Error(`No upgrade step from session format ${version}`);
    manifest = { ...step(manifest), format: version + 1 };
  }
  return succeed(manifest);
}

function notAManifest(why: string): ReturnType<typeof fail> {
  return fail('damaged', `The session file is damaged: its manifest cannot be read (${why}).`, 'Open another copy of it.');
}

function newer(format: number, current: number): ReturnType<typeof fail> {
  return fail(
    'newer-version',
    `The session file was written by a newer Loopscope: it has format ${format}, this version reads formats up to ${current}.`,
    'Update Loopscope to open it.',
  );
}
