import { expect, test } from 'vitest';
import { SETTINGS_LIST } from '../../../shared/model/settings-list.ts';
import { en } from '../../../shared/words/en.ts';

/** The word of a union is chosen by controls with texts of their own; a difference in a list is told by its names. */
const settings = SETTINGS_LIST.filter(({ union }) => !union);

test('every setting has a label in the form, and a name in differences', () => {
  const names = (catalogue: object) => Object.keys(catalogue);
  expect(names(en.setup.field).sort()).toEqual(settings.map(({ key }) => key).sort());
  const inDifferences = SETTINGS_LIST.map(({ key, setting }) => (setting.is === 'pairs' ? setting.one : key));
  expect(names(en.compare.field)).toEqual(expect.arrayContaining(inDifferences));
});
