/**
 * Sees what the program writes on its sockets, at the handles of Node: their methods belong to a prototype, which is changed once, so that no socket of the
 * program differs from what it is without us.
 */

/** `chunks` makes them, as they are given to the system: of most handles nobody wants them. */
export type OnWrite = (handle: object, chunks: () => readonly Uint8Array[]) => void;

type Method = (this: object, request: unknown, data: unknown, third?: unknown) => unknown;

const { apply, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
const { defineProperty } = Object;
const from = Buffer.from.bind(Buffer) as (text: string, encoding: BufferEncoding) => Buffer;

const ENCODINGS: Readonly<Record<string, BufferEncoding>> = {
  writeUtf8String: 'utf8',
  writeAsciiString: 'latin1',
  writeLatin1String: 'latin1',
  writeUcs2String: 'utf16le',
};
const ENCODING_NAMES: Readonly<Record<string, BufferEncoding>> = { 'utf-8': 'utf8', binary: 'latin1', ascii: 'latin1' };
/** One that every stream of Node has. */
const MARK = 'writeUtf8String';

export class HandleWrites {
  private readonly seen = new WeakSet<object>();

  constructor(private readonly onWrite: OnWrite) {}

  /** From now on what is written on handles of this class is seen. */
  watch(handle: object): void {
    let prototype = getPrototypeOf(handle);
    while (prototype !== null && getOwnPropertyDescriptor(prototype, MARK) === undefined) prototype = getPrototypeOf(prototype);
    if (prototype === null || this.seen.has(prototype)) return;
    this.seen.add(prototype);
    for (const [name, encoding] of Object.entries(ENCODINGS)) this.replace(prototype, name, (data) => [from(String(data), encoding)]);
    this.replace(prototype, 'writeBuffer', (data) => [data as Uint8Array]);
    this.replace(prototype, 'writev', (data, areBuffers) => chunksOf(data as readonly unknown[], areBuffers === true));
  }

  private replace(prototype: object, name: string, toChunks: (data: unknown, third: unknown) => readonly Uint8Array[]): void {
    const found = getOwnPropertyDescriptor(prototype, name);
    if (typeof found?.value !== 'function' || found.configurable !== true) return;
    const original = found.value as Method;
    const { onWrite } = this;
    // A method has no prototype of its own, as theirs.
    const { method } = {
      method(this: object, request: unknown, data: unknown, third?: unknown): unknown {
        try {
          onWrite(this, () => toChunks(data, third));
        } catch {
          // This is then not observed.
        }
        return apply(original, this, [request, data, third]);
      },
    };
    for (const property of ['name', 'length'] as const) defineProperty(method, property, { value: original[property], configurable: true });
    defineProperty(prototype, name, { ...found, value: method });
  }
}

/** Buffers, or each chunk with its encoding behind it. */
function chunksOf(data: readonly unknown[], areBuffers: boolean): readonly Uint8Array[] {
  if (areBuffers) return data as readonly Uint8Array[];
  const chunks: Uint8Array[] = [];
  for (let i = 0; i < data.length; i += 2) {
    const chunk = data[i];
    const name = String(data[i + 1]);
    chunks.push(typeof chunk === 'string' ? from(chunk, ENCODING_NAMES[name] ?? (name as BufferEncoding)) : (chunk as Uint8Array));
  }
  return chunks;
}
