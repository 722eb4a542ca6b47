/**
 * What grew in a process, and who keeps it. Snapshots A, B and C of it, each after a full collection: A of the settled program, B after a load of
 * `requests`, C after another one of as many. They are read in the guarded process, one after the other, with its limits of memory and time; what comes
 * back has names of constructors, variables, properties that stand in the code, and files, but no text of the program and no key of a dictionary.
 *
 *     const found = await findWhatGrew([a, b, c], requests, { signal, onProgress: (done) => ... });
 *     // found.grown[0]: { constructor: 'Ticket', countPerRequest: 1, bytesPerRequest: 1048,
 *     //   heldBy: [{ name: 'sessions', constructor: 'Map', kind: 'variable', place: { url, line: 12 }, ... }], functions: [] }
 *
 * `wordHolder` (shared/phrases/heap-names.ts) says "sessions (Map)". The files are the caller's, who deletes them. Throws FailureError for a file that
 * cannot be read, with the sentence that says why, and whatever `signal` was aborted with.
 */
import type { Ratio } from '../../../shared/base/units.ts';
import { findDeclaration } from '../../../shared/heap/find-declaration.ts';
import type { Grown, HeldBy, KeptFunctions, WhatGrew } from '../../../shared/heap/what-grew.ts';
import { frameKey } from '../../../shared/model/profile/profile.ts';
import { computeSourcePositions } from '../../../shared/profile/import/source-maps.ts';
import { snapshotFiles } from '../foreign/foreign-files.ts';
import { readSourceFile } from './hash-sources.ts';
import { MapReader } from './read-source-maps.ts';
import { filePathOf } from './source-files.ts';

/** `url` as V8 or a source map has it; `line` from 1 on, null: not known. */
export interface FoundPlace {
  readonly url: string;
  readonly line: number | null;
}

export interface FoundHolder extends Omit<HeldBy, 'place'> {
  /** Null: a global variable, or not known. */
  readonly place: FoundPlace | null;
}

export interface FoundGrowth extends Omit<Grown, 'heldBy' | 'functions'> {
  readonly heldBy: readonly FoundHolder[];
  readonly functions: readonly (Omit<KeptFunctions, 'url' | 'line'> & { readonly place: FoundPlace | null })[];
}

export interface Found extends Omit<WhatGrew, 'grown'> {
  readonly grown: readonly FoundGrowth[];
}

export async function findWhatGrew(
  [before, between, path]: readonly [string, string, string],
  requests: number,
  { signal, onProgress }: { readonly signal?: AbortSignal; readonly onProgress?: (done: Ratio) => void } = {},
): Promise<Found> {
  const asked = { path, before, between, requests };
  const { grown, bytesPerRequest } = await snapshotFiles.read(path, (ask) => ask('grown', asked, onProgress), signal);
  const places = new SourcePlaces();
  return { grown: await Promise.all(grown.map((one) => placeGrowth(one, places))), bytesPerRequest };
}

async function placeGrowth({ heldBy, functions, ...grown }: Grown, places: SourcePlaces): Promise<FoundGrowth> {
  return {
    ...grown,
    heldBy: await Promise.all(heldBy.map(async (holder) => ({ ...holder, place: await places.ofHolder(holder) }))),
    functions: await Promise.all(
      functions.map(async ({ url, line, ...of }) => ({ ...of, place: await places.ofFunction({ ...of, url, line }) })),
    ),
  };
}

/** Of scripts on this machine, through their source maps. */
class SourcePlaces {
  private readonly maps = new MapReader();
  private readonly texts = new Map<string, Promise<string | null>>();

  async ofHolder({ name, place }: HeldBy): Promise<FoundPlace | null> {
    if (place === null) return null;
    const { url } = place;
    const text = await this.textOf(url);
    const path = name.replaceAll('[key]', '').split('.');
    const [variable, ...properties] = path as [string, ...string[]];
    for (const name of variable.split('/')) {
      const found = text === null ? null : findDeclaration(text, [name, ...properties], place.line);
      if (found !== null) return this.original(url, found, name);
    }
    return { url, line: null };
  }

  async ofFunction({ name, url, line, column }: KeptFunctions): Promise<FoundPlace | null> {
    if (url === '') return null;
    const text = line === null ? null : await this.textOf(url);
    // What was compiled in memory has other lines than its file.
    const isThere = text !== null && /^[($\w[]/.test(text.split('\n')[line!]?.slice(column ?? 0) ?? '');
    return isThere ? this.original(url, { line: line!, column: column ?? 0 }, name) : { url, line: null };
  }

  private async original(
    url: string,
    { line, column }: { readonly line: number; readonly column: number },
    name: string,
  ): Promise<FoundPlace> {
    const map = await this.maps.readMapOf({ url, map: '' });
    const frame = { url, line, column, name, kind: 'own' } as const;
    const position = map === null ? undefined : computeSourcePositions([frame], [map])[frameKey(url, line, column)];
    return { url: position?.url ?? url, line: (position?.line ?? line) + 1 };
  }

  private textOf(url: string): Promise<string | null> {
    const known = this.texts.get(url) ?? readSourceFile(filePathOf(url) ?? '');
    this.texts.set(url, known);
    return known;
  }
}
