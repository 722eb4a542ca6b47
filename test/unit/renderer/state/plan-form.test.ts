import { expect, test } from 'vitest';
import { checkForm } from '../../../../renderer/state/forms/check-form.ts';
import {
  bodyOfKind,
  joinPlans,
  parseScalar,
  planForForm,
  planOfOneRequest,
  textOfForm,
  typedScalar,
} from '../../../../renderer/state/forms/plan-form.ts';
import { differs, formOfPlan, planWithForm } from '../../../../renderer/state/forms/plan-settings-form.ts';
import { EMPTY_FORM, type SetupForm, toSetup } from '../../../../renderer/state/forms/setup-form.ts';
import { readPlan } from '../../../../shared/plan/read-plan.ts';
import { planOf, wordProblems } from '../../../helpers/request-plans.ts';

const FORM: SetupForm = { ...EMPTY_FORM, script: '/srv/app.js' };

test('a request without a name of its own is called by its method and path, whatever becomes of them', () => {
  const text = 'plan: 1\nrequests:\n  - /a # mine\n  - { url: /b, name: second }\n';
  const plan = planForForm(planOf(text));
  const [first, second] = plan.requests;
  expect(textOfForm({ ...plan, requests: [{ ...first!, url: '/new' }, second!] }, text)).toBe(
    'plan: 1\nrequests:\n  - url: /new\n  - { url: /b, name: second }\n',
  );
});

test('rows that are empty yet are not in the text', () => {
  const text = 'plan: 1\nsequence:\n  - /a\n';
  const plan = planForForm(planOf(text));
  const [first] = plan.requests;
  const open = {
    ...first!,
    headers: [{ name: '', value: '' }],
    captures: [{ name: '', from: 'json', at: '' } as const],
  };
  expect(textOfForm({ ...plan, requests: [open], values: [{ name: '', source: { kind: 'counter', first: 1 } }] }, text)).toBe(text);
});

test('several requests begin with the one that there is; its braces are no placeholders', () => {
  const text = planOfOneRequest({ ...FORM, url: 'http://127.0.0.1:3000/a?q={{x}}', body: '{"a": 1}', method: 'PUT' });
  expect(planOf(text).requests).toMatchObject([{ url: '/a?q=\\{{x}}', method: 'PUT', body: { kind: 'text', text: '{"a": 1}' } }]);
});

test('joined plans have no name twice', () => {
  const [one, other] = ['- /a\n  - { url: /b, name: b }', '- /a\n  - { url: /c, name: b }'].map((list) =>
    planOf(`plan: 1\nrequests:\n  ${list}\n`),
  );
  const read = readPlan(textOfForm(joinPlans(planForForm(one!), other!), ''));
  expect(wordProblems(read)).toEqual([]);
  expect(read.ok && read.plan.requests.map(({ name }) => name)).toEqual(['GET /a', 'b', 'GET /a (2)', 'GET /c']);
});

test('a value in JSON keeps its type, and what is typed as text stays text', () => {
  for (const value of [true, null, 3, -1.5, 'true', '3', 'a b', '"quoted"', '']) expect(parseScalar(typedScalar(value))).toBe(value);
  expect(bodyOfKind({ kind: 'text', text: '{"a": [1]}' }, 'json')).toEqual({ kind: 'json', json: { a: [1] } });
});

test.each<Partial<SetupForm>>([
  { loadModel: 'closed', connections: 7, endBy: 'duration', durationS: 3, warmupS: 0 },
  { loadModel: 'closed', connections: 7, endBy: 'amount', requests: 90, timeoutS: 4 },
  { loadModel: 'users', users: 5, requestsEach: 6, spreadS: 2 },
  { loadModel: 'arrivals', schedule: '10/s for 20s, 3x(10/s for 5s, 100/s for 1s)', poisson: true, seed: 9 },
  { loadModel: 'sweep', levels: '100/s..400/s', holdS: 2, maxInFlight: 50, keepAlive: false },
])('a saved plan says what the form says, and fills it in again: $loadModel', (change) => {
  const form = { ...FORM, ...change };
  const plan = planOf('plan: 1\nrequests: [/a]\n');
  const read = readPlan(textOfForm(planWithForm(plan, form), ''));
  expect(wordProblems(read)).toEqual([]);
  const saved = (read as { plan: typeof plan }).plan;
  expect(differs(form, saved)).toBe(false);
  expect(toSetup({ ...FORM, ...formOfPlan(saved) })).toEqual(toSetup(form));
});

test('a text that is no plan is a problem of its field; a host that it names may be allowed', () => {
  expect(checkForm({ ...FORM, plan: '\n' }).problems).toEqual({ plan: 'badPlan' });
  const elsewhere = { ...FORM, plan: 'plan: 1\nrequests: [http://example.com/a]\n', allowHost: 'example.com' };
  expect(checkForm(elsewhere).setup?.load.allowHost).toBe('example.com');
  expect(checkForm({ ...elsewhere, plan: '' }).setup?.load.allowHost).toBe(null);
});
