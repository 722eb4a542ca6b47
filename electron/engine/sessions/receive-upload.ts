/** Stores an uploaded file in the library, because a browser gives no path from which it could be opened again. */
import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Bytes } from '../../../shared/base/units.ts';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { say } from '../../../shared/words/said.ts';
import { temporaryName } from './atomic-write.ts';

/** Far larger than any session. */
const MAX_UPLOAD: Bytes = 1024 ** 3;

/** The copy. `isNew` false: it already existed. */
export interface ReceivedFile {
  readonly path: string;
  readonly isNew: boolean;
}

/** The same content under the same name is stored once: an existing copy is kept, with notes added to it since. */
export async function receiveUpload(dir: string, fileName: string, body: AsyncIterable<Uint8Array>): Promise<Outcome<ReceivedFile>> {
  await mkdir(dir, { recursive: true });
  // A temporary name, so that the sweep removes it if the engine is killed.
  const partial = temporaryName(join(dir, 'upload'));
  const digest = createHash('sha256');
  const file = await open(partial, 'wx', 0o600);
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > MAX_UPLOAD) return fail('too-large', say('file.largeUpload', { name: fileName }), say('file.showThere'));
      digest.update(chunk);
      await file.write(chunk);
    }
    const extension = extname(fileName);
    const stem = fileName.slice(0, fileName.length - extension.length);
    const path = join(dir, `${stem} (${digest.digest('hex').slice(0, 8)})${extension}`);
    const isNew = (await stat(path).catch(() => null)) === null;
    if (isNew) await rename(partial, path);
    return succeed({ path, isNew });
  } finally {
    await file.close();
    await rm(partial, { force: true });
  }
}
