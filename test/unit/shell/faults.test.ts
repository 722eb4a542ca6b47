/** What goes wrong in main is in the log; what should not happen at all is said once. */
import { EventEmitter } from 'node:events';
import type { App } from 'electron';
import { expect, test } from 'vitest';
import { setupFaults } from '../../../electron/shell/faults.ts';

function createFaults() {
  const app = new EventEmitter();
  const main = new EventEmitter();
  const log: string[] = [];
  const told: string[] = [];
  setupFaults(
    app as unknown as App,
    { write: (text) => void log.push(text) },
    (text) => told.push(text),
    main as unknown as Pick<NodeJS.Process, 'on'>,
  );
  return { app, main, log, told };
}

test('logs every uncaught error with its stack and shows the first one', () => {
  const { main, log, told } = createFaults();
  main.emit('uncaughtException', new Error('one'));
  main.emit('uncaughtException', new Error('two'));
  expect(log).toHaveLength(2);
  expect(log[0]).toMatch(/^main: uncaught Error: one\n.*faults\.test/s);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('Error: one');
});

test('logs unhandled rejections of any value', () => {
  const { main, log, told } = createFaults();
  main.emit('unhandledRejection', new Error('late'));
  main.emit('unhandledRejection', undefined);
  expect(log[0]).toContain('main: unhandled Error: late');
  expect(log[1]).toBe('main: unhandled undefined');
  expect(told).toEqual([]);
});

test('logs crashed Chromium processes and a page that hangs, but no normal exits', () => {
  const { app, log } = createFaults();
  app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 5 });
  app.emit('child-process-gone', {}, { type: 'Utility', name: 'Loopscope engine', reason: 'oom', exitCode: 1 });
  app.emit('child-process-gone', {}, { type: 'GPU', reason: 'clean-exit', exitCode: 0 });
  const window = new EventEmitter();
  app.emit('browser-window-created', {}, window);
  window.emit('unresponsive');
  window.emit('responsive');
  expect(log).toEqual([
    'GPU: gone (crashed, code 5)',
    'Loopscope engine: gone (oom, code 1)',
    'page: does not respond',
    'page: responds again',
  ]);
});
