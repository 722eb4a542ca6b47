// The icon containers of macOS and Windows. Both contain PNG images as they are.

/** Size in pixels -> macOS icon types; the `@2x` types contain the same image. */
const ICNS_TYPES = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};
const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256];

/** 'icns', total length, then for each image: type, length including this 8-byte header, PNG. Big-endian. */
export function icnsOf(pngs) {
  const parts = Object.entries(ICNS_TYPES).flatMap(([size, types]) => types.map((type) => chunk(type, pngs.get(Number(size)))));
  return chunk('icns', Buffer.concat(parts));
}

function chunk(type, body) {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(body.length + head.length, 4);
  return Buffer.concat([head, body]);
}

/** Six header bytes, sixteen for each image, then the images. Little-endian. */
export function icoOf(pngs) {
  const pictures = ICO_SIZES.map((size) => ({ size, png: pngs.get(size) }));
  const head = Buffer.alloc(6);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length + 16 * pictures.length;
  const entries = pictures.map(({ size, png }) => {
    const entry = Buffer.alloc(16);
    // 0 means 256.
    entry.writeUInt8(size % 256, 0);
    entry.writeUInt8(size % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...pictures.map(({ png }) => png)]);
}
