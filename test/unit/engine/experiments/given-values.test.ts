/** Values of the last runs, kept in memory for running again. */
import { expect, test } from 'vitest';
import { GivenValues } from '../../../../electron/engine/experiments/given-values.ts';
import type { Setup } from '../../../../shared/model/setup/setup.ts';
import { createRedaction } from '../../../../shared/privacy/redaction.ts';
import { makeSetup } from '../../../helpers/fake-data.ts';

const asked = (token: string, more: Parameters<typeof makeSetup>[1] = {}): Setup =>
  makeSetup('/srv/a.js', { url: `/cart?token=${token}`, headers: [{ name: 'authorization', value: `Bearer ${token}` }], ...more });
const stored = (setup: Setup): Setup => createRedaction(false).setup(setup);

function given(...runs: readonly [id: string, setup: Setup][]): GivenValues {
  const values = new GivenValues();
  for (const [id, setup] of runs) values.keep(id, setup, stored(setup));
  return values;
}

test('each session gets its own values, and what is of no session the newest', () => {
  const [first, second] = [asked('velvet'), asked('copper')];
  const values = given(['one', first], ['two', second]);
  expect(stored(first)).toEqual(stored(second));
  expect(values.fill(stored(first), 'one')).toEqual(first);
  expect(values.fill(stored(first), 'two')).toEqual(second);
  expect(values.fill(stored(first), null)).toEqual(second);
  // Opened again it has another id.
  expect(values.fill(stored(first), 'three')).toEqual(second);
});

test('how much load there is does not matter, and stays as it is', () => {
  const values = given(['one', asked('velvet')]);
  const changed = stored(asked('velvet', { connections: 7 }));
  expect(values.fill(changed, 'one')).toEqual(asked('velvet', { connections: 7 }));
});

test('a set-up that sends the values elsewhere does not get them', () => {
  const values = given(['one', asked('velvet')]);
  const own = stored(asked('velvet'));
  const elsewhere: Setup[] = [
    { ...own, requests: [{ ...own.requests[0], url: 'http://other.example/?token=(not saved 1)' }] },
    { ...own, target: { ...makeSetup('/srv/b.js').target } },
    { ...own, plan: 'plan: 1\nrequests: [http://other.example/]' },
  ];
  for (const setup of elsewhere) expect(values.fill(setup, 'one')).toEqual(setup);
});

test('nothing is kept of a run without secrets, and all is forgotten when it is asked for', () => {
  const plain = makeSetup('/srv/a.js');
  const values = given(['one', plain], ['two', asked('velvet')]);
  expect(values.fill(plain, 'one')).toBe(plain);
  values.forget();
  expect(values.fill(stored(asked('velvet')), 'two')).toEqual(stored(asked('velvet')));
});
