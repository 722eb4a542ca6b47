import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCALE } from '../../../shared/words/catalogue.ts';
import { text } from '../../../shared/words/words.ts';
import { privateFolderPrefix } from '../../engine/machine/private-folder.ts';

/** Whether there is a screen to open something on. */
export function hasDisplay(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): boolean {
  if (env.CI) return false;
  return platform !== 'linux' || Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY);
}

/**
 * Opens the system's browser on a one-time link. Every user of the machine can read the arguments of its processes, so the browser is given a
 * page that only this user can read, and which leads to the link. Returns how to remove that page; it goes with the process, too.
 *
 * Best effort: the link has been printed, so nothing is lost when no browser comes up.
 */
export function openInBrowser(link: string): () => void {
  const dir = mkdtempSync(join(tmpdir(), privateFolderPrefix()));
  const remove = (): void => rmSync(dir, { recursive: true, force: true });
  process.once('exit', remove);
  const page = join(dir, 'open.html');
  writeFileSync(page, redirectTo(link), { mode: 0o600, flag: 'wx' });
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command!, [...args, page], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
  return remove;
}

/** The link is ours and has nothing in it that HTML would read. The page it redirects to gets no Referer, which would not contain the token anyway. */
function redirectTo(link: string): string {
  return (
    `<!doctype html><html lang="${LOCALE}"><meta charset="utf-8"><meta name="referrer" content="no-referrer">` +
    `<meta http-equiv="refresh" content="0;url=${link}"><title>Loopscope</title><p><a href="${link}">${text('terminal.serve.pageTitle')}</a></p></html>\n`
  );
}

const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  // `start` is a builtin of cmd; rundll32 opens a file without a shell reading its name.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
