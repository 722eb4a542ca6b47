/** What writes session files, where the disk takes no more. */
import type { FileHandle } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { writeZip } from '../../../../electron/engine/sessions/zip-write.ts';

test('what a part is read from is closed when it cannot be written to its end', async () => {
  let isClosed = false;
  async function* content(): AsyncGenerator<Uint8Array> {
    try {
      for (let block = 0; block < 1_000; block++) yield new Uint8Array(256 * 1024);
    } finally {
      isClosed = true;
    }
  }
  let appended = 0;
  const full = {
    appendFile: async () => {
      if (++appended > 3) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    },
  } as unknown as FileHandle;
  await expect(writeZip([{ name: 'requests.bin', content }], full)).rejects.toThrow('no space left');
  await expect.poll(() => isClosed).toBe(true);
});
