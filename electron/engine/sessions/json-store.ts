/** A small file of preferences: with the version of its form, checked when read, written whole or not at all. */
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type * as z from '../../../shared/model/schema.ts';
import { writeTextAtomically } from './atomic-write.ts';

/**
 * Of the form of all preferences. The file says `{ "version": 1, "value": ... }`; the value alone is version 0, as it was written
 * before there were versions, and has the same form.
 */
const VERSION = 1;
const DAMAGED = '.damaged-';

type Reading<T> = { readonly is: 'good'; readonly value: T } | { readonly is: 'damaged' } | { readonly is: 'newer' };

export class JsonStore<T> {
  /** Changes go one after the other; each starts from what the one before has written. */
  private last: Promise<unknown> = Promise.resolve();
  /**
   * What counts while the file is not ours to write, being of a newer Loopscope, and after the disk has not taken a change: it lives as
   * long as this process. Null: what is on disk counts.
   */
  private unwritten: { readonly value: T } | null = null;

  constructor(
    private readonly path: string,
    private readonly schema: z.ZodType<T>,
    private readonly initial: T,
    /** Called each time a change could not be written to disk. */
    private readonly onTrouble: (error: unknown) => void,
  ) {}

  async read(): Promise<T> {
    return (await this.look()).value;
  }

  /** Never rejects: failing to store preferences must not fail the action that stores them. */
  update(change: (value: T) => T): Promise<T> {
    const next = this.last.then(async () => {
      const { value: before, isNewer } = await this.look();
      const value = change(before);
      this.unwritten = { value };
      if (!isNewer && (await this.write(value))) this.unwritten = null;
      return value;
    });
    this.last = next;
    return next;
  }

  /** Back to the beginning, and nothing of it left: not in files that were set aside as damaged either. */
  async clear(): Promise<void> {
    await this.update(() => this.initial);
    const dir = dirname(this.path);
    const names = await readdir(dir).catch(() => []);
    const aside = names.filter((name) => name.startsWith(`${basename(this.path)}${DAMAGED}`));
    await Promise.all(aside.map((name) => rm(join(dir, name), { force: true }).catch(this.onTrouble)));
  }

  /** What is on disk. A damaged file is renamed, so that nothing is lost and Loopscope keeps working. */
  private async look(): Promise<{ value: T; isNewer: boolean }> {
    const text = await readFile(this.path, 'utf8').catch(() => null);
    const reading: Reading<T> = text === null ? { is: 'good', value: this.initial } : this.parse(text);
    if (reading.is === 'newer' || this.unwritten)
      return { value: (this.unwritten ?? { value: this.initial }).value, isNewer: reading.is === 'newer' };
    if (reading.is === 'good') return { value: reading.value, isNewer: false };
    await rename(this.path, `${this.path}${DAMAGED}${Date.now()}`).catch(() => {});
    return { value: this.initial, isNewer: false };
  }

  private async write(value: T): Promise<boolean> {
    try {
      await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
      await writeTextAtomically(this.path, `${JSON.stringify({ version: VERSION, value }, null, 2)}\n`);
      return true;
    } catch (error) {
      this.onTrouble(error);
      return false;
    }
  }

  private parse(text: string): Reading<T> {
    try {
      const { version, value } = unwrap(JSON.parse(text));
      if (version > VERSION) return { is: 'newer' };
      const checked = this.schema.safeParse(value);
      return checked.success ? { is: 'good', value: checked.data } : { is: 'damaged' };
    } catch {
      return { is: 'damaged' };
    }
  }
}

function unwrap(json: unknown): { version: number; value: unknown } {
  if (typeof json === 'object' && json !== null && 'version' in json && Number.isSafeInteger(json.version))
    return { version: json.version as number, value: 'value' in json ? json.value : undefined };
  return { version: 0, value: json };
}
