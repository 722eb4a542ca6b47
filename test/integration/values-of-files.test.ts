/** Files of other tools that have values of several kinds: which is shown, and how another one is chosen. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loopscope, scratch } from '../helpers/command.ts';

const sample = (event: string, name: string): string => `node 42 100.5:  1 ${event}: \n\t 1a ${name}+0x1 (/usr/bin/node)\n\n`;

function perfFile(): string {
  const file = join(scratch(), 'two.txt');
  writeFileSync(file, sample('cycles', 'hot').repeat(10) + sample('faults', 'grow').repeat(30));
  return file;
}

describe('a file with samples of two events', () => {
  test('one is shown, another one with --value', async () => {
    const file = perfFile();
    expect((await loopscope('show', file)).stdout).toMatch(/hot[\s\S]*cycles \(10 samples\) is shown, not faults \(30 samples\)/);
    const { stdout } = await loopscope('show', file, '--value', 'faults', '--json');
    const { runs } = JSON.parse(stdout) as { runs: { profile: { weight: number; threads: object[] } }[] };
    expect(runs[0]!.profile.threads[0]).not.toHaveProperty('kind');
    expect([runs[0]!.profile.weight, runs[0]!.profile.threads]).toEqual([30, [expect.objectContaining({ title: 'node 42', weight: 30 })]]);
  });

  test('is exported with the chosen one, and the report begins with its figures', async () => {
    const markdown = await loopscope('export', perfFile(), '--value', 'faults', '--format', 'markdown', '-o', '-');
    expect(markdown.stdout).toContain('**30 samples.**');
    expect((await loopscope('export', perfFile(), '--value', 'faults', '--format', 'collapsed', '-o', '-')).stdout).toContain('grow 30');
  });

  test('is imported with the chosen one', async () => {
    const output = join(scratch(), 'faults.loopscope');
    const file = perfFile();
    expect((await loopscope('import', file, '--value', 'faults', '-o', output)).code).toBe(0);
    expect((await loopscope('show', output)).stdout).toMatch(/grow[\s\S]*faults \(30 samples\) is shown, not cycles \(10 samples\)/);
    const { code, stderr } = await loopscope('import', file, '--value', 'minor', '-o', output, '--force');
    expect([code, stderr]).toEqual([1, expect.stringContaining('It has cycles and faults.')]);
  });

  test('one that it does not have is refused, with those that it has', async () => {
    const { code, stderr } = await loopscope('show', perfFile(), '--value', 'minor');
    expect([code, stderr]).toEqual([1, expect.stringContaining('has no values called minor')]);
    expect(stderr).toContain('It has cycles and faults.');
  });
});

test('numbers that may be samples are weights, and samples with --value', async () => {
  const file = join(scratch(), 'x.folded');
  writeFileSync(file, 'node;main;parse 288\nnode;main 189\n');
  const told = (await loopscope('show', file)).stdout;
  expect(told).toMatch(/The weights add up to 477\.[\s\S]*with --value samples/);
  expect(told).not.toContain('±');
  expect((await loopscope('show', file, '--value', 'samples')).stdout).toMatch(/477 samples\.[\s\S]*60\.4 ±/);
  expect((await loopscope('show', file, '--value', 'time')).stderr).toContain('It has weight and samples.');
});

test('a file without several values has none to choose', async () => {
  const file = join(scratch(), 'x.folded');
  writeFileSync(file, 'a;b 128430015\n');
  expect((await loopscope('show', file, '--value', 'b')).stderr).toContain('has one kind of values');
  expect((await loopscope('export', file, '--format', 'markdown', '-o', '-')).stdout).toMatch(
    /\*\*100\s% of the total weight is in b itself\.\*\*\s+The weights add up to 128,430,015\./,
  );
});

describe('one function of a file of counted samples', () => {
  test('is told in what is counted, second by second', async () => {
    const { stdout } = await loopscope('show', perfFile(), '--function', 'hot');
    expect(stdout).toContain('hot: 100.0 % of 10 samples with what it called, 100.0 % itself.');
    const timed = join(scratch(), 'timed.txt');
    writeFileSync(timed, sample('cycles', 'hot') + sample('cycles', 'cold').replace('100.5', '102.5'));
    const { stdout: told } = await loopscope('show', timed, '--function', 'cold');
    expect(told).toMatch(/Total, samples[\s\S]*│ +2 │ +100\.0 │ +100\.0 │ +1\.0 │/);
    expect(told).not.toMatch(/CPU time|\d ms|request/);
  });

  test('says so where there are no times, and does not speak of time', async () => {
    const file = join(scratch(), 'x.folded');
    writeFileSync(file, 'a;b 3\na 1\n');
    const { stdout } = await loopscope('show', file, '--function', 'b');
    expect(stdout).toContain('b: 75.0 % of a weight of 4 with what it called, 75.0 % itself.');
    const { stdout: asked } = await loopscope('show', file, '--function', 'b', '--value', 'samples');
    expect(asked).toContain('b: 75.0 % of 4 samples with what it called, 75.0 % itself.');
    expect(stdout).toContain('When it ran is not known');
  });
});
