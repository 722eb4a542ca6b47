import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../../resources/icons');
const PNG = '89504e470d0a1a0a';
const isPng = (bytes: Buffer) => bytes.toString('hex', 0, 8) === PNG;
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

test('has an image for each size that desktops use', () => {
  const sizes = readdirSync(folder).flatMap((name) => /^(\d+)x\1\.png$/.exec(name)?.[1] ?? []);
  expect(sizes.map(Number).sort((a, b) => a - b)).toEqual([16, 24, 32, 48, 64, 128, 256, 512]);
  for (const size of sizes.map(Number)) expect(sizeOf(readFileSync(join(folder, `${size}x${size}.png`)))).toEqual([size, size]);
});

test('the .icns file has images up to 1024 pixels and the length it states', () => {
  const icns = readFileSync(join(folder, 'icon.icns'));
  expect(icns.toString('latin1', 0, 4)).toBe('icns');
  expect(icns.readUInt32BE(4)).toBe(icns.length);
  const pictures: Record<string, number> = {};
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
    const png = icns.subarray(at + 8, at + icns.readUInt32BE(at + 4));
    expect(isPng(png)).toBe(true);
    pictures[icns.toString('latin1', at, at + 4)] = sizeOf(png)[0]!;
  }
  expect(pictures).toMatchObject({ ic07: 128, ic08: 256, ic09: 512, ic10: 1024, ic11: 32, ic12: 64, ic13: 256, ic14: 512 });
});

test('the .ico file has images from 16 to 256 pixels', () => {
  const ico = readFileSync(join(folder, 'icon.ico'));
  expect(ico.readUInt16LE(2)).toBe(1);
  const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, i) => {
    const entry = 6 + 16 * i;
    const at = ico.readUInt32LE(entry + 12);
    const png = ico.subarray(at, at + ico.readUInt32LE(entry + 8));
    expect(isPng(png)).toBe(true);
    expect(ico.readUInt8(entry) || 256).toBe(sizeOf(png)[0]);
    return sizeOf(png)[0];
  });
  expect(sizes).toEqual([16, 24, 32, 48, 64, 128, 256]);
});
