import { expect, test } from 'vitest';
import { withPlan } from '../../../electron/cli/flags/plan-options.ts';
import { toSetup } from '../../../electron/cli/flags/setup-options.ts';
import { formatCommand } from '../../../shared/model/setup/command-line.ts';
import { SETTINGS } from '../../../shared/model/setup/settings.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import { loadOfPlan } from '../../../shared/plan/export/load-of.ts';
import { text } from '../../../shared/words/words.ts';
import { planOf } from '../../helpers/request-plans.ts';
import { messageOf } from '../../helpers/worded.ts';

function setupOf(load: string, flags: Readonly<Record<string, unknown>> = {}, file: string | null = null): Setup {
  const text = `plan: 1\nrequests: [/a]\n${load}`;
  const given = withPlan({ plan: planOf(text), text, file, flag: '--plan' }, flags);
  const setup = given.ok ? toSetup('/srv/app.js', given.value) : given;
  if (!setup.ok) throw new Error(messageOf(setup.failure));
  return setup.value;
}

test.each([
  ['closed', '{ model: closed, connections: 7, amount: 90 }', { connections: 7, end: { by: 'amount', requests: 90 } }],
  ['users', '{ model: users, users: 5, requests: 3, spread: 2 }', { users: 5, requestsEach: 3, spreadS: 2 }],
  ['users', '{ model: users }', { users: 50 }],
  [
    'arrivals',
    '{ model: arrivals, phases: [10/s for 2s, pause 1s], poisson: true, seed: 4, maxInFlight: 9 }',
    { schedule: '10/s for 2s, pause 1s', poisson: true, seed: 4, maxInFlight: 9 },
  ],
  ['sweep', '{ model: sweep, of: rate, levels: 10..40, hold: 2 }', { levels: '10/s..40/s', holdS: 2 }],
  ['sweep', '{ model: sweep, levels: "1, 4" }', { levels: '1, 4' }],
])('the load of a plan is that of the run: %s', (model, load, settings) => {
  expect(setupOf(`load: ${load}\nwarmup: 2\ntimeout: 3`).load).toMatchObject({ model, ...settings, warmupS: 2, timeoutS: 3 });
});

const sequence = (length: number, load = ''): string =>
  `plan: 1\nsequence: [${Array.from({ length }, (_, nth) => `/${nth}`).join(', ')}]\n${load}`;

function eachOf(text: string, flags: Readonly<Record<string, unknown>> = {}): unknown {
  const given = withPlan({ plan: planOf(text), text, file: null, flag: '--plan' }, flags);
  const setup = given.ok ? toSetup('/srv/app.js', given.value) : given;
  if (!setup.ok) throw new Error(messageOf(setup.failure));
  return 'requestsEach' in setup.value.load ? setup.value.load.requestsEach : null;
}

test('users make whole passes of a sequence, at least as many requests as without one', () => {
  const each = (length: number) => eachOf(sequence(length), { 'load.users': 60 });
  expect([1, 3, 13, 20, 22, 50].map(each)).toEqual([20, 21, 26, 20, 22, 50]);
  expect(eachOf(sequence(22, 'load: { model: users, users: 60 }'))).toBe(22);
  expect(eachOf(sequence(22, 'load: { model: closed }'), { 'load.users': 60 })).toBe(22);
  expect(loadOfPlan(planOf(sequence(22, 'load: { model: users }')))).toMatchObject({ requestsEach: 22 });
});

test('what is given of their requests is what they make, and a mix has no passes', () => {
  expect(eachOf(sequence(22), { 'load.requestsEach': 5 })).toBe(5);
  expect(eachOf(sequence(22, 'load: { model: users, requests: 7 }'))).toBe(7);
  expect(eachOf('plan: 1\nrequests: [/a, /b, /c]\n', { 'load.users': 60 })).toBe(20);
  expect(eachOf(sequence(22))).toBeNull();
});

test('the help says how many requests users make without the flag', () => {
  expect(text('commandLine.setting.requestsEach')).toContain(`(default: ${SETTINGS.load.members.users.requestsEach.default}; `);
});

test('a flag changes the load it belongs to, and another load takes the place of that of the plan', () => {
  const closed = 'load: { model: closed, connections: 7, duration: 2 }\nwarmup: 2';
  expect(setupOf(closed, { 'load.connections': 3 }).load).toMatchObject({ connections: 3, end: { seconds: 2 }, warmupS: 2 });
  expect(setupOf(closed, { 'load.end.requests': 30 }).load).toMatchObject({ connections: 7, end: { by: 'amount', requests: 30 } });
  expect(setupOf(closed, { 'load.users': 4 }).load).toMatchObject({ model: 'users', users: 4, warmupS: 2 });
  const visitors = 'load: { model: arrivals, phases: [10/s for 2s], poisson: true }';
  expect(setupOf(visitors, { 'load.schedule': '5/s for 1s' }).load).toMatchObject({ schedule: '5/s for 1s', poisson: false });
  expect(setupOf(visitors, { 'load.seed': 5 }).load).toMatchObject({ schedule: '10/s for 2s', poisson: true, seed: 5 });
});

test('the shown command names the file, or has the plan itself, and says the load whatever the plan says', () => {
  const closed = 'load: { model: closed, connections: 7, duration: 2 }\nwarmup: 2';
  expect(formatCommand(setupOf(closed, { 'load.warmupS': 0 }, '/srv/plan.yaml'))).toContain(' --plan /srv/plan.yaml -c 7 -d 2 --warmup 0 ');
  expect(formatCommand(setupOf(''))).toContain(" --plan $'plan: 1\\nrequests: [/a]\\n' ");
  expect(formatCommand({ ...setupOf(''), plan: `plan: 1 # ${'x'.repeat(5_000)}` })).toContain(' --plan plan.yaml ');
});
