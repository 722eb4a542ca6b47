/** Errors of the program itself: all are logged, and unexpected ones are also shown. */
import type { App } from 'electron';
import type { Log } from './log.ts';
import { fill, words } from './words.ts';

type Listening = Pick<NodeJS.Process, 'on'>;

/**
 * After an uncaught error the program continues, as Electron does by default: sessions and runs belong to the engine, which is not
 * affected. One dialog per start: for a repeated error a second one would add nothing and get in the way of quitting.
 */
export function setupFaults(app: Pick<App, 'on'>, log: Pick<Log, 'write'>, tell: (text: string) => void, main: Listening = process): void {
  let isTold = false;
  main.on('uncaughtException', (error) => {
    log.write(`main: uncaught ${describe(error)}`);
    if (isTold) return;
    isTold = true;
    tell(fill(words.fault.detail, { error: describe(error) }));
  });
  main.on('unhandledRejection', (reason) => log.write(`main: unhandled ${describe(reason)}`));
  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) => {
    if (reason !== 'clean-exit') log.write(`${name ?? type}: gone (${reason}, code ${exitCode})`);
  });
  app.on('browser-window-created', (_event, window) => {
    window.on('unresponsive', () => log.write('page: does not respond'));
    window.on('responsive', () => log.write('page: responds again'));
  });
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
