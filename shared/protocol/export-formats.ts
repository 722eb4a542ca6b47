/** Which formats can hold a part of a run. */
import type { RequestParams } from './contract.ts';

type Format = RequestParams<'export.text'>['format'];

/** Reports and ticks are of the whole run: a report says how all of it went, and a tick says nothing of when. */
const WHOLE_ONLY: readonly Format[] = ['html', 'markdown', 'brief', 'lesson', 'ticks'];

export function canHoldWindow(format: Format): boolean {
  return !WHOLE_ONLY.includes(format);
}
