import type { LinkName } from '../../shared/protocol/shell.ts';

/** The only addresses that are handed to the system's browser. The page can name one, never give one. */
export const LINKS: Readonly<Record<LinkName, string>> = {
  'get-node': 'https://nodejs.org/en/download',
};
