/** A small file of preferences: checked when read, written whole or not at all. */
import { mkdir, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type * as z from '../../../shared/model/schema.ts';
import { writeTextAtomically } from './atomic-write.ts';

/** Set-ups hold environment variables and headers, so only the user may read them. */
const PRIVATE = 0o600;

export class JsonStore<T> {
  /** Changes go one after the other; each starts from what the one before has written. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly path: string,
    private readonly schema: z.ZodType<T>,
    private readonly initial: T,
  ) {}

  /** What is on disk. A damaged file is set aside under another name, so that nothing is lost and nothing stands still. */
  async read(): Promise<T> {
    const text = await readFile(this.path, 'utf8').catch(() => null);
    if (text === null) return this.initial;
    const value = this.parse(text);
    if (value !== null) return value;
    await rename(this.path, `${this.path}.damaged-${Date.now()}`).catch(() => {});
    return this.initial;
  }

  update(change: (value: T) => T): Promise<T> {
    const next = this.last.then(async () => {
      const value = change(await this.read());
      await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
      await writeTextAtomically(this.path, `${JSON.stringify(value, null, 2)}\n`, PRIVATE);
      return value;
    });
    this.last = next.catch(() => {});
    return next;
  }

  private parse(text: string): T | null {
    try {
      return this.schema.safeParse(JSON.parse(text)).data ?? null;
    } catch {
      return null;
    }
  }
}
