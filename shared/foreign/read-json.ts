/** Parses an untrusted JSON text after a survey has shown that its size is bounded. */
import { shorten } from '../base/shorten.ts';
import { showHidden } from '../base/show-hidden.ts';
import type { Bytes } from '../base/units.ts';
import { type JsonSurvey, surveyJson } from '../model/json-survey.ts';
import { say } from '../words/said.ts';
import { checkTextLength } from './check-text-length.ts';
import { RECORD_AGAIN, RECORD_LESS, refuse } from './refuse.ts';

/** What a text may become in memory: a profile of a million nodes comes to about this much; the process that reads it has twice as much. */
const MAX_BUILT: Bytes = 1024 ** 3;

export type Json = Readonly<Record<string, unknown>>;

/** `check` sees what the text holds before it is built. `name` is the file's name, for the sentences. */
export function parseJson(text: string, name: string, maxNesting: number, check: (survey: JsonSurvey) => void = () => {}): unknown {
  checkTextLength(text, name);
  if (text.trim() === '') refuse('damaged', say('profile.empty', { name }), RECORD_AGAIN);
  const survey = surveyJson(text, maxNesting);
  const { tooDeepAt, builtBytes } = survey;
  if (tooDeepAt !== null) refuse('damaged', say('profile.tooDeep', { name, levels: maxNesting, at: tooDeepAt }));
  check(survey);
  if (builtBytes > MAX_BUILT) {
    const megabytes = (size: Bytes): number => Math.round(size / 1e6);
    refuse('too-large', say('profile.tooMuchMemory', { name, megabytes: megabytes(builtBytes), limit: megabytes(MAX_BUILT) }), RECORD_LESS);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    return refuse('damaged', say('profile.notJson', { name, error: showHidden(shorten((error as Error).message, 200)) }), RECORD_AGAIN);
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
