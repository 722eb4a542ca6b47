/** Keeps a file that came from a browser: it has no path to open again, so the library holds the copy. */
import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fail, type Outcome, succeed } from '../../shared/model/failure.ts';
import type { Bytes } from '../../shared/model/units.ts';

/** No session of ours comes near it; what is larger is not one. */
const MAX_UPLOAD: Bytes = 1024 ** 3;

/** Returns the path of the copy. The same bytes under the same name are kept once. */
export async function receiveUpload(dir: string, fileName: string, body: AsyncIterable<Uint8Array>): Promise<Outcome<string>> {
  await mkdir(dir, { recursive: true });
  const partial = join(dir, `.upload-${process.pid}-${performance.now()}.part`);
  const digest = createHash('sha256');
  const file = await open(partial, 'wx', 0o600);
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > MAX_UPLOAD)
        return fail('too-large', `${fileName} is larger than 1 GB.`, 'Open it with `loopscope show` on the machine it lies on.');
      digest.update(chunk);
      await file.write(chunk);
    }
    const extension = extname(fileName);
    const stem = fileName.slice(0, fileName.length - extension.length);
    const path = join(dir, `${stem} (${digest.digest('hex').slice(0, 8)})${extension}`);
    await rename(partial, path);
    return succeed(path);
  } finally {
    await file.close();
    await rm(partial, { force: true });
  }
}
