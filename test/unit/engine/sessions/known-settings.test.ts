import { expect, test } from 'vitest';
import { redactSettings, settingsOf } from '../../../../electron/engine/sessions/known-settings.ts';
import { planOf } from '../../../helpers/plans.ts';
import { SYNTHETIC_SETUP } from '../../../helpers/synthetic-recording.ts';

test('a remembered rate belongs to one client, also after the next start', () => {
  const [own, other] = (['loopscope', 'autocannon'] as const).map((client) =>
    settingsOf({ ...SYNTHETIC_SETUP, ...planOf({ client, pipelining: 3 }) }),
  );
  expect(own).not.toBe(other);
  expect([own, other].map((settings) => redactSettings(settings!))).toEqual([own, other]);
});
