/** What is meant by a path without its slash: `slow` is `/slow`, `?page=2` is `/?page=2`. What may be a host stays as it is, to be refused. */

/** `http://...`, `localhost:3000`; a path may have a colon behind its first slash. */
const NAMES_HOST = /^[^/?#]*:|^(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?=[/?#]|$)/i;

export function toRequestUrl(typed: string): string {
  const url = typed.trim();
  return url === '' || url.startsWith('/') || NAMES_HOST.test(url) ? url : `/${url}`;
}
