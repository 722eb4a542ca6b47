/** A single flipped bit of a session is told, or changes no figure. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSession } from '../../../electron/engine/sessions/session-file.ts';
import { seededRandom } from '../../helpers/random.ts';
import { everyFigure, temporaryFolder } from '../../helpers/session-dir.ts';
import { messageOf } from '../../helpers/worded.ts';

const GOOD = join(import.meta.dirname, '../../fixtures/sessions/format-1.loopscope');
const bad = join(temporaryFolder(), 'bad.loopscope');

test('1,000 flipped bits cause no crash and no wrong figure without a warning', async () => {
  const whole = readFileSync(GOOD);
  const opened = await openSession(GOOD);
  const figures = opened.ok ? await everyFigure(opened.value) : '';
  const random = seededRandom(4);
  let told = 0;
  for (let round = 0; round < 1_000; round++) {
    const flipped = Buffer.from(whole);
    flipped[Math.floor(random() * whole.length)]! ^= 1 << Math.floor(random() * 8);
    writeFileSync(bad, flipped);
    const again = await openSession(bad);
    if (again.ok) expect((await everyFigure(again.value)) === figures).toBe(true);
    else {
      told += 1;
      expect(messageOf(again.failure)).toMatch(/^[^\n]{15,500}\.$/);
    }
  }
  // The rest lies in time stamps, attributes and the spectrum for other tools, which are not read.
  expect(told).toBeGreaterThan(800);
});
