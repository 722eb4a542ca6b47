import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { expect, test } from 'vitest';
import { STUDIES_DIR } from '../../../../electron/engine/machine/paths.ts';
import { loadStudies } from '../../../../electron/engine/studies/load-studies.ts';
import { readLesson } from '../../../../electron/engine/studies/read-lesson.ts';
import { describeDifferences } from '../../../../shared/analysis/verdicts/differences.ts';
import { MINIMUM_PAIRS_FOR_VERDICT } from '../../../../shared/model/comparison/comparison.ts';
import { endOf } from '../../../../shared/model/load-models.ts';
import type { Setup } from '../../../../shared/model/setup/setup.ts';
import { subjectOf } from '../../../../shared/model/setup/subject.ts';
import { readPlan } from '../../../../shared/plan/read-plan.ts';
import { closedLoadOf } from '../../../helpers/plans.ts';
import { scriptOf } from '../../../helpers/script-target.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures');
const demos = await loadStudies(STUDIES_DIR);
const find = (name: string) => demos.find((demo) => demo.name === name)!;
const compare = (study: string, form: string): Setup[] =>
  find(study)
    .comparisons.find((one) => one.name === form)!
    .comparison.variants.map(({ setup }) => setup);
const differing = (setups: Setup[]): string[] => describeDifferences(setups).map(({ field }) => field);

test('lists the bundled studies', () => {
  expect(demos.map(({ name }) => name)).toEqual([
    'ssr',
    'console-log',
    'compression',
    'arrivals-against-clients',
    'queueing',
    'unknown-service',
    'load-spike-endurance',
    'reverse-proxy',
    'nothing-changed',
  ]);
});

test('ssr: variants as published, the long task first', () => {
  const { variants } = find('ssr');
  expect(variants.map(({ name }) => name)).toEqual(['long', 'small', 'long-api', 'small-api', 'long-mixed', 'small-mixed']);
  for (const { setup } of variants.slice(0, 4)) {
    expect(setup.load).toMatchObject({ connections: 50, end: { by: 'amount', requests: 200 }, timeoutS: 1000, warmupS: 0 });
    // The development build of React would measure its own checks.
    expect(scriptOf(setup).env).toContainEqual({ name: 'NODE_ENV', value: 'production' });
  }
});

test('ssr: every form compares the long script with the small one and nothing else', () => {
  for (const { comparison } of find('ssr').comparisons) {
    expect(differing(comparison.variants.map(({ setup }) => setup))).toEqual(['script']);
  }
});

test('ssr: settings of a comparison win over those of a variant, and those over settings of the study', () => {
  const env = Object.fromEntries(scriptOf(compare('ssr', 'mixed')[0]!).env.map(({ name, value }) => [name, value]));
  expect(env).toEqual({ NODE_ENV: 'production', CROWD: '10', LISTS_PER_CHUNK: '40' });
  const [mixed] = compare('ssr', 'mixed');
  const [{ url }] = mixed!.requests;
  const { connections, warmupS, timeoutS, end } = closedLoadOf(mixed!);
  expect({ url, connections, warmupS, timeoutS, end }).toEqual({
    url: '/health', // of the variant
    connections: 4,
    warmupS: 0.3, // of the comparison
    end: { by: 'duration', seconds: 1.2 },
    timeoutS: 1000, // of all
  });
});

test('ssr: the published 404 is an expected status, and the redirect comes before its page', () => {
  const askedIn = (form: string) => {
    const read = readPlan(compare('ssr', form)[0]!.plan!);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    return read.plan.requests.map(({ url, expect: { status } }) => [url, status]);
  };
  expect(askedIn('not-found')).toEqual([['/404', [404]]]);
  expect(askedIn('redirect')).toEqual([
    ['/old', [302]],
    ['/', []],
  ]);
});

test('ssr: the small load is of ten clients, behind an API that takes one page or ten', () => {
  const [setup] = compare('ssr', 'small-load');
  expect(closedLoadOf(setup!)).toMatchObject({ connections: 10, end: { by: 'amount', requests: 200 } });
  expect(scriptOf(setup!).env).toContainEqual({ name: 'API_DELAYS_MS', value: '5,50' });
});

test('console-log: one variable makes the difference, the published load is as published', () => {
  expect(differing(compare('console-log', 'quick'))).toEqual(['env.LOG_INFO']);
  expect(compare('console-log', 'published')[0]!.load).toMatchObject({ connections: 100, end: { by: 'duration', seconds: 20 } });
});

test('console-log: behind its login every client logs in, and asks for twenty pages', () => {
  const { comparisons } = find('console-log');
  for (const name of ['login', 'login-published', 'users']) {
    const setups = compare('console-log', name);
    expect(differing(setups)).toEqual(['env.LOG_INFO']);
    for (const setup of setups) {
      const read = readPlan(setup.plan!);
      if (!read.ok) throw new Error(JSON.stringify(read.problems));
      expect(read.plan.requests.map(({ url }) => url)).toEqual(['/login', ...Array.from({ length: 20 }, () => '/info')]);
      expect(scriptOf(setup).env).toContainEqual({ name: 'NEED_LOGIN', value: '1' });
    }
  }
  expect(compare('console-log', 'users')[0]!.load).toMatchObject({ model: 'users', users: 50, requestsEach: 21 });
  expect(comparisons.find(({ name }) => name === 'slow-page')!.comparison.pairs).toBe(1);
  expect(find('console-log').variants.map(({ setup }) => setup.capture.kind)).toEqual(['cpu', 'cpu', 'ticks', 'ticks']);
});

test('load-spike-endurance: the quick forms are one run each that waits for nobody longer than a minute, and need neither nginx nor Gunicorn', () => {
  for (const { name, comparison } of find('load-spike-endurance').comparisons) {
    expect(comparison.pairs).toBe(1);
    const needs = comparison.variants.map(({ setup }) => scriptOf(setup).topology).filter((topology) => topology.startsWith('nginx'));
    expect(needs).toHaveLength(name === 'published' ? 2 : 0);
    for (const { setup } of comparison.variants) expect(setup.load.model).toBe('arrivals');
  }
  expect(differing(compare('load-spike-endurance', 'processes'))).toEqual(['topology']);
  expect(differing(compare('load-spike-endurance', 'quick'))).toEqual(['url']);
});

test('load-spike-endurance: the grids are the published 21 cells; the quick one needs nginx nowhere, and its cells take at most a minute', () => {
  const { grids } = find('load-spike-endurance');
  expect(grids.map(({ name }) => name)).toEqual(['grid', 'grid-published']);
  for (const { comparison } of grids) {
    expect(comparison.variants).toHaveLength(21);
    expect(comparison.grid!.cases).toHaveLength(7);
    expect(comparison.grid!.topologies).toHaveLength(3);
  }
  const seconds = (form: number): number[] =>
    grids[form]!.comparison.variants.map(({ setup }) => {
      const end = endOf(setup.load);
      return end.by === 'duration' ? end.seconds : Number.NaN;
    });
  // Rates as published, times a tenth.
  expect(seconds(1)).toEqual(seconds(0).map((tenth) => tenth * 10));
  expect(Math.max(...seconds(0))).toBeLessThanOrEqual(60);
  const topologies = (form: number): string[] =>
    grids[form]!.comparison.variants.map(({ setup: { target } }) => ('topology' in target ? target.topology : ''));
  expect(topologies(0).some((topology) => topology.startsWith('nginx'))).toBe(false);
  expect(topologies(1).every((topology) => topology.startsWith('nginx'))).toBe(true);
});

test('reverse-proxy: what stands in front of the server is all that differs; the home-made proxy is there', () => {
  for (const { comparison } of find('reverse-proxy').comparisons)
    expect(differing(comparison.variants.map(({ setup }) => setup))).toEqual(['topology']);
  const [, proxied] = compare('reverse-proxy', 'published');
  expect(existsSync(scriptOf(proxied!).topology.replace(/^proxy:/, ''))).toBe(true);
  expect(proxied!.client).toMatchObject({ kind: 'loopscope', keepAlive: false });
});

test('compression: one variable makes the difference, for each of three resources', () => {
  const { comparisons } = find('compression');
  expect(new Set(comparisons.flatMap(({ comparison }) => differing(comparison.variants.map(({ setup }) => setup))))).toEqual(
    new Set(['env.GZIP']),
  );
  for (const { comparison } of comparisons)
    for (const { setup } of comparison.variants) expect(setup.requests[0].headers).toEqual([{ name: 'accept-encoding', value: 'gzip' }]);
  expect(compare('compression', 'published')[0]!.load).toMatchObject({ connections: 100, end: { by: 'duration', seconds: 20 } });
});

test('arrivals-against-clients: the load is all that differs, and as long', () => {
  for (const { comparison } of find('arrivals-against-clients').comparisons) {
    const setups = comparison.variants.map(({ setup }) => setup);
    expect(differing(setups)).toEqual(['loadModel']);
    expect(setups.map(({ load }) => load)).toMatchObject([
      { model: 'closed', end: { by: 'duration', seconds: 3 } },
      { model: 'arrivals', schedule: '300/s for 3s' },
    ]);
  }
});

test('queueing: the same rate, and how it is spread is all that differs', () => {
  for (const { comparison } of find('queueing').comparisons) {
    const [even, random] = comparison.variants.map(({ setup }) => setup);
    expect(differing([even!, random!])).toEqual(['poisson']);
    expect(random!.load).toEqual({ ...even!.load, poisson: true });
  }
});

test('each form has one question: spread for ssr, CPU per request for compression, p99 for arrivals-against-clients, the mean for queueing, throughput for reverse-proxy, errors for load-spike-endurance, p50 for all others', () => {
  const asked = Object.fromEntries(
    demos.flatMap(({ name, comparisons }) => comparisons.map((form) => [`${name} ${form.name}`, form.comparison.question])),
  );
  expect(asked).toEqual({
    'ssr quick': 'spread',
    'ssr published': 'spread',
    'ssr api': 'spread',
    'ssr api-published': 'spread',
    'ssr mixed': 'p50',
    'ssr mixed-full': 'p50',
    'ssr not-found': 'p50',
    'ssr redirect': 'spread',
    'ssr small-load': 'p90',
    'console-log quick': 'p50',
    'console-log published': 'p50',
    'console-log login': 'p50',
    'console-log login-published': 'p50',
    'console-log users': 'p50',
    'console-log slow-page': 'p50',
    'compression quick': 'cpuMsPerRequest',
    'compression stylesheet': 'cpuMsPerRequest',
    'compression picture': 'cpuMsPerRequest',
    'compression published': 'cpuMsPerRequest',
    'compression stylesheet-published': 'cpuMsPerRequest',
    'compression picture-published': 'cpuMsPerRequest',
    'arrivals-against-clients quick': 'p99',
    'arrivals-against-clients no-stall': 'p50',
    'queueing quick': 'mean',
    'queueing half': 'mean',
    'queueing full': 'mean',
    'load-spike-endurance quick': 'errors',
    'load-spike-endurance processes': 'errors',
    'load-spike-endurance processes-sleep': 'p50',
    'load-spike-endurance spike': 'errors',
    'load-spike-endurance endurance': 'errors',
    'load-spike-endurance published': 'errors',
    'reverse-proxy quick': 'throughput',
    'reverse-proxy nginx': 'throughput',
    'reverse-proxy backends': 'throughput',
    'reverse-proxy home-made-backends': 'throughput',
    'reverse-proxy files': 'errors',
    'reverse-proxy published': 'throughput',
    'reverse-proxy nginx-published': 'throughput',
    'nothing-changed quick': 'p50',
    'nothing-changed careful': 'p50',
  });
});

test('who is A and who is B is the same in every form of a study, grids and what is published included', () => {
  const turned = demos.flatMap(({ name, comparisons, grids }) => {
    const orders = [
      ...comparisons.map((form) => ({ form: form.name, order: form.comparison.variants.map(({ title }) => title) })),
      ...grids.map((form) => ({ form: form.name, order: form.comparison.grid!.topologies })),
    ];
    return orders.flatMap(({ form, order }, at) =>
      orders.slice(0, at).flatMap((before) => {
        const both = order.filter((title) => before.order.includes(title));
        return both.join() === before.order.filter((title) => both.includes(title)).join() ? [] : [`${name}: ${before.form}, ${form}`];
      }),
    );
  });
  expect(turned).toEqual([]);
});

test('forms that are as published say so in their titles, and no others do', () => {
  for (const { name, title, isPublished } of demos.flatMap(({ comparisons, grids }) => [...comparisons, ...grids]))
    expect(/\bas published\b/i.test(title), `${name}: ${title}`).toBe(isPublished);
});

test('nothing-changed: the variants are equal', () => {
  for (const { comparison } of find('nothing-changed').comparisons) {
    expect(differing(comparison.variants.map(({ setup }) => setup))).toEqual([]);
  }
});

test('ssr: the question is that of the plain forms; those with an API and those of the cheap route have texts of their own', () => {
  const own = Object.fromEntries(find('ssr').comparisons.map(({ name, reveal }) => [name, reveal]));
  expect([own.quick, own.published]).toEqual([null, null]);
  expect(own['mixed-full']).toBe(own.mixed);
  expect(own['api-published']).toBe(own.api);
  // They say what this form measures and found; nothing about the staircase, which is of the page.
  expect(own.mixed).toContain('/health');
  expect(own.mixed).toContain('a fifth of the time or less');
  expect(own.mixed).not.toMatch(/12 %|staircase/);
  expect(own.api).toContain('[spread](chart:verdicts)');
  expect(own.api).toContain('one third');
  expect(own.api).not.toMatch(/12 %/);
});

const LINK = /\]\((?!chart:(?:verdicts|dots|percentiles|answer-order|stalls|response|requests|queue|flame|flame-charts)\)|frame:\w+\))/;

test.each(demos.filter(({ services }) => services === null))(
  '$name: scripts exist, forms can give a verdict, the lesson has a question, its links lead somewhere',
  (demo) => {
    const { variants, comparisons, lesson } = demo;
    for (const { setup } of variants) {
      // A command is run in the folder of the study.
      const place = setup.target.kind === 'command' ? setup.target.cwd! : subjectOf(setup);
      expect(isAbsolute(place)).toBe(true);
      expect(existsSync(place)).toBe(true);
    }
    expect(comparisons.length).toBeGreaterThan(0);
    for (const { comparison } of comparisons) {
      // One run each describes and gives no verdict; a form without a profile is of that kind.
      if (comparison.pairs > 1) expect(comparison.pairs).toBeGreaterThanOrEqual(MINIMUM_PAIRS_FOR_VERDICT);
      expect(comparison.profiled).toBe(comparison.pairs > 1);
    }
    const { before, reveal, explain, tryNext, ...question } = lesson!;
    expect(question.choices.map(({ id }) => id)).toContain(question.expected);
    const others = comparisons.flatMap(({ reveal: other }) => (other === null ? [] : [other]));
    for (const text of [before, reveal, ...others, explain, tryNext]) expect(text).not.toMatch(LINK);
    for (const text of others) expect(text).toContain('](chart:');
    expect(reveal).toContain('](chart:');
  },
);

test('unknown-service: its script exists, the quick form is drawn, the published one is as published', () => {
  const { services, variants, comparisons } = find('unknown-service');
  expect({ variants, comparisons }).toEqual({ variants: [], comparisons: [] });
  expect(existsSync(services!.script)).toBe(true);
  const [quick, published] = services!.forms;
  // Both services within a minute.
  expect(2 * quick!.budgetS).toBeLessThanOrEqual(60);
  expect(quick!.fixed).toBeNull();
  expect(published).toMatchObject({ name: 'published', fixed: [{ workers: 16, serviceMs: 1402 }, { workers: null }] });
});

const LESSON = `---
question: What is it: one or two?
choices:
  one: One.
  two: Two: not one.
expected: two
---

# A title

## Predict

Think.

## Reveal

It is two.

### Really

Yes.

## Explain

Because.

## Try next

- Three
`;

test('a lesson is read: text after the first colon, smaller headings stay in their section', () => {
  expect(readLesson(LESSON).otherReveals.size).toBe(0);
  expect(readLesson(LESSON).lesson).toEqual({
    question: 'What is it: one or two?',
    choices: [
      { id: 'one', text: 'One.' },
      { id: 'two', text: 'Two: not one.' },
    ],
    expected: 'two',
    before: 'Think.',
    reveal: 'It is two.\n\n### Really\n\nYes.',
    explain: 'Because.',
    tryNext: '- Three',
  });
  expect(readLesson(LESSON.replaceAll('\n', '\r\n')).lesson.question).toBe('What is it: one or two?');
});

test('a form with another question has its own section', () => {
  const { lesson, otherReveals } = readLesson(LESSON.replace('## Explain', '## Reveal api\n\nIt is three.\n\n## Explain'));
  expect([...otherReveals]).toEqual([['api', 'It is three.']]);
  expect(lesson).toEqual(readLesson(LESSON).lesson);
});

test.each([
  ['no block on top', LESSON.replace('---\n', ''), /noBlock/],
  ['an answer that is no choice', LESSON.replace('expected: two', 'expected: three'), /notAmongChoices/],
  ['one choice', LESSON.replace('  one: One.\n', ''), /choices/],
  ['a line without a name', LESSON.replace('expected: two', 'expected two'), /blockLine.*expected two/],
  ['a field nobody knows', LESSON.replace('expected: two', 'expected: two\nanswer: one'), /answer/],
  ['an empty section', LESSON.replace('Because.\n', ''), /explain/],
  ['sections out of order', LESSON.replace('## Predict', '## Tell'), /sections.*Tell, Reveal/],
])('a lesson with %s is refused with the place', (_, text, message) => {
  expect(() => readLesson(text)).toThrow(message);
});

test.each([
  ['demos-wrong', /script/],
  ['demos-wrong-lesson', /sections.*Predict, Explain/],
])('a study that is written wrongly (%s) is a bug with the place in it', async (folder, message) => {
  await expect(loadStudies(join(FIXTURES, folder))).rejects.toThrow(message);
});
