/** What a session file may say of a study of unknown services, and what is made of that. */
import { expect, test } from 'vitest';
import { showServicesWords } from '../../../../electron/engine/foreign/show-hidden-words.ts';
import type { ServicesManifest } from '../../../../shared/session/services-cell.ts';
import { recordedServices as fromCell, servicesCellSchema } from '../../../../shared/session/services-cell.ts';
import { recordedServices } from '../../../helpers/fake-services.ts';

const cell = (told = true) =>
  JSON.parse(JSON.stringify({ kind: 'services', ...recordedServices(told), notes: 'Three.' })) as ServicesManifest;

test.each([true, false])('what is written is read as it was (told: %j)', (told) => {
  expect(fromCell(servicesCellSchema.parse(cell(told)))).toEqual(recordedServices(told));
});

interface Hostile {
  readonly services: { report: { ramp: { dueS: number[] } }; truth: object; guess: object }[];
  readonly plan: object;
}

test.each<[string, (wrong: Hostile) => void]>([
  ['neither a number of workers nor why', ({ services }) => Object.assign(services[0]!.report, { workers: null })],
  ['a number of workers and why there is none', ({ services }) => Object.assign(services[0]!.report, { reason: 'budget' })],
  ['a ramp with other times than requests', ({ services }) => services[0]!.report.ramp.dueS.pop()],
  ['a ramp without a schedule', ({ services }) => Object.assign(services[0]!.report.ramp, { schedule: 'soon' })],
  ['two services of one name', ({ services }) => Object.assign(services[1]!, { name: 'A' })],
  ['five services', ({ services }) => services.push(...['C', 'D', 'E'].map((name) => ({ ...services[0]!, name })))],
  ['a limit without a number', ({ services }) => Object.assign(services[0]!.truth, { workers: null })],
  ['a guess of half a request', ({ services }) => Object.assign(services[0]!.guess, { workers: 0.5 })],
  ['a key that is not known', ({ services }) => Object.assign(services[0]!, { answer: 3 })],
  ['a seed that draws nothing', ({ plan }) => Object.assign(plan, { seed: 0 })],
])('%s is refused', (_, change) => {
  const wrong = cell() as unknown as Hostile;
  change(wrong);
  expect(servicesCellSchema.safeParse(wrong).success).toBe(false);
});

test('what cannot be seen in its words is shown', () => {
  const hostile = cell();
  const shown = showServicesWords({
    ...hostile,
    name: 'a\u202eb',
    notes: 'c\u200bd',
    plan: { ...hostile.plan, title: 'e\u202ef', lesson: { ...hostile.plan.lesson, before: 'g\u200bh\ni' } },
  });
  expect([shown.name, shown.notes, shown.plan.title, shown.plan.lesson.before]).toEqual([
    'a\\u202eb',
    'c\\u200bd',
    'e\\u202ef',
    'g\\u200bh\ni',
  ]);
  const failure = { code: 'target-crashed' as const, says: { verbatim: 'j\u202ek' }, hint: null, detail: 'l\u200bm\nn' };
  const failed = showServicesWords({ ...hostile, services: hostile.services.map((one) => ({ ...one, failure })) });
  expect(failed.services[0]!.failure).toMatchObject({ says: { verbatim: 'j\\u202ek' }, detail: 'l\\u200bm\nn' });
});
