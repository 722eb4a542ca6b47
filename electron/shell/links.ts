import type { LinkName } from '../../shared/protocol/shell.ts';

/** The only addresses opened in the system's browser. The page can pick one by name, but never pass an address. */
export const LINKS: Readonly<Record<LinkName, string>> = {
  'get-node': 'https://nodejs.org/en/download',
};
