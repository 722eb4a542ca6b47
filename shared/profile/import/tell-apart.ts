/**
 * Functions of libraries have a name and no place. Two of one name in different libraries are two functions, and what has no name at all is
 * something else in each library: these have the library behind their name.
 */
import type { NamedFrame } from './profile-builder.ts';

export interface OfLibrary extends NamedFrame {
  /** Path or name; empty: it is not known. */
  readonly library: string;
}

/** What tools write where they have no name. */
const UNNAMED = /^(?:\[unknown\]|\?\?|<unknown>|unknown|0x[0-9a-f]+)$/i;

/** In the same order. */
export function tellApart(functions: readonly OfLibrary[]): NamedFrame[] {
  const libraries = new Map<string, Set<string>>();
  const paths = new Map<string, Set<string>>();
  for (const { name, url, library } of functions) {
    if (url !== '') continue;
    addTo(libraries, name, library);
    addTo(paths, baseOf(library), library);
  }
  return functions.map(({ library, ...frame }) => {
    const isAlone = frame.url !== '' || library === '' || (!UNNAMED.test(frame.name) && libraries.get(frame.name)!.size === 1);
    if (isAlone) return frame;
    const base = baseOf(library);
    return { ...frame, name: `${frame.name} (${paths.get(base)!.size > 1 ? library : base})` };
  });
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key);
  if (known === undefined) sets.set(key, new Set([value]));
  else known.add(value);
}

function baseOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
