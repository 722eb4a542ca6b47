import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Overrides where sessions, recordings and preferences are kept. */
export const DATA_DIR_VARIABLE = 'LOOPSCOPE_DATA_DIR';

/** Where the platform keeps an application's data. */
export function defaultDataDir(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const chosen = env[DATA_DIR_VARIABLE];
  if (chosen) return resolve(chosen);
  switch (platform) {
    case 'win32':
      return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Loopscope');
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Loopscope');
    default:
      return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'loopscope');
  }
}
