/** What an engine that has come up means to the page. Pure. */
import type { EngineAddress } from '../../shared/protocol/shell.ts';
import type { Commands } from './commands.ts';

export interface EnginePageParts {
  readonly commands: Commands;
  /** The one port that the page's policy names; null: none has been loaded yet. */
  servedPort(): number | null;
  /** The file of the session that is shown; null: none. */
  shownPath(): string | null;
  /** Loads the page again, with the policy of now. */
  loadHome(): void;
}

/**
 * Where the page may talk to the engine, the page is told of another one and opens its file there again. An engine on another
 * port than its policy names it could never reach: it is loaded again, and the new page is given the file.
 */
export function tellPage(parts: EnginePageParts, address: EngineAddress, isFirst: boolean): void {
  const { commands } = parts;
  const served = parts.servedPort();
  // The page that is going to be loaded asks by itself.
  if (served === null) return;
  const isReachable = served === address.port;
  const path = isReachable ? null : parts.shownPath();
  if (!isReachable) commands.pageIsGone();
  if (!isFirst) commands.give(path === null ? { type: 'engine-restarted', address } : { type: 'open-path', path });
  if (!isReachable) parts.loadHome();
}
