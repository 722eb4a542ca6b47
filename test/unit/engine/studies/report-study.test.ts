/** Which study, which of its forms and which guess the JSON document names. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STUDIES_DIR } from '../../../../electron/engine/machine/paths.ts';
import { bundledStudies } from '../../../../electron/engine/studies/load-studies.ts';
import { openStudy } from '../../../../electron/engine/studies/open-study.ts';
import { reportStudy, studyOf } from '../../../../electron/engine/studies/study-of.ts';
import { fail } from '../../../../shared/model/failure.ts';
import { redactDocument } from '../../../../shared/privacy/redact-document.ts';
import { redactSetup } from '../../../../shared/privacy/redaction.ts';
import { failedReport } from '../../../../shared/report/failed-report.ts';
import { toDocument } from '../../../../shared/report/report-document.ts';
import { temporaryFolder } from '../../../helpers/targets.ts';
import { verbatim } from '../../../helpers/worded.ts';

const studies = await bundledStudies();
const forms = studies.flatMap(({ name, comparisons, grids }) => [...comparisons, ...grids].map((form) => ({ study: name, form })));

test.each(forms.map(({ study, form }) => [study, form.name, form] as const))(
  '%s, %s is known as it is stored',
  async (study, name, form) => {
    const variants = form.comparison.variants.map((one) => ({ ...one, setup: redactSetup(one.setup, redactDocument) }));
    const header = { study, setup: { ...form.comparison, variants } };
    expect(await reportStudy({ header, guess: 'sooner' })).toEqual({ name: study, form: name, guess: 'sooner' });
  },
);

test('with other settings it is of the study, and none of its forms', async () => {
  const { study, form } = forms[0]!;
  const [a, ...others] = form.comparison.variants;
  const changed = { ...a!, setup: { ...a!.setup, load: { ...a!.setup.load, timeoutS: 77 } } };
  const header = { study, setup: { ...form.comparison, variants: [changed, ...others] } };
  expect(await reportStudy({ header, guess: null })).toEqual({ name: study, form: null, guess: null });
});

test('the document of what is of no study says so', async () => {
  const { form } = forms[0]!;
  expect(await reportStudy({ header: { study: null, setup: form.comparison }, guess: null })).toBeNull();
  expect(toDocument(failedReport(fail('stopped', verbatim('Stopped.')).failure)).study).toBeNull();
});

test('a grid of a study in a folder of its own is one of its forms, too', async () => {
  const { name, grids } = studies.find((one) => one.grids.length > 0)!;
  const folder = join(temporaryFolder('study-of-'), name);
  cpSync(join(STUDIES_DIR, name), folder, { recursive: true });
  const opened = await openStudy(folder);
  if (!opened.ok) throw new Error('not opened');
  const { study, lesson } = await studyOf(opened.value.grids[0]!.comparison);
  expect([study, lesson?.form?.title]).toEqual([name, grids[0]!.title]);
});
