/** Seeded damage to files: what transport, editors and strangers do to bytes. */

const TOKENS = ['', '0', '-', '9e999', '"', '[', ']', '{', '}', ',', ':', 'null', '\\', '\\u0000', '1e16', '__proto__', 'PK'];

/** A changed copy; one to four changes, each somewhere else. */
export function mutate(whole: Buffer, random: () => number): Buffer {
  let bytes: Buffer = Buffer.from(whole);
  for (let left = 1 + Math.floor(random() * 4); left > 0; left--) bytes = change(bytes, random);
  return bytes;
}

function change(bytes: Buffer, random: () => number): Buffer {
  const place = (): number => Math.floor(random() * (bytes.length + 1));
  const [a, b] = [place(), place()].sort((x, y) => x - y) as [number, number];
  const short = Math.min(b, a + 64);
  switch (Math.floor(random() * 6)) {
    case 0:
      if (bytes.length > 0) bytes[Math.min(a, bytes.length - 1)]! ^= 1 << Math.floor(random() * 8);
      return bytes;
    case 1:
      return bytes.subarray(0, a);
    case 2:
      return Buffer.concat([bytes.subarray(0, a), bytes.subarray(short)]);
    case 3:
      return Buffer.concat([bytes.subarray(0, short), bytes.subarray(a, short), bytes.subarray(short)]);
    case 4:
      return Buffer.concat([bytes.subarray(0, a), Buffer.from(TOKENS[Math.floor(random() * TOKENS.length)]!), bytes.subarray(a)]);
    default:
      bytes.fill(Math.floor(random() * 256), a, short);
      return bytes;
  }
}
