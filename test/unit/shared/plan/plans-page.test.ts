import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPlan } from '../../../../shared/plan/read-plan.ts';
import { wordProblems } from '../../../helpers/request-plans.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/user/PLANS.md'), 'utf8');

test('the plans in the documentation are plans', () => {
  const plans = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text]) => text!);
  expect(plans.length).toBeGreaterThan(1);
  for (const text of plans) expect(wordProblems(readPlan(text))).toEqual([]);
});

test('every load of its table can be read', () => {
  const loads = [...page.matchAll(/`(\{ model: [^`]*\})`/g)].map(([, load]) => load!);
  expect(loads).toHaveLength(4);
  for (const load of loads) expect(wordProblems(readPlan(`plan: 1\nrequests: [/]\nload: ${load}`))).toEqual([]);
});
