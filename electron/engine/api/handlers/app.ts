/** The program itself, and its settings. */
import { homedir } from 'node:os';
import { succeed } from '../../../../shared/model/failure.ts';
import { VERSION } from '../../machine/environment.ts';
import { describeBusy, findHolder } from '../../machine/machine-lock.ts';
import type { HandlerContext, HandlersOf } from './handler-types.ts';

export function createAppHandlers({ library, sessions, host, cannotRun }: HandlerContext): HandlersOf<'app' | 'settings'> {
  return {
    'app.info': async (_, right) =>
      succeed({
        version: VERSION,
        platform: process.platform,
        host,
        may: right,
        homeDir: homedir(),
        startDir: process.cwd(),
        dataDir: library.dir,
        openSessionId: sessions.given,
        cannotRun,
        dataTrouble: library.trouble,
      }),
    'app.busy': async () => {
      const holder = findHolder();
      return succeed(holder && describeBusy(holder));
    },
    'settings.get': async () => succeed(await library.settings()),
    'settings.set': async (changes) => succeed(await library.setSettings(changes)),
  };
}
