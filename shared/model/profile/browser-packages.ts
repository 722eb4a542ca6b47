/** What runs in a page of a browser without being the page's own: extensions, and packages that it loads from where npm's are served. */

/** What extensions are called by, beside whichever of them it is. */
const EXTENSION = /^(?:chrome|moz|safari(?:-web)?|ms-browser)-extension:\/\/[^/]+/;

/** A name on npm, with its scope; behind it, in an address, the version or a file. */
const NAME = '((?:@[^/@?#]+/)?[^/@?#:]+)';
const SERVED: readonly RegExp[] = [
  // jsDelivr, and whoever serves a copy of it: https://cdn.example/npm/jquery@3.7.1/dist/jquery.min.js
  new RegExp(`^https?://[^/]+/npm/${NAME}@`),
  new RegExp(`^https?://cdn\\.jsdelivr\\.net/npm/${NAME}`),
  new RegExp(`^https?://(?:www\\.)?(?:unpkg\\.com|esm\\.sh|cdn\\.skypack\\.dev)/${NAME}@`),
  new RegExp(`^https?://ga\\.jspm\\.io/npm:${NAME}@`),
];

/** The package, or the extension by its address. Null: it is in none. */
export function packageOfBrowser(url: string): string | null {
  const extension = EXTENSION.exec(url)?.[0];
  if (extension !== undefined) return extension;
  if (!/^https?:/.test(url)) return null;
  for (const pattern of SERVED) {
    const name = pattern.exec(url)?.[1];
    if (name !== undefined) return name;
  }
  return null;
}
