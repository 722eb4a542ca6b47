/** What the page does when an engine has come up. Pure. */
import type { EngineAddress } from '../../shared/protocol/shell.ts';
import type { Commands } from './commands.ts';

export interface EnginePageParts {
  readonly commands: Commands;
  /** The one port that the page's policy names; null: none has been loaded yet. */
  servedPort(): number | null;
  /** The file of the session that is shown; null: none. */
  shownPath(): string | null;
  /** Reloads the page, with the current policy. */
  loadHome(): void;
}

/**
 * If the page's policy allows the new engine's port, the page is told about the new engine and reopens its file there. Otherwise the
 * page could never reach it, so the page is reloaded and the new page is given the file.
 */
export function tellPage(parts: EnginePageParts, address: EngineAddress, isFirst: boolean): void {
  const { commands } = parts;
  const served = parts.servedPort();
  // The page about to be loaded asks for the address itself.
  if (served === null) return;
  const isReachable = served === address.port;
  const path = isReachable ? null : parts.shownPath();
  if (!isReachable) commands.pageIsGone();
  if (!isFirst) commands.give(path === null ? { type: 'engine-restarted', address } : { type: 'open-path', path });
  if (!isReachable) parts.loadHome();
}
