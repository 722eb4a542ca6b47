/** What a run is called where nobody gave it a name: its script, and what it requests. Never with possible secrets. */
import { firstOf } from '../base/shorten.ts';
import { fileName } from '../format/place.ts';
import { wordSaid } from '../format/word-said.ts';
import { loadModel } from '../model/load-models.ts';
import { withoutNumbers } from '../model/setup/hidden.ts';
import type { Setup } from '../model/setup/setup.ts';
import { shortSubject, subjectOf } from '../model/setup/subject.ts';
import { planOf } from '../plan/plan-of.ts';
import { redactText } from '../privacy/redact-text.ts';
import { redactSetup } from '../privacy/redaction.ts';
import { text } from '../words/words.ts';

/** In a list nobody reads more. */
const MOST_CHARACTERS = 200;
/** Of a plan; whoever wants all of them opens it. */
const MOST_NAMES = 4;
/** It is a title and a file name as well, and in lists the load behind it should still be seen. */
const MOST_OF_PLAN = 40;

/** A file that is called so may be of anything. */
const SAYS_NOTHING = /^(?:plan|requests?|load|test)\.\w+$/i;

/** Used in lists and titles, so it never contains possible secrets. A plan is hidden as a whole where secrets are: its names are read from what was asked. */
export function nameOfRun(asked: Setup): string {
  const setup = withoutNumbers(redactSetup(asked));
  const subject = shortSubject(subjectOf(setup));
  const [{ url }] = setup.requests;
  // One server is measured with several plans, and one plan at several rates.
  if (asked.plan !== null)
    return text('run.name.ofPlan', {
      subject,
      plan: nameOfPlan(asked.planFile, requestOf({ ...setup, plan: asked.plan })),
      load: wordSaid(loadModel(asked.load.model).name(asked.load)),
    });
  return url.startsWith('/') ? `${subject} ${url}` : subject;
}

/** What a run requests, for lists: `/slow`, `POST /orders`; of a plan the names of its first requests. Without possible secrets. */
export function requestOf(setup: Setup): string {
  const names = planOf(setup)?.requests.map(({ name }) => name);
  if (names !== undefined) {
    const listed = names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), '…'] : names;
    return firstOf(redactText(listed.join(', ')), MOST_CHARACTERS);
  }
  const [first] = setup.requests;
  if (first === undefined) return '';
  const { method, url } = first;
  return firstOf(redactText(method === 'GET' ? url : `${method} ${url}`), MOST_CHARACTERS);
}

function nameOfPlan(path: string | null, requests: string): string {
  const file = path === null ? '' : fileName(path);
  const name = file === '' || SAYS_NOTHING.test(file) ? requests : file;
  const shown = firstOf(name, MOST_OF_PLAN);
  return shown === name ? name : `${shown.trimEnd()}…`;
}
