/** A profile of another tool: shown from its own file, or from a session that it was saved as. */
import type { ImportedFile } from '../../../shared/profile/importer.ts';
import { RunRecording } from '../../../shared/session/recording.ts';
import type { ReadKeptProfile } from '../foreign/protocol.ts';
import type { OpenSession } from './open-session.ts';

export function openProfile(imported: ImportedFile, isForeign: boolean): OpenSession {
  let foreign = isForeign;
  return {
    recording: RunRecording.ofImported(imported),
    kind: 'profile',
    get isForeign() {
      return foreign;
    },
    recovered: false,
    async *rows() {},
    async *requestEntries() {},
    moveTo: () => {
      foreign = false;
    },
    close: async () => {},
  };
}

export function openKept({ imported, name, notes, leftOut }: ReadKeptProfile): OpenSession {
  const opened = openProfile(imported, false);
  opened.recording.apply({ type: 'name', name });
  opened.recording.apply({ type: 'notes', text: notes });
  opened.recording.leftOut = leftOut;
  return opened;
}
