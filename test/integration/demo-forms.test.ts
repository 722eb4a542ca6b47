/** Every form of every study would start: nothing in it is refused, but for a program that this machine does not have. */
import { expect, test } from 'vitest';
import { checkSetup } from '../../electron/engine/experiments/setup-check.ts';
import { STUDIES_DIR } from '../../electron/engine/machine/paths.ts';
import { loadStudies } from '../../electron/engine/studies/load-studies.ts';
import { messageOf } from '../helpers/worded.ts';

const demos = await loadStudies(STUDIES_DIR);
const forms = demos.flatMap(({ name, comparisons, grids }) => [...comparisons, ...grids].map((form) => ({ study: name, ...form })));

test.each(forms)('$study $name', async ({ comparison }) => {
  for (const { setup } of comparison.variants) {
    const refused = (await checkSetup(setup)).map(({ failure }) => messageOf(failure));
    const mayBeMissing = /There is no (nginx|program gunicorn)/;
    const { target } = setup;
    const needsMore = target.kind === 'command' || ('topology' in target && target.topology.startsWith('nginx'));
    expect(refused.filter((message) => !needsMore || !mayBeMissing.test(message))).toEqual([]);
  }
});
