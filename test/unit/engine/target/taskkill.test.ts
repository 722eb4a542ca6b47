import { expect, test } from 'vitest';
import { taskkillCommands } from '../../../../electron/engine/target/process-control.ts';

const file = (env: NodeJS.ProcessEnv) => taskkillCommands([1], new Set(), env)[0]!.file;

test('runs taskkill by its full path, so that no file of the project folder is run', () => {
  expect(taskkillCommands([41], new Set(), { SystemRoot: 'D:\\Win' })).toEqual([
    { pid: 41, file: 'D:\\Win\\System32\\taskkill.exe', args: ['/pid', '41', '/T', '/F'] },
  ]);
  expect(file({ SYSTEMROOT: 'E:\\W' })).toBe('E:\\W\\System32\\taskkill.exe');
  expect(file({ windir: 'F:\\W' })).toBe('F:\\W\\System32\\taskkill.exe');
  for (const env of [{}, { SystemRoot: '' }, { SystemRoot: '.' }, { SystemRoot: 'here' }, { PATH: 'C:\\evil' }])
    expect(file(env)).toBe('C:\\Windows\\System32\\taskkill.exe');
});

test('starts taskkill once per process', () => {
  const done = new Set([1]);
  expect(taskkillCommands([1, 2, 2, 3], done, {}).map(({ pid }) => pid)).toEqual([2, 3]);
  expect(taskkillCommands([1], done, {})).toEqual([]);
});
