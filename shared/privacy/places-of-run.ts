import { PARTS } from '../session/parts/parts.ts';
import type { RunRecording } from '../session/recording.ts';
import { wordSaid } from '../words/word-said.ts';
import type { PlaceCollector } from './shorten-places.ts';

/** Every folder that a run names, for a copy without them. */
export function addPlacesOf(recording: RunRecording, places: PlaceCollector): void {
  const { header, resolved, failure } = recording;
  if (header) places.addSetup(header.setup);
  if (resolved) places.addFile(resolved.nodePath);
  places.addNamed(resolved?.nginx ?? '');
  for (const { title } of [...recording.processes, ...recording.threads]) places.addNamed(title);
  for (const said of [...recording.warnings, ...(failure === null ? [] : [failure.says, failure.hint])])
    if (said !== null) places.addNamed(wordSaid(said));
  if (recording.joined !== null) places.addFile(recording.joined.file);
  for (const { frames } of recording.allProfiles()) for (const { url, name } of frames) places.addFrame(url, name);
  for (const part of PARTS) part.tellPlaces(recording[part.name], places);
  places.addText(failure?.detail ?? '');
  places.addText(recording.notes);
}
