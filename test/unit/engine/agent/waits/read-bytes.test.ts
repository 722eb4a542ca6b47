/** What a program reads on its sockets is seen, wherever it lies in the buffer that Node has read it into. */
import { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type ReadingHandle, showBytes } from '../../../../../electron/engine/agent/waits/read-bytes.ts';

/** A handle that reads for a socket into one buffer, as TLS does, or into one for each read. `push`: what the socket does with it, if that is its own. */
function reading(isShared: boolean, push?: (bytes: Uint8Array) => void) {
  const socket = new Socket();
  if (push !== undefined) socket.push = ((bytes: Uint8Array) => push(bytes)) as Socket['push'];
  onTestFinished(() => void socket.destroy());
  const given: string[] = [];
  socket.on('data', (bytes: Buffer) => given.push(bytes.toString()));
  const slab = new ArrayBuffer(64);
  let [offset, length] = [7, 0];
  const handle: { onread: (buffer: ArrayBuffer | undefined) => void; bytesRead: number } = {
    bytesRead: 0,
    onread(buffer) {
      if (buffer !== undefined) socket.push(new Uint8Array(buffer, isShared ? offset : 0, length));
    },
  };
  const read = (text: string): void => {
    length = text.length;
    handle.bytesRead += length;
    const buffer = isShared ? slab : new ArrayBuffer(length);
    new Uint8Array(buffer, isShared ? offset : 0, length).set(Buffer.from(text));
    handle.onread(buffer);
    offset += length;
  };
  return { handle: handle as ReadingHandle & typeof handle, read, given };
}

test.each([false, true])('each read is seen as its bytes; all connections read into one buffer: %s', async (isShared) => {
  const { handle, read, given } = reading(isShared);
  const seen: string[] = [];
  showBytes(
    handle,
    (bytes) => seen.push(Buffer.from(bytes).toString()),
    () => seen.push('lost'),
  );
  for (const text of ['first', 'second', '3']) read(text);
  handle.onread(undefined);
  await expect.poll(() => given.join(' ')).toBe('first second 3');
  expect(seen).toEqual(['first', 'second', '3']);
});

test('where the socket of a program takes what is read in its own way, it is said that it is not seen', () => {
  const { handle, read } = reading(true, () => {});
  const seen: string[] = [];
  showBytes(
    handle,
    () => seen.push('seen'),
    () => seen.push('lost'),
  );
  read('first');
  expect(seen).toEqual(['lost']);
});

test('what the program throws when it reads goes where it would without', () => {
  const { handle, read } = reading(true, () => {
    throw new Error('of the program');
  });
  showBytes(
    handle,
    () => {},
    () => {},
  );
  expect(() => read('first')).toThrow('of the program');
});
