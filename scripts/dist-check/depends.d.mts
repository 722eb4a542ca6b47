export interface InstalledPackage {
  readonly name: string;
  readonly provides: readonly string[];
  readonly depends: readonly (readonly string[])[];
}
export function neededLibraries(readelfOutput: string): string[];
export function parseDepends(text: string): string[][];
export function bringAlong(depends: readonly (readonly string[])[], installed: ReadonlyMap<string, InstalledPackage>): Set<string>;
