/**
 * A small file of preferences: versioned, validated when it is read, written atomically. Several engines change it one after the other: each change
 * is made of what is on disk then, by whoever holds the lock beside it (recent.json.lock/, as machine-lock.ts has it).
 */
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type * as z from '../../../shared/base/schema.ts';
import { takeTurn } from '../machine/machine-lock.ts';
import { writeTextAtomically } from './atomic-write.ts';

/**
 * Version of the schema of all preferences. The file is `{ "version": 1, "value": ... }`; a value alone is version 0, written
 * before there were versions, with the same schema.
 */
const VERSION = 1;
const DAMAGED = '.damaged-';
/** A change takes milliseconds. A process that holds the lock for this long hangs. */
const LONGEST_TURN_MS = 5_000;
const NEXT_TRY_MS = 10;

type Reading<T> =
  | { readonly is: 'good'; readonly value: T }
  | { readonly is: 'damaged' }
  | { readonly is: 'newer' }
  | { readonly is: 'unreadable'; readonly error: unknown };

export class JsonStore<T> {
  /** Changes are applied one after the other, each to the result of the previous one. */
  private last: Promise<unknown> = Promise.resolve();
  /**
   * The value in memory, used while the file belongs to a newer Loopscope, or after a change could not be written. It lasts as
   * long as this process. Null: the file is used.
   */
  private unwritten: { readonly value: T } | null = null;
  /** The value while the file cannot be read. It is never written, because it lacks what is in the file. */
  private unread: { readonly value: T } | null = null;

  constructor(
    private readonly path: string,
    private readonly schema: z.ZodType<T>,
    private readonly initial: T,
    /** Called each time the file could not be read, or a change could not be written to it. */
    private readonly onTrouble: (error: unknown) => void,
  ) {}

  async read(): Promise<T> {
    return (await this.look()).value;
  }

  /** Never rejects: failing to store preferences must not fail the action that stores them. */
  update(change: (value: T) => T): Promise<T> {
    const next = this.last.then(() => this.inTurn(() => this.changeNow(change)));
    this.last = next;
    return next;
  }

  /** One engine at a time, if a lock can be made. Without a lock a change of another engine may be lost, which is better than losing this one. */
  private async inTurn<V>(work: () => Promise<V>): Promise<V> {
    const dir = `${this.path}.lock`;
    for (const until = performance.now() + LONGEST_TURN_MS; ; ) {
      const turn = takeTurn({ what: basename(this.path), leftMs: () => null, dir });
      if (turn.ok) {
        try {
          return await work();
        } finally {
          turn.value.release();
        }
      }
      if (turn.failure.code !== 'busy' || performance.now() > until) return work();
      await wait(NEXT_TRY_MS);
    }
  }

  private async changeNow(change: (value: T) => T): Promise<T> {
    const { value: before, is } = await this.look();
    const value = change(before);
    if (is === 'unreadable') {
      this.unread = { value };
      return value;
    }
    this.unwritten = { value };
    if (is !== 'newer' && (await this.write(value))) this.unwritten = null;
    return value;
  }

  /** Resets the value and deletes every trace of it, including files that were set aside as damaged. */
  async clear(): Promise<void> {
    await this.update(() => this.initial);
    const dir = dirname(this.path);
    const names = await readdir(dir).catch(() => []);
    const aside = names.filter((name) => name.startsWith(`${basename(this.path)}${DAMAGED}`));
    await Promise.all(aside.map((name) => rm(join(dir, name), { force: true }).catch(this.onTrouble)));
  }

  /** What is on disk. A damaged file is renamed, so that nothing is lost and Loopscope keeps working. */
  private async look(): Promise<{ value: T; is: Reading<T>['is'] }> {
    const reading = await this.readFile();
    const { is } = reading;
    if (is === 'unreadable') this.onTrouble(reading.error);
    else this.unread = null;
    const inMemory = this.unwritten ?? this.unread;
    if (inMemory !== null) return { value: inMemory.value, is };
    if (is === 'damaged') await rename(this.path, `${this.path}${DAMAGED}${Date.now()}`).catch(() => {});
    return { value: is === 'good' ? reading.value : this.initial, is };
  }

  private async readFile(): Promise<Reading<T>> {
    try {
      return this.parse(await readFile(this.path, 'utf8'));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return code === 'ENOENT' || code === 'ENOTDIR' ? { is: 'good', value: this.initial } : { is: 'unreadable', error };
    }
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
