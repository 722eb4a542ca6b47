import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_SETUP } from '../../../../shared/model/setup/setup.ts';
import { checkPlan } from '../../../../shared/plan/check-plan.ts';
import { writePlan } from '../../../../shared/plan/write-plan.ts';
import { redactPlan, redactPlanText } from '../../../../shared/privacy/redact-plan.ts';
import { createFullRedaction, createRedaction } from '../../../../shared/privacy/redaction.ts';
import { planOf, somePlan } from '../../../helpers/request-plans.ts';

const SECRET = 'hunter2-s3cret';

const TEXT = `plan: 1
sequence:
  - { url: '/login?token=${SECRET}', body: { form: { user: '{{user}}', password: ${SECRET} } }, capture: { token: { json: $.token } } }
  - url: /api?token={{token}}&page=2
    headers: { accept: text/html, x-own: ${SECRET}, authorization: 'Bearer {{token}}', x-key: 'key-${SECRET}-{{token}}' }
    body: { json: { id: '{{token}}', secret: ${SECRET}, deep: [{ card: 4111111111111111, ok: true }] } }
  - { url: /text, body: 'a ${SECRET}' }
  - { url: /file, body: { file: a.bin } }
values: { user: { file: users.csv, column: user } }
`;

test('secrets are left out, placeholders and what describes the request stay', () => {
  const hidden: string[] = [];
  const plan = redactPlan(planOf(TEXT), (value) => {
    if (!hidden.includes(value)) hidden.push(value);
    return `(not saved ${1 + hidden.indexOf(value)})`;
  });
  expect(writePlan(plan)).toBe(`plan: 1
sequence:
  - url: /login?token=(not saved 1)
    body:
      form:
        user: "{{user}}"
        password: (not saved 1)
    capture:
      token:
        json: $.token
  - url: /api?token={{token}}&page=2
    headers:
      accept: text/html
      x-own: (not saved 1)
      authorization: Bearer {{token}}
      x-key: (not saved 2)
    body:
      json:
        id: "{{token}}"
        secret: (not saved 1)
        deep:
          - card: (not saved 3)
            ok: true
  - url: /text
    body: (not saved 4)
  - url: /file
    body:
      file: a.bin
values:
  user:
    file: users.csv
    column: user
`);
});

test('what is left is still a plan', () => {
  fc.assert(
    fc.property(somePlan, (plan) => {
      expect(checkPlan(redactPlan(plan, () => '(not saved)'))).toEqual([]);
    }),
    { seed: 6, numRuns: 200 },
  );
});

test('the text of a set-up: what is stored is a plan, the same when it is stored again, without comments; `all` leaves out harmless values, too', () => {
  const setup = { ...DEFAULT_SETUP, plan: TEXT.replace('sequence:', `# ${SECRET}\nsequence:`) };
  const once = createRedaction(false, redactPlanText).setup(setup);
  expect(once.plan).not.toContain(SECRET);
  expect(planOf(once.plan!).requests).toHaveLength(4);
  expect(createRedaction(false, redactPlanText).setup(once)).toEqual(once);
  expect(once.plan).toContain('accept: text/html');
  expect(createFullRedaction([setup], redactPlanText).setup(setup).plan).not.toContain('text/html');
  expect(createRedaction(false, redactPlanText).setup({ ...setup, plan: `no plan ${SECRET}` }).plan).toBe('(not saved 1)');
  // Without a parser nothing of it is kept.
  expect(createRedaction(false).setup(setup).plan).toBe('(not saved 1)');
});
