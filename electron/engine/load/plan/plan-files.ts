/** Reads the files that a plan names: bodies, and tables of values. They lie in the folder of the plan; whatever leads out of it is refused. */
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Bytes } from '../../../../shared/base/units.ts';
import { fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import { MOST_FILE, MOST_FILES } from '../../../../shared/model/load/limits.ts';
import type { Plan } from '../../../../shared/model/load/plan.ts';
import { checkTable, filesOf } from '../../../../shared/plan/check-files.ts';
import { type Csv, readCsv } from '../../../../shared/plan/csv.ts';
import type { PlanFiles } from '../../../../shared/plan/program.ts';
import { type Said, say } from '../../../../shared/words/said.ts';

/** What is said of a file that the folder does not have. */
interface FolderWords {
  readonly missing: (name: string) => Said;
  readonly outside: (name: string) => Said;
}

const BESIDE_PLAN: FolderWords = {
  missing: (name) => say('plan.fileMissing', { name }),
  outside: (name) => say('plan.fileOutside', { name }),
};

/** The files of a curl command, which are in the current folder. */
export async function readCurlFiles(names: readonly string[], folder: string): Promise<Outcome<ReadonlyMap<string, Uint8Array>>> {
  const words: FolderWords = {
    missing: (name) => say('curl.fileMissing', { name, folder }),
    outside: (name) => say('curl.fileOutside', { name, folder }),
  };
  return readBodies(names, new FolderReader(folder, words));
}

async function readBodies(names: readonly string[], reader: FolderReader): Promise<Outcome<Map<string, Uint8Array>>> {
  const bodies = new Map<string, Uint8Array>();
  for (const name of names) {
    const read = await reader.read(name);
    if ('says' in read) return refused(read.says);
    bodies.set(name, read.bytes);
  }
  return succeed(bodies);
}

/** `folder`: that of the plan. Fails with the first problem found. */
export async function readPlanFiles(plan: Plan, folder: string): Promise<Outcome<PlanFiles>> {
  const reader = new FolderReader(folder, BESIDE_PLAN);
  const names = filesOf(plan);
  const tables = new Map<string, Csv>();
  const bodies = await readBodies(names.bodies, reader);
  if (!bodies.ok) return bodies;
  for (const name of names.tables) {
    const read = await reader.read(name);
    const table = 'says' in read ? read : tableOf(name, read.bytes);
    if ('says' in table) return refused(table.says);
    tables.set(name, table.csv);
  }
  for (const value of plan.values) {
    const table = value.source.kind === 'file' ? tables.get(value.source.file)! : null;
    const problem = table && checkTable(plan, value, table);
    if (problem !== null) return refused(problem.says);
  }
  return succeed({ tables, bodies: bodies.value });
}

function refused(says: Said): Outcome<never> {
  return fail('bad-request', says);
}

function tableOf(name: string, bytes: Uint8Array): { readonly csv: Csv } | { readonly says: Said } {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { says: say('plan.notUtf8', { name }) };
  }
  const read = readCsv(text, name);
  return read.ok ? { csv: read.csv } : { says: read.says };
}

class FolderReader {
  readonly #folder: string;
  readonly #words: FolderWords;
  #left: Bytes = MOST_FILES;

  constructor(folder: string, words: FolderWords) {
    this.#folder = folder;
    this.#words = words;
  }

  async read(name: string): Promise<{ readonly bytes: Uint8Array } | { readonly says: Said }> {
    try {
      const [folder, path] = [await realpath(this.#folder), await realpath(join(this.#folder, name))];
      if (!path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return { says: this.#words.outside(name) };
      return await this.#readFile(name, path);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      return { says: code === 'ENOENT' ? this.#words.missing(name) : say('plan.fileUnreadable', { name, code }) };
    }
  }

  /** Opened without blocking, as a pipe would wait for its other end, and without following a link that was created after the check. */
  async #readFile(name: string, path: string): Promise<{ readonly bytes: Uint8Array } | { readonly says: Said }> {
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return { says: say('file.notAFile', { path: name }) };
      const limit = Math.min(MOST_FILE, this.#left);
      if (stat.size > limit) return { says: say('plan.fileTooLarge', { name, limit }) };
      const bytes = Buffer.alloc(stat.size);
      const { bytesRead } = await file.read(bytes, 0, stat.size, 0);
      this.#left -= bytesRead;
      return { bytes: bytes.subarray(0, bytesRead) };
    } finally {
      await file.close();
    }
  }
}
