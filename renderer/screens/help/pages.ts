/** The pages of the help, built in: the help needs no network. Each is called after its file, and its address has that name. */
type Read = () => Promise<string>;

const byName = (files: Readonly<Record<string, Read>>): ReadonlyMap<string, Read> =>
  new Map(Object.entries(files).map(([file, read]) => [file.replace(/^.*\/|\.md$/g, ''), read]));

const FOR_USERS = byName(import.meta.glob<string>('../../../docs/user/*.md', { query: '?raw', import: 'default' }));

/** No list of the help names these any more. Links that were kept from the time when one did still open them. */
const UNLISTED = byName(
  import.meta.glob<string>(
    ['../../../docs/developer/BENCHMARKS.md', '../../../docs/developer/PLATFORMS.md', '../../../docs/developer/STUDIES.md'],
    { query: '?raw', import: 'default' },
  ),
);

/** For whoever reads a result, in this order. */
export const READING = ['START', 'ANSWER', 'TIME-CHARTS', 'FLAME-GRAPH', 'FLAME-CHART', 'PERCENTILES', 'VERDICTS'];

/** The other pages by name, and these after them. */
const LAST = ['WINDOW', 'COMMAND-LINE', 'FILES', 'INSTALL', 'PRIVACY'];
export const USING = [...FOR_USERS.keys()]
  .filter((name) => !READING.includes(name))
  .sort((one, other) => LAST.indexOf(one) - LAST.indexOf(other) || one.localeCompare(other));

/** Reads the Markdown of a page; undefined where there is none of that name. */
export const readerOf = (name: string): Read | undefined => FOR_USERS.get(name) ?? UNLISTED.get(name);

/** The page, and the section of it, that a link between pages names; null where it leads elsewhere. */
export function pageOfLink(href: string): { page: string; section: string | undefined } | null {
  const [, page, section] = /^(?:\.\.\/\w+\/)?([A-Z-]+)\.md(?:#([a-z0-9-]+))?$/.exec(href) ?? [];
  return page === undefined || readerOf(page) === undefined ? null : { page, section };
}
