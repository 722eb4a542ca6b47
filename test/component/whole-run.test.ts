/** The sentences at the top of a run are of all of it: where less is chosen, they say so. */
import { expect } from 'vitest';
import { run } from '../../shared/words/en/run.ts';
import { testCases } from '../helpers/cases.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { untilAnswered } from '../helpers/interface.ts';

const open = setupFakePages();

testCases([{ width: 1024, height: 768 }], [{ width: 1440, height: 900 }])(
  'with a window chosen the answer is labelled as that of the whole run, at $width px',
  async (size) => {
    const labelled = async (hash: string) => {
      const { page } = await open(hash, {}, size);
      await untilAnswered(page);
      const answer = page.getByRole('region', { name: run.answer.label });
      await expect.poll(() => answer.getByRole('strong').count()).toBeGreaterThan(0);
      const label = answer.getByText(run.answer.wholeRun, { exact: true });
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/whole-run-${size.width}-${hash.length}.png` });
      return (await label.count()) === 1 && (await label.isVisible());
    };
    expect(await labelled('#/run/finished')).toBe(false);
    expect(await labelled('#/run/finished?window=1000..3000')).toBe(true);
  },
);
