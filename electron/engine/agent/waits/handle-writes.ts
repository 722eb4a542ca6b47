/**
 * Sees what the program writes on its sockets, at the handles of Node: their methods belong to a prototype, which is changed once, so that no socket of the
 * program differs from what it is without us.
 */
import { seeCalls } from './replace-method.ts';

/** `chunks` makes them, as they are given to the system: of most handles nobody wants them. */
export type OnWrite = (handle: object, chunks: () => readonly Uint8Array[]) => void;

type ToChunks = (data: unknown, third: unknown) => readonly Uint8Array[];

const { getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
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

  /** `onClose`: it is about to be closed. */
  constructor(
    private readonly onWrite: OnWrite,
    private readonly onClose: (handle: object) => void = () => {},
  ) {}

  /** From now on what is written on handles of this class is seen, and when they are closed. */
  watch(handle: object): void {
    const own = getPrototypeOf(handle);
    if (own === null || this.seen.has(own)) return;
    this.seen.add(own);
    const { onWrite, onClose } = this;
    // Closes it at once.
    seeCalls(own, 'reset', onClose);
    let prototype: object | null = own;
    while (prototype !== null && getOwnPropertyDescriptor(prototype, MARK) === undefined) prototype = getPrototypeOf(prototype);
    if (prototype === null || (prototype !== own && this.seen.has(prototype))) return;
    this.seen.add(prototype);
    const observe = (name: string, toChunks: ToChunks): void =>
      // Behind the request that Node makes for it.
      seeCalls(prototype, name, (one, [, data, third]) => onWrite(one, () => toChunks(data, third)));
    for (const [name, encoding] of Object.entries(ENCODINGS)) observe(name, (data) => [from(String(data), encoding)]);
    observe('writeBuffer', (data) => [data as Uint8Array]);
    observe('writev', (data, areBuffers) => chunksOf(data as readonly unknown[], areBuffers === true));
    // Inherited from what all handles have, such as those of servers.
    seeCalls(prototype, 'close', onClose, inherited(prototype, 'close'));
  }
}

function inherited(of: object, name: string): PropertyDescriptor | undefined {
  for (let prototype: object | null = of; prototype !== null; prototype = getPrototypeOf(prototype)) {
    const found = getOwnPropertyDescriptor(prototype, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Buffers, or each chunk with its encoding behind it. */
function chunksOf(data: readonly unknown[], areBuffers: boolean): readonly Uint8Array[] {
  if (areBuffers) return data as readonly Uint8Array[];
  const chunks: Uint8Array[] = [];
  for (let i = 0; i < data.length; i += 2) {
    chunks.push(bytesOf(data[i], data[i + 1]));
  }
  return chunks;
}

/** Of what is written as a text or as bytes. */
export function bytesOf(chunk: unknown, encoding: unknown): Uint8Array {
  const name = String(encoding);
  return typeof chunk === 'string' ? from(chunk, ENCODING_NAMES[name] ?? (name as BufferEncoding)) : (chunk as Uint8Array);
}
