import { expect, test } from 'vitest';
import { findProgram } from '../../../../electron/engine/target/find-program.ts';
import { messageOf } from '../../../helpers/worded.ts';

/** As npm writes them; npm's own names its script in a variable. */
const SHIM = '@ECHO off\r\nSETLOCAL\r\n"%_prog%"  "%dp0%\\node_modules\\tsx\\dist\\cli.mjs" %*\r\n';
const NPM =
  'SET "NPM_PREFIX_JS=%~dp0\\node_modules\\npm\\bin\\npm-prefix.js"\r\nSET "NPM_CLI_JS=%~dp0\\node_modules\\npm\\bin\\npm-cli.js"\r\n';

const FILES: Record<string, string> = {
  'C:\\node\\node.exe': '',
  'C:\\node\\npm.cmd': NPM,
  'C:\\project\\tools\\tsx.cmd': SHIM,
  'C:\\tools\\start.bat': 'echo hello\r\n',
  'C:\\Python\\python.exe': '',
};
const WINDOWS = {
  cwd: 'C:\\project',
  env: { Path: 'C:\\Python;C:\\node;tools;C:\\tools' },
  platform: 'win32' as const,
  read: (path: string) => FILES[path] ?? null,
};

test.each([
  [['npm', 'run', 'start'], { file: 'C:\\node\\node.exe', args: ['C:\\node\\node_modules\\npm\\bin\\npm-cli.js', 'run', 'start'] }],
  [['tsx', 'server.ts'], { file: 'C:\\node\\node.exe', args: ['C:\\project\\tools\\node_modules\\tsx\\dist\\cli.mjs', 'server.ts'] }],
  [['python', '-m', 'http.server'], { file: 'C:\\Python\\python.exe', args: ['-m', 'http.server'] }],
  [['tools\\tsx.cmd'], { file: 'C:\\node\\node.exe', args: ['C:\\project\\tools\\node_modules\\tsx\\dist\\cli.mjs'] }],
])('Windows: %j', (words, found) => {
  expect(findProgram(words, WINDOWS)).toEqual({ ok: true, value: found });
});

test('Windows: any other batch file is refused with the way to run it', () => {
  const refused = findProgram(['start'], WINDOWS);
  expect(!refused.ok && messageOf(refused.failure)).toBe('C:\\tools\\start.bat is a batch file, which only cmd can run.');
});

test('elsewhere a program is searched in the folders of PATH, a path from the folder of the command', () => {
  const files = ['/opt/bin/npm', '/srv/run.sh'];
  const place = {
    cwd: '/srv',
    env: { PATH: '/usr/bin:/opt/bin' },
    platform: 'linux' as const,
    read: (path: string) => (files.includes(path) ? '' : null),
  };
  expect(findProgram(['npm', 'start'], place)).toEqual({ ok: true, value: { file: '/opt/bin/npm', args: ['start'] } });
  expect(findProgram(['./run.sh'], place)).toEqual({ ok: true, value: { file: '/srv/run.sh', args: [] } });
  expect(findProgram(['run.sh'], place)).toMatchObject({ ok: false, failure: { code: 'spawn-failed' } });
});
