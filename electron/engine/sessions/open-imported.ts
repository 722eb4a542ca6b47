/** What another tool has recorded, a profile, a result of a load or a snapshot of a heap: shown from its own file, or from a session that it was saved as. */
import type { ImportedFile } from '../../../shared/foreign/importer.ts';
import { RunRecording } from '../../../shared/session/recording.ts';
import type { ReadKept } from '../foreign/protocol.ts';
import type { OpenSession } from './open-session.ts';

export function openImported(imported: ImportedFile, isForeign: boolean): OpenSession {
  let foreign = isForeign;
  return {
    recording: RunRecording.ofImported(imported),
    kind: imported.heap !== undefined ? 'heap' : imported.load === undefined ? 'profile' : 'load',
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

export function openKept({ imported, name, notes, leftOut }: ReadKept): OpenSession {
  const opened = openImported(imported, false);
  opened.recording.apply({ type: 'name', name });
  opened.recording.apply({ type: 'notes', text: notes });
  opened.recording.leftOut = leftOut;
  return opened;
}
