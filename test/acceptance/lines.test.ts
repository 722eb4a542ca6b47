/** Time by line against a program whose answer is known. */
import { expect } from 'vitest';
import { bundled, type HotLines, hotRows, plain, profileOf, TRUTH } from '../helpers/hot-lines.ts';
import { twoOfThree } from '../helpers/two-of-three.ts';

const POINTS = 3;

async function expectTruth(program: HotLines): Promise<void> {
  const hot = hotRows(await profileOf(process.execPath, program), program);
  const all = hot.reduce((sum, { self }) => sum + self, 0);
  for (const [at, truth] of TRUTH.entries()) {
    const share = (100 * hot[at]!.self) / all;
    expect(Math.abs(share - truth), `${share} instead of ${truth}, of ${hot[at]!.samples} samples`).toBeLessThan(POINTS);
  }
}

twoOfThree('three lines of a script have 60, 30 and 10 percent', async () => expectTruth(await plain()));
twoOfThree('the same through a source map', async () => expectTruth(await bundled()));
