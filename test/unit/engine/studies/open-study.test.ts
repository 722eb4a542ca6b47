/** Studies of folders that anybody may have written: what is read, and what is refused with the file and the place. */
import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openStudy } from '../../../../electron/engine/studies/open-study.ts';
import { studyOf } from '../../../../electron/engine/studies/study-of.ts';
import { formOf } from '../../../../shared/analysis/verdicts/form-of.ts';
import type { Study } from '../../../../shared/model/comparison/study.ts';
import { filesOfStudy, planForms } from '../../../../shared/phrases/study-plan.ts';
import { messageOf } from '../../../helpers/worded.ts';
import { demoWith, WRITTEN, writeStudy } from '../../../helpers/written-study.ts';

async function opened(folder: string): Promise<Study> {
  const study = await openStudy(folder);
  if (!study.ok) throw new Error(messageOf(study.failure));
  return study.value;
}

async function refusal(folder: string): Promise<string> {
  const study = await openStudy(folder);
  expect(study.ok).toBe(false);
  return study.ok ? '' : messageOf(study.failure);
}

describe('the study that the documentation writes', () => {
  test('opens, and says what it would run', async () => {
    const folder = writeStudy();
    const demo = await opened(folder);
    expect(demo).toMatchObject({ name: 'more-work', title: 'Twice the work', folder });
    expect(demo.lesson).toMatchObject({ expected: 'double', before: 'What to know, and to think about, before guessing.' });
    const [quick] = planForms(demo);
    expect(quick!.commands.map(({ letter, title }) => `${letter} ${title}`)).toEqual(['A Once', 'B Twice']);
    expect(quick!.commands[1]!.command).toContain(join(folder, 'server.mjs'));
    expect(quick!.commands[1]!.command).toContain('ROUNDS=2');
    expect(quick!.what).toContain('10 connections');
    expect(quick!.what).toContain('20 runs and 2 with a profile');
    expect(filesOfStudy(demo)).toEqual(['server.mjs']);
  });

  test('a comparison of it belongs to it, with its lesson', async () => {
    const demo = await opened(writeStudy());
    const [{ comparison }] = demo.comparisons as [Study['comparisons'][number]];
    expect(await studyOf(comparison)).toMatchObject({
      study: 'more-work',
      lesson: { title: 'Twice the work', expected: 'double', form: { title: 'Short runs: about a minute', reveal: null } },
    });
    const [one] = comparison.variants;
    const other = { ...comparison, variants: [one!, one!] };
    expect((await studyOf(other)).lesson!.form).toBeNull();
    expect(formOf(demo, comparison)!.name).toBe('quick');
  });

  test('a comparison of scripts beside which there is a broken study is nobody’s', async () => {
    const folder = writeStudy();
    const { comparisons } = await opened(folder);
    writeFileSync(join(folder, 'demo.json'), '{');
    expect(await studyOf(comparisons[0]!.comparison)).toEqual({ study: null });
  });
});

test.each<[string, Record<string, string | null>, string]>([
  ['no demo.json', { 'demo.json': null }, 'The study has no file demo.json.'],
  ['no lesson', { 'lesson.md': null }, 'The study has no file lesson.md.'],
  ['no script', { 'server.mjs': null }, 'demo.json: The study has no file server.mjs.'],
  ['JSON that ends early', { 'demo.json': '{\n  "name": "a",\n' }, 'demo.json: Line 3, column 1: This is not valid JSON'],
  ['JSON with a comma too many', { 'demo.json': '{\n  "name": "a",,\n}' }, 'demo.json: Line 2, column 15: This is not valid JSON'],
  ['a list', { 'demo.json': '[]' }, 'demo.json: "the whole file" has to be an object.'],
  ['a title of another type', { 'demo.json': demoWith((demo) => (demo.title = 7)) }, 'demo.json: "title" has to be a string.'],
  [
    'a title without a character',
    { 'demo.json': demoWith((demo) => (demo.title = '')) },
    'demo.json: "title" has to have at least 1 character.',
  ],
  [
    'a form with one variant',
    { 'demo.json': demoWith((demo) => (demo.comparisons[0]!.variants = ['once'])) },
    'demo.json: "comparisons.0.variants" has to have at least 2 entries.',
  ],
  [
    'a question about nothing that is measured',
    { 'demo.json': demoWith((demo) => (demo.question = 'beauty')) },
    'demo.json: "question" has to be one of throughput, ',
  ],
  [
    'a language by its name',
    { 'demo.json': demoWith((demo) => (demo.language = 'Spanish language')) },
    'demo.json: "language" is not the code of a language, such as es or pt-BR.',
  ],
  ['no title', { 'demo.json': demoWith((demo) => delete demo.title) }, 'demo.json: "title" is missing.'],
  ['a word of its own', { 'demo.json': demoWith((demo) => (demo.run = 'rm -rf /')) }, 'demo.json: "run" means nothing here.'],
  [
    'load for another machine',
    { 'demo.json': demoWith((demo) => (demo.load = { connections: 10, end: { by: 'duration', seconds: 1 }, allowHost: 'example.org' })) },
    'demo.json: A study cannot allow load to another machine',
  ],
  [
    'a setting that is none',
    { 'demo.json': demoWith((demo) => (demo.load = { connections: 10, hurry: true })) },
    'demo.json: "load.hurry" means nothing here.',
  ],
  [
    'a load that is too large',
    { 'demo.json': demoWith((demo) => (demo.load = { connections: 1e9 })) },
    'demo.json: "load.connections" has to be at most ',
  ],
  [
    'a variant that is not there',
    { 'demo.json': demoWith((demo) => (demo.comparisons[0]!.variants = ['once', 'thrice'])) },
    'demo.json: The form quick compares a variant thrice, and there is none of that name.',
  ],
  [
    'a reveal that every object has',
    { 'demo.json': demoWith((demo) => (demo.comparisons[0]!.reveal = 'constructor')) },
    'demo.json: The form quick has "reveal": "constructor", and lesson.md has no section "## Reveal constructor".',
  ],
  [
    'a script of another folder',
    { 'demo.json': demoWith((demo) => (demo.variants[0]!.script = '../server.mjs')) },
    'demo.json: "variants.0.script" has to match the pattern ',
  ],
  [
    'a proxy of another folder',
    { 'demo.json': demoWith((demo) => (demo.topology = 'proxy:../../../../../../../../etc/passwd')) },
    'demo.json: ../../../../../../../../etc/passwd is outside of the folder of the study.',
  ],
  [
    'a lesson without its block',
    { 'lesson.md': '## Predict\n' },
    'lesson.md: It has to start with a block between two lines of three dashes',
  ],
  [
    'a line that is none of the block',
    { 'lesson.md': WRITTEN['lesson.md'].replace('expected: double', 'expected double') },
    'lesson.md: Line 7: in the block on top every line is "name: text"; this one is not: expected double',
  ],
  [
    'an answer that is no choice',
    { 'lesson.md': WRITTEN['lesson.md'].replace('expected: double', 'expected: half') },
    'lesson.md: "expected" is not one of the choices.',
  ],
  [
    'a section left out',
    { 'lesson.md': WRITTEN['lesson.md'].replace(/## Explain[\s\S]*?(?=## Try)/, '') },
    'lesson.md: Its sections have to be Predict, Reveal, Explain, Try next, in this order; these are Predict, Reveal, Try next.',
  ],
  ['a lesson of two megabytes', { 'lesson.md': 'a'.repeat(2_000_000) }, 'lesson.md is larger than'],
  [
    'a thousand variants',
    { 'demo.json': demoWith((demo) => (demo.variants = Array(1_000).fill(demo.variants[0]))) },
    'demo.json: "variants"',
  ],
  ['a plan of another folder', { 'demo.json': demoWith((demo) => (demo.plan = '../plan.yaml')) }, 'demo.json: "plan"'],
])('a study with %s is refused with the place', async (_, changes, sentence) => {
  expect(await refusal(writeStudy(changes))).toContain(sentence);
});

describe('what a folder of others can hold besides files', () => {
  test('a link out of the folder is not followed', async () => {
    const folder = writeStudy({ 'lesson.md': null });
    symlinkSync('/etc/hostname', join(folder, 'lesson.md'));
    expect(await refusal(folder)).toContain('lesson.md is outside of the folder of the study.');
    const scripts = writeStudy({ 'server.mjs': null });
    symlinkSync(process.execPath, join(scripts, 'server.mjs'));
    expect(await refusal(scripts)).toContain('server.mjs is outside of the folder of the study.');
  });

  test('a pipe is not waited for, a folder and a device are no files', async () => {
    const folder = writeStudy({ 'lesson.md': null });
    execFileSync('mkfifo', [join(folder, 'lesson.md')]);
    expect(await refusal(folder)).toContain('lesson.md');
    expect(await refusal('/dev')).toContain('The study has no file demo.json.');
    expect(await refusal('/dev/zero')).toContain('/dev/zero is not a folder.');
    expect(await refusal('/no/such/folder')).toContain('There is no folder /no/such/folder.');
  });

  test('a file that is no text is refused', async () => {
    const folder = writeStudy();
    writeFileSync(join(folder, 'lesson.md'), Buffer.from([0x2d, 0xff, 0xfe]));
    expect(await refusal(folder)).toContain('lesson.md is not a text in UTF-8.');
  });
});
