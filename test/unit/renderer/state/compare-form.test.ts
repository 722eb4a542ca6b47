import { expect, test } from 'vitest';
import { checkComparison } from '../../../../renderer/state/forms/check-comparison.ts';
import { checkForm } from '../../../../renderer/state/forms/check-form.ts';
import {
  addVariant,
  compareFormFrom,
  compareFormOf,
  compareFormOfClients,
  compareFormOfExperiment,
  editSetup,
  editVariant,
  emptyCompareForm,
  fillVariant,
  removeVariant,
  setOwnLoad,
} from '../../../../renderer/state/forms/compare-form.ts';
import { formOf } from '../../../../renderer/state/forms/setup-form.ts';
import { describeDifferences } from '../../../../shared/analysis/verdicts/differences.ts';
import { connectionsOf } from '../../../../shared/model/load-models.ts';
import { REDACTED } from '../../../../shared/model/setup/hidden.ts';
import { DEFAULT_CAPTURE, DEFAULT_SETUP, workersOf } from '../../../../shared/model/setup/setup.ts';
import { makeComparison } from '../../../helpers/fake-comparison.ts';
import { makeSetup } from '../../../helpers/fake-data.ts';
import { closedLoadOf } from '../../../helpers/plans.ts';

const base = makeSetup('/home/ana/shop/server.mjs', { url: '/cart' });

test('B starts as a copy of A; a comparison without differences is valid', () => {
  const { comparison, setups } = checkComparison(compareFormOf(base, 'now'));
  expect(comparison?.variants.map(({ title }) => title)).toEqual(['now', 'server.mjs B']);
  expect(describeDifferences(setups.map((setup) => setup!))).toEqual([]);
});

test('a change of A is copied to variants that still have its old value, and to no others', () => {
  const changed = editVariant(compareFormOf(base), 1, { form: { ...compareFormOf(base).variants[1]!.form, url: '/list' } });
  const edited = editSetup(changed, 0, { url: '/', connections: 7 });
  expect(edited.variants.map(({ form }) => [form.url, form.connections])).toEqual([
    ['/', 7],
    ['/list', 7],
  ]);
});

test('there is one load for all variants, whichever of them it is changed in, and the rest stays with its own', () => {
  const edited = editSetup(compareFormOf(base), 1, { url: '/list', connections: 7, client: 'autocannon', warmupS: 1 });
  expect(edited.variants.map(({ form }) => [form.url, form.connections, form.client, form.warmupS])).toEqual([
    ['/cart', 7, 'autocannon', 1],
    ['/list', 7, 'autocannon', 1],
  ]);
});

test('the set-up of an earlier run in the place of B leaves the load that all have', () => {
  const before = compareFormOf(base);
  const other = { ...makeSetup('/home/ana/shop/other.mjs', { url: '/list' }), load: { ...base.load, warmupS: 9 } };
  const filled = fillVariant(before, 1, formOf(other));
  expect(filled.variants.map(({ form }) => [form.script, form.url, form.warmupS])).toEqual([
    ['/home/ana/shop/server.mjs', '/cart', base.load.warmupS],
    ['/home/ana/shop/other.mjs', '/list', base.load.warmupS],
  ]);
});

test('with a load of its own each variant keeps what was changed in it; back to one, all have that of A', () => {
  const own = editSetup(setOwnLoad(compareFormOf(base), true), 1, { connections: 7 });
  const connections = (form: typeof own) => form.variants.map((one) => one.form.connections);
  expect(connections(own)).toEqual([connectionsOf(base.load), 7]);
  expect(connections(setOwnLoad(own, false))).toEqual([connectionsOf(base.load), connectionsOf(base.load)]);
});

test('a comparison whose loads differ opens with what it was, and with a load for each', () => {
  const comparison = makeComparison(20);
  const [a, b] = comparison.variants;
  const differing = { ...comparison, variants: [a!, { ...b!, setup: { ...b!.setup, load: { ...b!.setup.load, warmupS: 9 } } }] };
  expect(compareFormFrom(comparison).ownLoad).toBe(false);
  expect(compareFormFrom(differing).ownLoad).toBe(true);
  expect(checkComparison(compareFormFrom(differing)).comparison).toEqual(differing);
});

test('adds a variant as a copy of the last one, up to six; two always remain', () => {
  let form = compareFormOf(base);
  for (let count = 0; count < 10; count++) form = addVariant(form);
  expect(form.variants).toHaveLength(6);
  expect(new Set(form.variants.map(({ key }) => key)).size).toBe(6);
  for (let count = 0; count < 10; count++) form = removeVariant(form, 0);
  expect(form.variants).toHaveLength(2);
});

test('an incomplete variant makes the comparison invalid and is named by its position', () => {
  expect(checkComparison(emptyCompareForm())).toMatchObject({ comparison: null, setups: [null, null] });
  const half = editVariant(compareFormOf(base), 1, { form: { ...compareFormOf(base).variants[1]!.form, script: '' } });
  expect(checkComparison(half).setups.map((setup) => setup === null)).toEqual([false, true]);
});

test('a variant without a name is named after its differences, also when the comparison is repeated', () => {
  const form = editVariant(compareFormOf(base), 1, { form: { ...compareFormOf(base).variants[1]!.form, url: '/list' } });
  const { comparison } = checkComparison(form);
  expect(comparison!.variants.map(({ title }) => title)).toEqual(['/cart', '/list']);
  const again = editSetup(compareFormFrom(comparison!), 0, { url: '/pay' });
  expect(checkComparison(again).comparison!.variants.map(({ title }) => title)).toEqual(['/pay', '/list']);
});

test('measured with both clients, the profiled runs use the capture of the run', () => {
  const { capture, variants } = compareFormOfClients({ ...base, capture: { kind: 'ticks' } }, ['ours', 'theirs']);
  expect([capture, variants.map(({ form }) => form.client)]).toEqual(['ticks', ['loopscope', 'autocannon']]);
});

test('an earlier comparison fills the form unchanged', () => {
  const comparison = makeComparison(20);
  expect(checkComparison(compareFormFrom(comparison)).comparison).toEqual(comparison);
});

test('a secret that was not saved has to be entered again, and is marked where it is missing', () => {
  const withToken = (value: string) => {
    const headers = [{ name: 'authorization', value }];
    return compareFormOf({ ...base, requests: [{ ...base.requests[0], headers }] });
  };
  const reopened = withToken(REDACTED);
  expect(checkComparison(reopened)).toMatchObject({ comparison: null, setups: [null, null] });
  expect(checkForm(reopened.variants[0]!.form).problems).toEqual({ headers: 'redacted' });
  expect(checkComparison(withToken('Bearer 1')).comparison).not.toBeNull();
});

test('the capture is the same for all variants', () => {
  const form = editVariant(compareFormOf(base), 1, { form: { ...compareFormOf(base).variants[1]!.form, capture: 'none' } });
  expect(checkComparison(form).comparison?.variants.map(({ setup }) => setup.capture)).toEqual([DEFAULT_CAPTURE, DEFAULT_CAPTURE]);
  const classic = checkComparison({ ...form, capture: 'ticks' }).comparison!;
  expect(classic.variants.map(({ setup }) => setup.capture)).toEqual([{ kind: 'ticks' }, { kind: 'ticks' }]);
  expect(compareFormFrom(classic).capture).toBe('ticks');
});

test('of a proposed comparison with one connection: B has one, both one load process, and throughput is the question', () => {
  const many = { ...base, load: { ...closedLoadOf(base), connections: 10 }, client: { ...DEFAULT_SETUP.client, workers: 2 } };
  const experiment = {
    kind: 'compare',
    question: 'throughput',
    changes: { 'load.connections': 1 },
    common: { 'client.workers': 1 },
  } as const;
  const { comparison } = checkComparison(compareFormOfExperiment(many, experiment));
  expect(comparison!.question).toBe('throughput');
  expect(comparison!.variants.map(({ setup: { load, client } }) => [connectionsOf(load), workersOf(client)])).toEqual([
    [10, 1],
    [1, 1],
  ]);
});
