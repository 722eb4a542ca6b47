/**
 * The figures of the publications that studies repeat, as they were published (rounded where they are told rounded). Neither a lesson nor its table
 * of published figures may say another one, and none may change its place: what was with the log stays with it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STUDIES_DIR } from '../../../../electron/engine/machine/paths.ts';

/** By study and heading of `published.md`, in the order of the text. Texts are what a figure is of, where it is a number as well. */
const FIGURES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  compression: {
    published: '2.3 1.3 43',
    'stylesheet-published': '6.5 2.1 68',
    'picture-published': '1.2',
    'resources-published': '2.3 1.3 43  6.5 2.1 68  1.2',
  },
  'console-log': {
    // p50 58 ms, p97.5 90, p99 110, mean, max, requests a second with the log; the same without it, which has no max.
    'published, login-published': 'p50 58  p97.5 90  p99 110  61.05 176 1623  p50 46  p97.5 99  p99 113  52.34 1891',
    users: '5  p95 8.9  108.9 978  3  p95 6  61 998',
    // With the log first: 100 clients, then 50 users.
    'slow-page': '100: 2095 1929 45 49.95  50: 1200 1043 25.1 22.3',
    'parts-published':
      '100: 61.05 52.34 1623 1891  11.0 11.6 78.0  111.41 57.90 892 1711  36.3 0x 59.5 50.71 1665 1951  50: 5 3 978 998  29.1 5 646 970',
  },
  'load-spike-endurance': {
    published: '3 0 100 100  21 1014 504 4007  69 3035 502 1939',
    'grid, grid-published':
      '1.8 2.3  p99 26.5 11.7 30  3003 p99 3011 19666 20085  60003 21 1748 504 18282  21 5042 69 22  7617 7626 p99 3010  21 1991 5 40 10 170  3000 3000 3004 20  20 2322 504 42',
  },
  'reverse-proxy': {
    published: '5229 2775',
    'nginx-published': '5229 3761',
    grid: '1000 1 100: 5199 2745 2303  10000 100 500: 5112 3997 2920  10000 500 800: 5229 3761 2775  6097 2833',
  },
  ssr: {
    published: 'p2.5 459 p50 4821 p97.5 4933 p99 4982 4304 1356 9741 10  p2.5 4848 p50 4854 p97.5 5193 p99 5205 4917 114 5213 10',
    'api-published': 'p2.5 797 p50 4882 p97.5 7923 p99 8026 4857 1850 8096 8.7  p2.5 4016 p50 4641 p97.5 5561 p99 5575 4847 553 5579 9.53',
  },
};

/** What lessons say of publications, by study: the figures of each sentence that speaks of one. */
const IN_LESSONS: Readonly<Record<string, readonly string[]>> = {
  'console-log': ['58 46 21 1623 1891 17', '99', '17 61 52 92 111 58'],
  // The size of one cycle, and of the forms that are named as published.
  'load-spike-endurance': ['3 60', '21'],
  'reverse-proxy': ['5229 2775 800 500', '3761 6097', '256 800'],
  ssr: ['25 40 25 225', '114 1356', '553 1850', '4857 4847 9.5 8.7', '100', '6.5 2.9', '75 90', '404', '100 1000', '100'],
  'unknown-service': ['1.40 16 17 2.80'],
};

const studies = readdirSync(STUDIES_DIR, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const read = (study: string, file: string): string => {
  const path = join(STUDIES_DIR, study, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

/** Without the commas of thousands. */
const numbersIn = (text: string): string[] =>
  (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((one) => one.replace(/,(?=\d{3})/g, '').replace(/,$/, ''));

test('there are nine studies, and those without a publication do not speak of one', () => {
  expect(studies).toHaveLength(9);
  const silent = studies.filter((study) => FIGURES[study] === undefined && IN_LESSONS[study] === undefined);
  expect(silent).toEqual(['arrivals-against-clients', 'nothing-changed', 'queueing']);
  for (const study of silent)
    expect(read(study, 'lesson.md') + read(study, 'published.md'), study).not.toMatch(/published (study|figure|report)/i);
});

test.each(studies)('%s: each published figure is the one that was published, and of what it was published of', (study) => {
  const sections = read(study, 'published.md').split(/^## /m).slice(1);
  const told = Object.fromEntries(
    sections.map((section) => {
      const [heading = ''] = section.split('\n');
      return [heading, numbersIn(section.slice(heading.length))];
    }),
  );
  const known = Object.entries(FIGURES[study] ?? {}).map(([heading, figures]) => [heading, numbersIn(figures)]);
  expect(told).toEqual(Object.fromEntries(known));
});

test.each(studies)('%s: what its lesson says of a publication has the same figures', (study) => {
  const text = read(study, 'lesson.md')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\n(?!\n)/g, ' ');
  const told = text.split(/(?<=[.:?])\s+|\n/).flatMap((sentence) => {
    const numbers = numbersIn(sentence);
    return /publish/i.test(sentence) && numbers.length > 0 ? [numbers.join(' ')] : [];
  });
  expect(told).toEqual(IN_LESSONS[study] ?? []);
});

test('the lesson on ssr computes what it says: a mean of 43.9 service times, 12 % less than 50', () => {
  const early = (50 * 51) / 2;
  const mean = (early + 150 * 50) / 200;
  expect([early, 150 * 50, mean.toFixed(1), Math.round(100 * (1 - mean / 50))]).toEqual([1275, 7500, '43.9', 12]);
  expect(read('ssr', 'lesson.md')).toContain('(1275 + 7500) / 200 = 43.9');
});

test('the lesson on queueing has the figures of M/D/1', () => {
  const rows = [...read('queueing', 'lesson.md').matchAll(/^\| (\d+) \| (\d+) % \| ([\d.]+) ms \| ([\d.]+) ms \|$/gm)];
  expect(rows).toHaveLength(6);
  for (const [, perSecond, utilization, wait, latency] of rows) {
    const rho = (Number(perSecond) * 5) / 1_000;
    const waitMs = (rho * 5) / (2 * (1 - rho));
    expect([Number(utilization), Number(wait), Number(latency)]).toEqual([
      Math.round(100 * rho),
      Number(waitMs.toFixed(1)),
      Number((5 + waitMs).toFixed(1)),
    ]);
  }
});

test('the lesson on queueing says which service times give the means that were measured', () => {
  const text = read('queueing', 'lesson.md');
  const [, ...figures] =
    /mean was ([\d.]+) ms at (\d+) visitors a second, ([\d.]+) ms at (\d+) and ([\d.]+) ms at (\d+); by the formula that is for requests of ([\d.]+), ([\d.]+) and ([\d.]+) ms/.exec(
      text,
    )!;
  const told = figures.map(Number);
  for (const at of [0, 1, 2]) {
    const [meanMs, perSecond, serviceMs] = [told[2 * at]!, told[2 * at + 1]!, told[6 + at]!];
    const latencyOf = (ms: number): number => {
      const rho = (perSecond * ms) / 1_000;
      return ms + (rho * ms) / (2 * (1 - rho));
    };
    // Rounded to a tenth: the mean is between what a twentieth less and a twentieth more gives.
    expect(latencyOf(serviceMs - 0.051), `${perSecond}/s`).toBeLessThan(meanMs);
    expect(latencyOf(serviceMs + 0.051), `${perSecond}/s`).toBeGreaterThan(meanMs);
  }
});

test('the lesson on load says how many timers run at the highest rate, by the schedule of its form', () => {
  const { comparisons } = JSON.parse(read('load-spike-endurance', 'demo.json')) as {
    comparisons: { name: string; load: { schedule: string } }[];
  };
  const { load } = comparisons.find(({ name }) => name === 'processes-sleep')!;
  expect(load.schedule).toBe('0/s..200/s over 10s');
  expect(read('load-spike-endurance', 'server.js')).toContain('process.env.WAIT_MS ?? 300');
  expect(read('load-spike-endurance', 'lesson.md')).toContain(`${200 * 0.3} timers at once (200 × 0.3 s)`);
});

test('files are as long as lessons say', () => {
  const linesOf = (study: string, file: string): number => read(study, file).trimEnd().split('\n').length;
  expect(read('reverse-proxy', 'lesson.md')).toContain('a proxy of 25 lines');
  expect(linesOf('reverse-proxy', 'proxy.js')).toBe(25);
  expect(linesOf('nothing-changed', 'server.js')).toBeLessThan(20);
  expect(linesOf('unknown-service', 'service.js')).toBeLessThan(60);
});
