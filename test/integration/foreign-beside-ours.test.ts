/** Results of other tools beside a run of ours, in a terminal: whose figures they are is said before any of them, and nothing is judged across two conventions. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { COMPARE_FIXTURES } from '../helpers/comparisons.ts';

const result = (name: string): string => join(import.meta.dirname, '../fixtures/load-results', name);

test('a saved run and five results of other tools: in the terminal, in JSON, in Markdown, and in a file that says the same', {
  tags: ['long'],
}, async () => {
  const folder = scratch();
  const own = join(folder, 'ours.loopscope');
  const ran = await loopscope('run', join(COMPARE_FIXTURES, 'plain.cjs'), '-a', '200', '-c', '2', '--capture', 'none', '-o', own);
  expect(ran).toMatchObject({ code: 0 });
  const file = join(folder, 'beside.loopscope');
  const files = [own, ...['k6-summary.json', 'artillery.json', 'autocannon.json', 'ab.txt', 'wrk.txt'].map(result)];
  const { code, stdout, stderr } = await loopscope('compare', ...files, '-o', file);
  expect(code, stderr).toBe(0);
  const told = [
    'A: requests made and timed by Loopscope, to the microsecond',
    'B: requests made and timed by another tool, k6. k6 times requests from the actual send',
    'C: requests made and timed by another tool, artillery. Artillery rounds times to whole milliseconds',
    'D: requests made and timed by another tool, autocannon.',
    'E: requests made and timed by another tool, ab. ApacheBench rounds latency to whole milliseconds',
    'F: requests made and timed by another tool, wrk.',
    'Of B, C, D, E and F it is not known which server was loaded',
  ];
  const firstFigure = stdout.search(/\d ms|│/);
  for (const sentence of told) {
    expect(stdout).toContain(sentence);
    expect(stdout.indexOf(sentence)).toBeLessThan(firstFigure);
  }
  expect(stdout).toContain('Timed in two ways, so without a verdict: the median latency of B (k6-summary.json, from k6) was');
  for (const head of ['A, Loopscope', 'B, k6', 'C, Artillery', 'D, autocannon', 'E, ApacheBench', 'F, wrk'])
    expect(stdout).toContain(`${head} │`);
  expect(stdout).toContain('Not known: a result of another tool has no set-up.');
  expect(stdout).not.toMatch(/faster|slower|Different load|equal \(A\/A\)/);
  // What was written says the same, and so does each format.
  const shown = await loopscope('show', file);
  const withoutPath = (text: string) => text.replace(/\s*Session: [\s\S]*$/, '').trim();
  expect(withoutPath(shown.stdout)).toBe(withoutPath(stdout));
  const json = JSON.parse((await loopscope('compare', ...files, '--json')).stdout) as ReportDocument;
  expect(json.runs.map(({ byCommand }) => byCommand?.tool ?? null)).toEqual([null, 'k6', 'artillery', 'autocannon', 'ab', 'wrk']);
  expect(json.verdicts.filter(({ verdict }) => verdict !== 'cannot tell')).toEqual([]);
  expect(
    json.verdicts.every(({ reason, ci, differencePercent }) => reason === 'two conventions' && ci === null && differencePercent === null),
  ).toBe(true);
  const markdown = await loopscope('compare', ...files, '--markdown');
  expect(markdown.stdout).toContain('requests made and timed by another tool, k6');
  const html = join(folder, 'report.html');
  expect(await loopscope('export', file, '--format', 'html', '-o', html)).toMatchObject({ code: 0 });
  // One of them is opened by itself, as it was imported.
  const opened = await loopscope('show', file, '--variant', 'E');
  expect(opened.stdout).toContain('From another tool: ApacheBench');
});

test('two results of one tool are of one convention, without a verdict all the same', async () => {
  const folder = scratch();
  const first = join(folder, 'first.loopscope');
  expect(await loopscope('import', result('wrk.txt'), '-o', first)).toMatchObject({ code: 0 });
  const { stdout } = await loopscope('compare', first, result('wrk-resets.txt'));
  expect(stdout).toMatch(/Side by side: the \w+ latency of B \(wrk-resets\.txt, from wrk\) was/);
  expect(stdout).toContain('A and B: requests made and timed by another tool, wrk.');
  expect(stdout).not.toContain('Timed in two ways');
});

test('what is about runs is refused, and so is what cannot stand beside another', async () => {
  const folder = scratch();
  const first = join(folder, 'first.loopscope');
  await loopscope('import', result('wrk.txt'), '-o', first);
  const refused = async (...args: string[]) => {
    const { code, stderr } = await loopscope('compare', first, ...args);
    expect(code).not.toBe(0);
    return stderr;
  };
  expect(await refused(result('ab.txt'), '--pairs', '5')).toContain('--pairs is for runs that are still to be made');
  expect(await refused()).toContain('from two to six');
  expect(await refused(join(folder, 'none.json'))).toContain('none.json');
});
