/** The part of a session file that holds what is kept of a snapshot of a heap. */
import { type EditPart, writeAll } from '../../../shared/copies/leave-out.ts';
import { SNAPSHOT_FORMATS } from '../../../shared/foreign/importer.ts';
import { type HeapManifest, MANIFEST, manifestOf } from '../../../shared/session/format.ts';
import { canonicalJson } from '../../../shared/session/json.ts';
import type { RunRecording } from '../../../shared/session/recording.ts';
import { type Part, text } from './session-parts.ts';

export function* heapParts(recording: RunRecording, edit: EditPart = writeAll): Generator<Part> {
  yield text(MANIFEST, () => canonicalJson(manifestOf(edit(MANIFEST, toCell(recording)))));
}

function toCell({ imported, name, leftOut, notes }: RunRecording): HeapManifest {
  const format = SNAPSHOT_FORMATS.find((one) => one === imported?.format);
  if (imported?.heap === undefined || format === undefined) throw new Error('It holds no snapshot of a heap');
  const { constructors, retainers, tree, ...totals } = imported.heap;
  return {
    kind: 'heap',
    name,
    file: imported.file,
    format,
    heap: { ...totals, constructors: [...constructors], retainers: [...retainers], tree: [...tree] },
    ...(leftOut.length > 0 && { leftOut: [...leftOut] }),
    notes,
  };
}
