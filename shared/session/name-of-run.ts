/** What a run is called where nobody gave it a name: its script, and what it requests. */
import type { Setup } from '../model/setup.ts';
import { shortSubject, subjectOf } from '../model/subject.ts';
import { withoutNumbers } from '../privacy/hidden.ts';
import { redactSetup } from '../privacy/redaction.ts';
import { firstOf } from '../profile/shorten.ts';
import { requestOf } from './request-of.ts';

/** It is a title and a file name as well. */
const MOST_OF_PLAN = 80;

/** Used in lists and titles, so it never contains possible secrets. A plan is hidden as a whole where secrets are: its names are read from what was asked. */
export function nameOfRun(asked: Setup): string {
  const setup = withoutNumbers(redactSetup(asked));
  const subject = shortSubject(subjectOf(setup));
  const [{ url }] = setup.requests;
  if (asked.plan !== null) return `${subject} ${firstOf(requestOf({ ...setup, plan: asked.plan }), MOST_OF_PLAN)}`;
  return url.startsWith('/') ? `${subject} ${url}` : subject;
}
