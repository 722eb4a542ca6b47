import { expect, test } from 'vitest';
import { SETTINGS } from '../../../../shared/model/setup/settings.ts';
import { SETTINGS_LIST } from '../../../../shared/model/setup/settings-list.ts';
import { SUBJECTS, subjectGivenBy } from '../../../../shared/model/setup/subject.ts';
import { messages } from '../../../../shared/words/catalogue.ts';

/** The word of a union is chosen by controls with texts of their own; a difference in a list is told by its names. */
const settings = SETTINGS_LIST.filter(({ union }) => !union);

test('every setting has a label in the form, and a name in differences', () => {
  const names = (catalogue: object) => Object.keys(catalogue);
  expect(names(messages.setup.field).sort()).toEqual(settings.map(({ key }) => key).sort());
  const inDifferences = SETTINGS_LIST.map(({ key, setting }) => (setting.is === 'pairs' ? setting.one : key));
  expect(names(messages.compare.field)).toEqual(expect.arrayContaining(inDifferences));
});

test('every kind of target has one setting that names it, with a sentence for when that is missing', () => {
  const kinds = SUBJECTS.flatMap(({ memberships }) => memberships.map(({ members }) => members));
  expect(kinds).toEqual(Object.keys(SETTINGS.target.members).map((kind) => [kind]));
  const words: Readonly<Record<string, object>> = messages.setup.field;
  for (const { key } of SUBJECTS) expect(words[key]).toHaveProperty('missing');
  expect(SUBJECTS.filter(({ setting }) => setting.subject === 'otherwise')).toHaveLength(1);
  expect(subjectGivenBy('server.js').path).toBe('target.script');
});
