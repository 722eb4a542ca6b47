import type { App, BrowserWindow } from 'electron';
import { expect, test } from 'vitest';
import { Leaving } from '../../../electron/shell/leaving.ts';

/** An application of which the test presses the buttons. */
function createApp({ running, answer }: { running: boolean; answer: boolean }) {
  const listeners = new Map<string, (event: { preventDefault(): void }) => void>();
  const windowListeners = new Map<string, (event: { preventDefault(): void }) => void>();
  const log: string[] = [];
  let closeEngine = (): void => {};
  let failEngine = (_error: Error): void => {};
  const fire = (map: typeof listeners, name: string): boolean => {
    let prevented = false;
    map.get(name)?.({
      preventDefault: () => {
        prevented = true;
      },
    });
    return prevented;
  };
  const app = { on: (name: string, listener: never) => void listeners.set(name, listener), quit: () => void log.push('quit') };
  const leaving = new Leaving({
    app: app as unknown as App,
    isRunning: () => running,
    confirm: async () => {
      log.push('asked');
      return answer;
    },
    closeEngine: () => {
      log.push('engine closes');
      return new Promise((resolve, reject) => {
        closeEngine = resolve;
        failEngine = reject;
      });
    },
    startAgain: (files) => void log.push(`starts again: ${files.join(' ')}`),
  });
  leaving.watch({ on: (name: string, listener: never) => void windowListeners.set(name, listener) } as unknown as BrowserWindow);
  return {
    leaving,
    log,
    quit: () => fire(listeners, 'before-quit'),
    willQuit: () => fire(listeners, 'will-quit'),
    closeWindow: () => fire(windowListeners, 'close'),
    allClosed: () => fire(listeners, 'window-all-closed'),
    engineIsClosed: () => closeEngine(),
    engineFails: () => failEngine(new Error('no engine')),
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('quits without a question when there is no run', () => {
  const app = createApp({ running: false, answer: false });
  expect(app.closeWindow()).toBe(false);
  expect(app.quit()).toBe(false);
  expect(app.log).toEqual([]);
});

test('with a run, asks before quitting; staying changes nothing', async () => {
  const app = createApp({ running: true, answer: false });
  expect(app.closeWindow()).toBe(true);
  // Impatient clicks do not ask twice.
  expect(app.closeWindow()).toBe(true);
  await settle();
  expect(app.log).toEqual(['asked']);
  expect(app.quit()).toBe(true);
  await settle();
  expect(app.log).toEqual(['asked', 'asked']);
});

test('after confirmation, quits without further questions', async () => {
  const app = createApp({ running: true, answer: true });
  expect(app.quit()).toBe(true);
  await settle();
  expect(app.log).toEqual(['asked', 'quit']);
  expect(app.quit()).toBe(false);
  expect(app.closeWindow()).toBe(false);
});

test('quits once, after the engine has ended', async () => {
  const app = createApp({ running: false, answer: false });
  expect(app.willQuit()).toBe(true);
  expect(app.willQuit()).toBe(true);
  expect(app.log).toEqual(['engine closes']);
  app.engineIsClosed();
  await settle();
  expect(app.log).toEqual(['engine closes', 'quit']);
  expect(app.willQuit()).toBe(false);
});

test('a signal quits without a question; closing the last window quits', () => {
  const app = createApp({ running: true, answer: false });
  app.leaving.leaveNow();
  expect(app.quit()).toBe(false);
  app.allClosed();
  expect(app.log).toEqual(['quit', 'quit']);
});

test('files given while the engine closes restart the program at the end', async () => {
  const app = createApp({ running: false, answer: false });
  expect(app.leaving.startAfterwards(['/early'])).toBe(false);
  app.willQuit();
  expect(app.leaving.startAfterwards(['/a', '/b'])).toBe(true);
  app.engineIsClosed();
  await settle();
  expect(app.leaving.startAfterwards(['/c'])).toBe(true);
  expect(app.log).toEqual(['engine closes', 'quit']);
  expect(app.willQuit()).toBe(false);
  expect(app.log.at(-1)).toBe('starts again: /a /b /c');
});

test('a start without a file meanwhile also restarts the program', async () => {
  const app = createApp({ running: false, answer: false });
  app.willQuit();
  expect(app.leaving.startAfterwards([])).toBe(true);
  app.engineIsClosed();
  await settle();
  app.willQuit();
  expect(app.log.at(-1)).toBe('starts again: ');
});

test('quits even if the engine cannot be closed', async () => {
  const app = createApp({ running: false, answer: false });
  app.willQuit();
  app.engineFails();
  await settle();
  expect(app.log.at(-1)).toBe('quit');
  expect(app.willQuit()).toBe(false);
});
