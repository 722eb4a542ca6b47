// The file list of an asar archive, read without the library that wrote it: four 32-bit numbers, the last one is the length of
// the JSON that follows.
import { readFileSync } from 'node:fs';

/** Paths with forward slashes; the text of small files on request. */
export function readAsar(file) {
  const archive = readFileSync(file);
  const headerSize = archive.readUInt32LE(4);
  const header = JSON.parse(archive.toString('utf8', 16, 16 + archive.readUInt32LE(12)));
  const entries = new Map();
  const walk = (node, path) => {
    for (const [name, child] of Object.entries(node.files)) {
      if (child.files) walk(child, `${path}${name}/`);
      else entries.set(`${path}${name}`, child);
    }
  };
  walk(header, '');
  return {
    paths: [...entries.keys()].sort(),
    isOutside: (path) => entries.get(path)?.unpacked === true,
    text: (path) => {
      const { offset, size } = entries.get(path);
      const start = 8 + headerSize + Number(offset);
      return archive.toString('utf8', start, start + size);
    },
  };
}
