import { expect, test } from 'vitest';
import { enginePidOf, formatAgentAddress, parseAgentAddress } from '../../../../electron/engine/agent/address.ts';
import { quoteNodeOption, usesPermissionModel, withoutPreload } from '../../../../electron/engine/agent/node-options.ts';
import { addAgent, inheritEnvironment } from '../../../../electron/engine/target/environment.ts';

test('variables of the launching process are not inherited', () => {
  const own = { PATH: '/bin', ELECTRON_RUN_AS_NODE: '1', NODE_CHANNEL_FD: '3', NODE_UNIQUE_ID: '7', LOOPSCOPE_RUN: 'outer', HOME: '/root' };
  expect(inheritEnvironment(own, [{ name: 'HOME', value: '/home' }])).toEqual({ PATH: '/bin', HOME: '/home' });
});

test('on Windows names of variables have no case', () => {
  const own = { Path: 'C:\\bin', PORT: '8001' };
  const added = [{ name: 'port', value: '8397' }];
  expect(inheritEnvironment(own, added, 'win32')).toEqual({ Path: 'C:\\bin', port: '8397' });
  expect(inheritEnvironment(own, added, 'linux')).toEqual({ ...own, port: '8397' });
});

test('the agent comes after the user’s own NODE_OPTIONS', () => {
  const agent = { preload: '/a b/agent.cjs', address: 'path|token|run' };
  expect(addAgent({ NODE_OPTIONS: '--import tsx' }, 'run', agent)).toEqual({
    NODE_OPTIONS: '--import tsx --require "/a b/agent.cjs"',
    LOOPSCOPE_AGENT: 'path|token|run',
    LOOPSCOPE_RUN: 'run',
  });
  expect(addAgent({}, 'run', agent).NODE_OPTIONS).toBe('--require "/a b/agent.cjs"');
  expect(addAgent({ NODE_OPTIONS: '--permission' }, 'run', null)).toEqual({ NODE_OPTIONS: '--permission', LOOPSCOPE_RUN: 'run' });
});

test('quotes and backslashes are preserved', () => {
  expect(quoteNodeOption('C:\\Program Files\\a "b"')).toBe('"C:\\\\Program Files\\\\a \\"b\\""');
});

test('a path that needs no quotes has none: Node 10 would take them for part of it', () => {
  expect(quoteNodeOption('/opt/a/b.cjs')).toBe('/opt/a/b.cjs');
  expect(quoteNodeOption('C:\\a\\b.cjs')).toBe('C:\\a\\b.cjs');
});

test('NODE_OPTIONS without the preload are as they were before it', () => {
  for (const file of ['/opt/x/loopscope-preload.cjs', '/a "b" c/loopscope-preload.cjs']) {
    for (const own of [undefined, '--import tsx', '--require "/my own/hook.cjs"']) {
      const { NODE_OPTIONS } = addAgent({ NODE_OPTIONS: own }, 'run', { preload: file, address: 'a' });
      expect(withoutPreload(NODE_OPTIONS!)).toBe(own ?? '');
      expect(withoutPreload(`${NODE_OPTIONS} --max-old-space-size=99`)).toBe(`${own ?? ''} --max-old-space-size=99`.trim());
    }
  }
});

test('recognises the permission model by its flag, not by its other options', () => {
  for (const options of ['--permission', '--experimental-permission', '--import x --permission --allow-fs-read=*', '--permission=true']) {
    expect(usesPermissionModel(options), options).toBe(true);
  }
  expect(usesPermissionModel('', ['sh', '-c', 'node "--permission" server.js'])).toBe(true);
  for (const options of [undefined, '', '--import tsx', '--require /x/--permission-x.js', '--permissionless']) {
    expect(usesPermissionModel(options), String(options)).toBe(false);
  }
});

test('the agent address works with any path', () => {
  const address = { path: '/tmp/a|b/loopscope-42-Xy/agent', token: 'ff', runId: 'run-1' };
  expect(parseAgentAddress(formatAgentAddress(address))).toEqual(address);
  expect(enginePidOf(address)).toBe(42);
  expect(parseAgentAddress('nonsense')).toBeNull();
});
