import { ForeignFiles } from '../engine/foreign/foreign-files.ts';

let early: ForeignFiles | null = null;
let isTaken = false;

/** Starts the process that will read a file, before there is an engine. */
export function prepareEarly(): void {
  early = new ForeignFiles();
  early.prepare();
}

/** What the first engine of this command is to read files with, if that was prepared; it closes them. */
export function takeEarlyFiles(): { readonly files?: ForeignFiles } {
  if (early === null || isTaken) return {};
  isTaken = true;
  return { files: early };
}

/** When the command is done; it may have been refused before it had an engine. */
export function endEarly(): void {
  early?.close();
}
