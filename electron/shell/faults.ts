/** What goes wrong in the program itself: all of it is in the log, and what should not happen at all is said, too. */
import type { App } from 'electron';
import type { Log } from './log.ts';

type Listening = Pick<NodeJS.Process, 'on'>;

/**
 * After an uncaught error the program goes on, as Electron does by itself: sessions and runs are the engine's, which has not
 * noticed. One box a start: of an error that comes again and again a second one would say nothing, and be in the way of leaving.
 */
export function setupFaults(app: Pick<App, 'on'>, log: Pick<Log, 'write'>, tell: (text: string) => void, main: Listening = process): void {
  let isTold = false;
  main.on('uncaughtException', (error) => {
    log.write(`main: uncaught ${describe(error)}`);
    if (isTold) return;
    isTold = true;
    tell(`${describe(error)}\n\nRuns and sessions are not affected. Should the window behave strangely, please start it again.`);
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
