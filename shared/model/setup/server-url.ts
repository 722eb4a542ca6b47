/** The server of a URL and what is requested of it: `http://127.0.0.1:3000` and `/slow?x=1`. */

export interface SplitUrl {
  readonly server: string;
  /** From its slash on; `/` if there is none. */
  readonly path: string;
}

/** A user and a password stay, to be refused with their reason. */
const WHOLE = /^(https?:\/\/(?:[^/?#\s@]*@)?(?:\[[\da-f:.]+\]|[^/?#\s:@[\]]+)(?::\d{1,5})?)([/?#].*)?$/i;

/** Null: not a whole http or https URL. */
export function splitUrl(url: string): SplitUrl | null {
  const [, server, path = '/'] = WHOLE.exec(url.trim()) ?? [];
  return server === undefined ? null : { server, path: path.startsWith('/') ? path : `/${path}` };
}

/** Where a path is requested of a server; a whole URL stays as it is. */
export function urlOn(server: string, url: string): string {
  return url.startsWith('/') ? server.replace(/\/$/, '') + url : url;
}

/** Whether a whole URL is on this server. A path is, and what is no URL is refused elsewhere. */
export function isOnServer(server: string, url: string): boolean {
  const [asked, given] = [splitUrl(url), splitUrl(server)];
  return asked === null || given === null || canonical(asked.server) === canonical(given.server);
}

function canonical(server: string): string {
  const text = server.toLowerCase();
  return text.replace(text.startsWith('https:') ? /:443$/ : /:80$/, '');
}
