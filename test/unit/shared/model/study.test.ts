/** Which form of a study a comparison is of: what it reveals depends on that. */
import { describe, expect, test } from 'vitest';
import { STUDIES_DIR } from '../../../../electron/engine/machine/paths.ts';
import { loadStudies } from '../../../../electron/engine/studies/load-studies.ts';
import { formOf } from '../../../../shared/analysis/verdicts/form-of.ts';
import type { ComparisonSetup } from '../../../../shared/model/comparison/comparison.ts';
import type { Setup } from '../../../../shared/model/setup/setup.ts';
import { subjectOf } from '../../../../shared/model/setup/subject.ts';
import { redactDocument } from '../../../../shared/privacy/redact-document.ts';
import { createRedaction } from '../../../../shared/privacy/redaction.ts';

const demos = await loadStudies(STUDIES_DIR);
const ssr = demos.find(({ name }) => name === 'ssr')!;
const quick = ssr.comparisons[0]!.comparison;
const change = (one: ComparisonSetup, how: (setup: Setup) => Setup): ComparisonSetup => ({
  ...one,
  variants: one.variants.map(({ title, setup }) => ({ title, setup: how(setup) })),
});

test.each(demos)('$name: each form is recognised by its settings', (demo) => {
  for (const form of demo.comparisons) expect(formOf(demo, form.comparison)?.name).toBe(form.name);
});

test.each(demos)('$name: each form is recognised where the studies are in another folder', (demo) => {
  const moved = (text: string) => text.split(`${STUDIES_DIR}/`).join('/elsewhere/');
  for (const { name, comparison } of demo.comparisons) {
    const there = JSON.parse(moved(JSON.stringify(comparison))) as ComparisonSetup;
    expect(formOf(demo, there)?.name).toBe(name);
  }
});

test.each(demos)('$name: each form is recognised as a session has it, without comments and values of its plan', (demo) => {
  for (const { name, comparison } of demo.comparisons) {
    const redaction = createRedaction(false, redactDocument);
    redaction.know(comparison.variants.map(({ setup }) => setup));
    expect(
      formOf(
        demo,
        change(comparison, (setup) => redaction.setup(setup)),
      )?.name,
    ).toBe(name);
  }
});

test('a plan that asks for something else is of no form', () => {
  const log = demos.find(({ name }) => name === 'console-log')!;
  const { comparison } = log.comparisons.find(({ name }) => name === 'login')!;
  const other = change(comparison, (setup) => ({ ...setup, plan: setup.plan!.replace(/url: *\S+/, 'url: /elsewhere') }));
  expect(formOf(log, comparison)?.name).toBe('login');
  expect(formOf(log, other)).toBeNull();
});

describe('a comparison is still of the form', () => {
  test('with more pairs, another order and other names', () => {
    const variants = quick.variants.map(({ setup }) => ({ title: 'Mine', setup }));
    expect(formOf(ssr, { ...quick, variants, pairs: 30, seed: 7, profiled: false })?.name).toBe('quick');
  });

  test('when it was run on another machine, with other paths', () => {
    const moved = change(quick, (setup) => {
      const script = `C:\\Loopscope\\demos\\ssr\\${subjectOf(setup).split('/').at(-1)}`;
      return { ...setup, target: { ...setup.target, script, node: 'C:\\node.exe' } };
    });
    expect(formOf(ssr, moved)?.name).toBe('quick');
  });
});

test.each<[string, ComparisonSetup]>([
  ['another load', change(quick, (setup) => ({ ...setup, load: { ...setup.load, connections: 1 } }))],
  ['another variable', change(quick, ({ target, ...rest }) => ({ ...rest, target: { ...target, env: [] } }))],
  ['the sides changed', { ...quick, variants: [...quick.variants].reverse() }],
  ['one variant more', { ...quick, variants: [...quick.variants, quick.variants[0]!] }],
])('with %s it belongs to no form', (_, changed) => {
  expect(formOf(ssr, changed)).toBeNull();
});
