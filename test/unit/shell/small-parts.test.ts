import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isNewEnough } from '../../../electron/engine/machine/needed-node.ts';
import { Commands } from '../../../electron/shell/commands.ts';
import { findEngineNode, guessEngineNode } from '../../../electron/shell/find-engine-node.ts';
import { Log } from '../../../electron/shell/log.ts';
import { progressOf } from '../../../electron/shell/progress.ts';
import { readSmall, writeSmall } from '../../../electron/shell/small-file.ts';

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'loopscope-shell-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

test('queues commands until the page is ready, in order, and again after a reload', () => {
  const commands = new Commands();
  const sent: unknown[] = [];
  const send = (_channel: string, command: unknown) => void sent.push(command);
  commands.give({ type: 'command', name: 'home' });
  commands.give({ type: 'command', name: 'stop' });
  expect(commands.pageIsReady(send)).toEqual([
    { type: 'command', name: 'home' },
    { type: 'command', name: 'stop' },
  ]);
  commands.give({ type: 'command', name: 'search' });
  expect(sent).toEqual([{ type: 'command', name: 'search' }]);
  commands.pageIsGone();
  commands.give({ type: 'command', name: 'keys' });
  expect(sent).toHaveLength(1);
  expect(commands.pageIsReady(send)).toEqual([{ type: 'command', name: 'keys' }]);
});

test('the task bar shows progress, activity or nothing', () => {
  expect(progressOf([])).toBe(-1);
  expect(progressOf([{ sessionId: 's', done: 0.25 }])).toBe(0.25);
  expect(progressOf([{ sessionId: 's', done: null }])).toBeGreaterThan(1);
});

test.each([
  ['20.18.3', false],
  ['20.19.0', true],
  ['22.0.0', true],
  ['18.20.8', false],
  ['9.9.9', false],
  ['26.1.0-nightly', true],
])('Node %s is new enough for the engine: %s', (version, expected) => expect(isNewEnough(version)).toBe(expected));

const machine = (env: Record<string, string>) => ({ platform: 'linux' as const, env, home: '/home/u', list: () => [] });

test('uses the first Node that is new enough, asking each once', async () => {
  const asked: string[] = [];
  const ask = async (path: string) => {
    asked.push(path);
    return { '/old/node': '18.0.0', '/new/node': '22.1.0', '/newer/node': '24.0.0' }[path] ?? null;
  };
  expect(await findEngineNode(machine({ PATH: '/none:/old:/old:/new:/newer' }), ask)).toEqual({ path: '/new/node', version: '22.1.0' });
  expect(asked).toEqual(['/none/node', '/old/node', '/new/node']);
});

test('the first start takes the first Node without asking for its version', () => {
  const exists = (path: string): boolean => path !== '/none/node';
  expect(guessEngineNode(machine({ PATH: '/none:/old:/new' }), exists)).toBe('/old/node');
  expect(guessEngineNode(machine({ PATH: '/old', LOOPSCOPE_NODE: '/mine' }), exists)).toBe('/mine');
  expect(guessEngineNode(machine({ PATH: '/old' }), () => false)).toBeNull();
});

test('considers only a Node that is named', async () => {
  const ask = async (path: string) => (path === '/new/node' ? '22.1.0' : null);
  expect(await findEngineNode(machine({ PATH: '/new', LOOPSCOPE_NODE: '/mine' }), ask)).toBeNull();
  expect(await findEngineNode(machine({ PATH: '', LOOPSCOPE_NODE: '/new/node' }), ask)).toMatchObject({ path: '/new/node' });
});

test('rotates the log once and bounds its size', () => {
  const log = new Log(join(folder(), 'logs', 'a.log'));
  for (let line = 0; line < 40; line++) log.write('x'.repeat(50_000));
  const files = readdirSync(join(log.file, '..'));
  expect(files.sort()).toEqual(['a.log', 'a.log.old']);
  expect(statSync(log.file).size).toBeLessThan(600_000);
  expect(readFileSync(log.file, 'utf8')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z x+\n/);
});

test('writes small files atomically and ignores a folder that cannot be written', () => {
  const file = join(folder(), 'deep', 'state.json');
  expect(readSmall(file)).toBeNull();
  writeSmall(file, 'one');
  writeSmall(file, 'two');
  expect(readSmall(file)).toBe('two');
  expect(readdirSync(join(file, '..'))).toEqual(['state.json']);
  writeSmall(join(file, 'below-a-file'), 'x');
  expect(readSmall(file)).toBe('two');
});
