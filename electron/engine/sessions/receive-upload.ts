/** Keeps a file that came from a browser: it has no path to open again, so the library holds the copy. */
import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import type { Bytes } from '../../../shared/model/units.ts';
import { say } from '../../../shared/words/said.ts';
import { temporaryName } from './atomic-write.ts';

/** No session of ours comes near it; what is larger is not one. */
const MAX_UPLOAD: Bytes = 1024 ** 3;

/** The copy. `isNew` false: it was there already. */
export interface ReceivedFile {
  readonly path: string;
  readonly isNew: boolean;
}

/** The same bytes under the same name are kept once: a copy that is there stays as it is, with the notes that were written into it since. */
export async function receiveUpload(dir: string, fileName: string, body: AsyncIterable<Uint8Array>): Promise<Outcome<ReceivedFile>> {
  await mkdir(dir, { recursive: true });
  // Named like every file that is being written, so that one of a killed engine is swept with them.
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
