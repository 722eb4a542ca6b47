/** The file that a load command writes its figures to: in a folder of its own, which goes with the run. */
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bytes } from '../../../../shared/base/units.ts';
import { type Said, say } from '../../../../shared/words/said.ts';
import { makePrivateFolder } from '../../machine/private-folder.ts';

/** Together with the printed output it has to fit into the output kept of a run. */
const LONGEST: Bytes = 512 * 1024;
/** Output is kept in whole pieces. */
const PIECE = 16 * 1024;

export class ResultFile {
  #folder: string | null = null;
  #place = '';

  /** The word, with a path in place of the placeholder. */
  place(word: string, placeholder: string): string {
    if (!word.includes(placeholder)) return word;
    this.#place = placeholder;
    this.#folder ??= makePrivateFolder();
    return word.split(placeholder).join(join(this.#folder, 'out'));
  }

  /** The command may still be changing the folder, or may have removed it, which is reported as well. */
  read(): { readonly pieces: readonly string[]; readonly warning: Said | null } {
    if (this.#folder === null) return { pieces: [], warning: null };
    try {
      return this.#readIn(this.#folder);
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      const why = say('file.unreadable', { path: this.#place, code });
      return { pieces: [], warning: say('load.commandBroken', { why }) };
    }
  }

  #readIn(folder: string): ReturnType<ResultFile['read']> {
    const [file] = readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((path) => lstatSync(path).isFile());
    if (file === undefined) return { pieces: [], warning: say('load.commandNoFile', { placeholder: this.#place }) };
    if (lstatSync(file).size > LONGEST) return { pieces: [], warning: say('load.commandFileLarge', { limit: LONGEST }) };
    const text = readFileSync(file, 'utf8');
    const pieces = Array.from({ length: Math.ceil(text.length / PIECE) }, (_, at) => text.slice(at * PIECE, (at + 1) * PIECE));
    return { pieces, warning: null };
  }

  remove(): void {
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = null;
  }
}
