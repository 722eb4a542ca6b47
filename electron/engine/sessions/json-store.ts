/** A small file of preferences: with the version of its form, checked when read, written whole or not at all. */
import { mkdir, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type * as z from '../../../shared/model/schema.ts';
import { writeTextAtomically } from './atomic-write.ts';

/** Set-ups hold environment variables and headers, so only the user may read them. */
const PRIVATE = 0o600;
/**
 * Of the form of all preferences. The file says `{ "version": 1, "value": ... }`; the value alone is version 0, as it was written
 * before there were versions, and has the same form.
 */
const VERSION = 1;

type Reading<T> = { readonly is: 'good'; readonly value: T } | { readonly is: 'damaged' } | { readonly is: 'newer' };

export class JsonStore<T> {
  /** Changes go one after the other; each starts from what the one before has written. */
  private last: Promise<unknown> = Promise.resolve();
  /** What counts while the file is of a newer Loopscope: that file is not touched, so changes live as long as this process. */
  private unwritten: T;

  constructor(
    private readonly path: string,
    private readonly schema: z.ZodType<T>,
    private readonly initial: T,
  ) {
    this.unwritten = initial;
  }

  async read(): Promise<T> {
    return (await this.look()).value;
  }

  update(change: (value: T) => T): Promise<T> {
    const next = this.last.then(async () => {
      const { value: before, isNewer } = await this.look();
      const value = change(before);
      if (isNewer) this.unwritten = value;
      else await this.write(value);
      return value;
    });
    this.last = next.catch(() => {});
    return next;
  }

  /** What is on disk. A damaged file is set aside under another name, so that nothing is lost and nothing stands still. */
  private async look(): Promise<{ value: T; isNewer: boolean }> {
    const text = await readFile(this.path, 'utf8').catch(() => null);
    if (text === null) return { value: this.initial, isNewer: false };
    const reading = this.parse(text);
    if (reading.is === 'newer') return { value: this.unwritten, isNewer: true };
    if (reading.is === 'good') return { value: reading.value, isNewer: false };
    await rename(this.path, `${this.path}.damaged-${Date.now()}`).catch(() => {});
    return { value: this.initial, isNewer: false };
  }

  private async write(value: T): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    await writeTextAtomically(this.path, `${JSON.stringify({ version: VERSION, value }, null, 2)}\n`, PRIVATE);
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
