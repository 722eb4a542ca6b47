/** Every form of a study can be started from the command line, each under one name. */
import { expect, test } from 'vitest';
import { chooseAmong, chooseForm } from '../../../electron/cli/flags/choose-form.ts';
import { STUDIES_DIR } from '../../../electron/engine/machine/paths.ts';
import { loadStudies } from '../../../electron/engine/studies/load-studies.ts';
import { messageOf } from '../../helpers/worded.ts';

const demos = await loadStudies(STUDIES_DIR);
const find = (name: string) => demos.find((demo) => demo.name === name)!;

function chosen(study: string, options: Parameters<typeof chooseForm>[1]): string {
  const form = chooseForm(find(study), options);
  return form.ok ? form.value.name : `! ${messageOf(form.failure)}`;
}

test.each(demos.filter(({ services }) => services === null))(
  '$name: every listed form can be chosen by its name; the default is the first',
  (demo) => {
    for (const { name } of demo.comparisons) expect(chosen(demo.name, { form: name })).toBe(name);
    expect(chosen(demo.name, {})).toBe(demo.comparisons[0]!.name);
  },
);

test('--published is short for the form of that name, and turns another form into its published version', () => {
  expect(chosen('ssr', { published: true })).toBe('published');
  expect(chosen('ssr', { published: true, form: 'quick' })).toBe('published');
  expect(chosen('ssr', { published: true, form: 'published' })).toBe('published');
  expect(chosen('ssr', { published: true, form: 'api' })).toBe('api-published');
  expect(chosen('ssr', { published: true, form: 'api-published' })).toBe('api-published');
  // By what the study says of it.
  expect(chosen('console-log', { published: true, form: 'users' })).toBe('users');
});

test('an unknown name is refused with the known ones', () => {
  const names = 'quick, published, api, api-published, mixed, mixed-full, not-found, redirect, small-load';
  expect(chosen('ssr', { form: 'mixd' })).toBe(`! ssr has no form mixd. It has: ${names}.`);
  expect(chosen('ssr', { form: 'mixed', published: true })).toBe(`! The form mixed of ssr has no published version. ssr has: ${names}.`);
  expect(chosen('nothing-changed', { published: true })).toMatch(/has no published version\. nothing-changed has: quick, careful\.$/);
});

test('forms of services are chosen as those of comparisons are', () => {
  const { forms } = demos.find(({ name }) => name === 'unknown-service')!.services!;
  const chosenOf = (asked: { form?: string; published?: boolean }) => {
    const found = chooseAmong('unknown-service', forms, asked);
    return found.ok ? found.value.name : found.failure.code;
  };
  expect([chosenOf({}), chosenOf({ published: true }), chosenOf({ form: 'large' })]).toEqual(['quick', 'published', 'not-found']);
});
