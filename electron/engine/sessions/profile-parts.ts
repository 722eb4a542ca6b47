/** The parts of a session file that holds a profile of another tool. */
import { type EditPart, writeAll } from '../../../shared/copies/leave-out.ts';
import { PROFILE_FORMATS } from '../../../shared/foreign/importer.ts';
import { FailureError, fail } from '../../../shared/model/failure.ts';
import type { Profile } from '../../../shared/model/profile/profile.ts';
import { EARLIEST_US, toV8Profile } from '../../../shared/profile/export/export-cpuprofile.ts';
import { MANIFEST, manifestOf, type ProfileManifest, profilePart } from '../../../shared/session/format.ts';
import { canonicalJson } from '../../../shared/session/json.ts';
import { CAPS } from '../../../shared/session/limits.ts';
import { TICKS_FILE } from '../../../shared/session/parts/ticks.ts';
import type { RunRecording } from '../../../shared/session/recording.ts';
import { say } from '../../../shared/words/said.ts';
import { type Part, text } from './session-parts.ts';

/** Writing throws FailureError if the parts would be too large to be opened again: another format may have held the same in fewer bytes. */
export function* profileParts(recording: RunRecording, edit: EditPart = writeAll): Generator<Part> {
  const { profiles, ticks } = importedOf(recording);
  let size = 0;
  const fitting = (name: string, make: () => string): Part =>
    text(name, () => {
      const content = orTooLarge(make);
      size += Buffer.byteLength(content);
      if (size > CAPS.text) throw tooLarge();
      return content;
    });
  for (const profile of profiles)
    yield fitting(profilePart(profile), () => JSON.stringify(edit(profilePart(profile), toV8Profile(profile, EARLIEST_US))));
  for (const [name, write] of Object.entries(TICKS_FILE.write)) if (ticks !== null) yield fitting(name, () => write(edit(name, ticks)));
  yield fitting(MANIFEST, () => canonicalJson(manifestOf(edit(MANIFEST, toCell(recording)))));
}

function toCell(recording: RunRecording): ProfileManifest {
  const { format: known, profiles, titles, hasPlaces, file, called, notes: remarks } = importedOf(recording);
  const format = PROFILE_FORMATS.find((one) => one === known);
  if (format === undefined) throw new Error('A result of a load has a part of its own');
  return {
    kind: 'profile',
    name: recording.name,
    file,
    format,
    hasPlaces,
    // Its profiles may be taken out of the file and opened in DevTools.
    origin: EARLIEST_US,
    profiles: profiles.map((profile, thread) => ({ unit: profile.unit, title: titles[thread] ?? '', ...timesOf(profile) })),
    ...(called === undefined ? {} : { called }),
    remarks: [...remarks],
    ...(recording.leftOut.length > 0 && { leftOut: [...recording.leftOut] }),
    notes: recording.notes,
  };
}

/** How a profile of time was made if it was not sampled. */
function timesOf({ unit, weights, isTraced }: Profile): Pick<ProfileManifest['profiles'][number], 'times'> {
  if (isTraced) return { times: 'traced' };
  return unit === 'microseconds' && weights !== null ? { times: 'counted' } : {};
}

function importedOf({ imported }: RunRecording): NonNullable<RunRecording['imported']> {
  if (imported === null) throw new Error('A recording of a run has a file of its own');
  return imported;
}

/** V8 cannot make a string of half a gigabyte. */
function orTooLarge(make: () => string): string {
  try {
    return make();
  } catch (error) {
    throw error instanceof RangeError ? tooLarge() : error;
  }
}

function tooLarge(): FailureError {
  return new FailureError(
    fail('too-large', say('save.profileTooLarge', { limit: { figure: CAPS.text, as: 'bytes' } }), say('save.keepFile')).failure,
  );
}
