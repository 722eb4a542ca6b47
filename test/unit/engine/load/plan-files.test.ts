import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPlanFiles } from '../../../../electron/engine/load/plan/plan-files.ts';
import { planOf } from '../../../helpers/request-plans.ts';
import { messageOf } from '../../../helpers/worded.ts';

const root = mkdtempSync(join(tmpdir(), 'loopscope-plan-files-'));
const folder = join(root, 'plan');

beforeAll(() => {
  mkdirSync(join(folder, 'data'), { recursive: true });
  mkdirSync(join(root, 'plan-of-somebody'));
  writeFileSync(join(root, 'secret.csv'), 'a\n1');
  writeFileSync(join(root, 'plan-of-somebody', 'secret.csv'), 'a\n1');
  writeFileSync(join(folder, 'data', 'users.csv'), 'user,link\nana,/a\nbob,//b\n');
  writeFileSync(join(folder, 'lines.csv'), 'v\n"a\nb"\n');
  writeFileSync(join(folder, 'latin.csv'), Buffer.from([0x61, 0x0a, 0xe9]));
  writeFileSync(join(folder, 'a.bin'), Buffer.from([0, 255]));
  writeFileSync(join(folder, 'large.bin'), '');
  truncateSync(join(folder, 'large.bin'), 10_000_001);
  symlinkSync('../secret.csv', join(folder, 'link.csv'));
  symlinkSync('../plan-of-somebody', join(folder, 'linked'));
  symlinkSync('data/users.csv', join(folder, 'inside.csv'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
});
afterAll(() => rmSync(root, { recursive: true }));

test('bodies and tables are read, a link within the folder as well', async () => {
  const plan = planOf(`plan: 1
requests: [{ url: '/{{user}}', body: { file: a.bin } }]
values: { user: { file: data/users.csv, column: user }, again: { file: inside.csv, column: user } }`);
  const users = {
    columns: ['user', 'link'],
    rows: [
      ['ana', '/a'],
      ['bob', '//b'],
    ],
  };
  expect(await readPlanFiles(plan, folder)).toEqual({
    ok: true,
    value: {
      bodies: new Map([['a.bin', Buffer.from([0, 255])]]),
      tables: new Map([
        ['data/users.csv', users],
        ['inside.csv', users],
      ]),
    },
  });
});

const body = (file: string): string => `requests: [{ url: /, body: { file: ${file} } }]`;
const value = (file: string, column: string, use: string): string =>
  `requests: [${use}]\nvalues: { v: { file: ${file}, column: ${column} } }`;

test.each([
  [body('missing.bin'), 'There is no file missing.bin beside the plan.'],
  [body('link.csv'), 'link.csv leads out of the folder of the plan.'],
  [body('linked/secret.csv'), 'linked/secret.csv leads out of the folder of the plan.'],
  [body('data'), 'data is not a file.'],
  [body('pipe'), 'pipe is not a file.'],
  [body('a.bin/x'), 'a.bin/x cannot be read (ENOTDIR).'],
  [body('large.bin'), 'large.bin is larger than 10,000,000 bytes.'],
  [value('latin.csv', 'a', '/'), 'latin.csv is not a text in UTF-8.'],
  [value('data/users.csv', 'password', '/'), 'data/users.csv has no column "password". Its columns: user, link.'],
  [value('lines.csv', 'v', '{ url: /, headers: { x: "{{v}}" } }'), 'lines.csv: a value of "v" cannot be sent in a header or as a path.'],
  [value('data/users.csv', 'link', '"{{v}}"'), 'data/users.csv: a value of "link" cannot be sent in a header or as a path.'],
])('%s', async (plan, sentence) => {
  const read = await readPlanFiles(planOf(`plan: 1\n${plan}`), folder);
  expect(!read.ok && messageOf(read.failure)).toBe(sentence);
});
