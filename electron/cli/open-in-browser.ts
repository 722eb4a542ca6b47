import { spawn } from 'node:child_process';

/** Whether there is a screen to open something on. */
export function hasDisplay(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): boolean {
  if (env.CI) return false;
  return platform !== 'linux' || Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY);
}

/** Best effort: the link has been printed, so nothing is lost when no browser comes up. */
export function openInBrowser(link: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command!, [...args, link], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  // `start` is a builtin of cmd; rundll32 opens a URL without a shell reading it.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
