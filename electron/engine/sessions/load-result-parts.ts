/** The part of a session file that holds a result of another load tool. */
import { type EditPart, writeAll } from '../../../shared/copies/leave-out.ts';
import { LOAD_FORMATS } from '../../../shared/foreign/importer.ts';
import { type LoadResultManifest, MANIFEST, manifestOf } from '../../../shared/session/format.ts';
import { canonicalJson } from '../../../shared/session/json.ts';
import type { RunRecording } from '../../../shared/session/recording.ts';
import { type Part, text } from './session-parts.ts';

export function* loadResultParts(recording: RunRecording, edit: EditPart = writeAll): Generator<Part> {
  yield text(MANIFEST, () => canonicalJson(manifestOf(edit(MANIFEST, toCell(recording)))));
}

function toCell({ imported, name, leftOut, notes }: RunRecording): LoadResultManifest {
  const format = LOAD_FORMATS.find((one) => one === imported?.format);
  if (imported?.load === undefined || format === undefined) throw new Error('It holds no result of a load');
  return {
    kind: 'load',
    name,
    file: imported.file,
    format,
    result: imported.load,
    remarks: [...imported.notes],
    ...(leftOut.length > 0 && { leftOut: [...leftOut] }),
    notes,
  };
}
