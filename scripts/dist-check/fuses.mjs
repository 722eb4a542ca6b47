// The fuses of an Electron binary: a marked row of bytes that a packager may change. Read here by hand, so that the tool that
// sets them is not asked whether it did.
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** In the order of the row, by their names in electron-builder.yml. */
export const FUSES = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
];
/** What Electron ships with. */
const DEFAULTS = '10110001';

/** Fuses by name; null: the binary has none. After the mark come version, length, and one character for each. */
export function readFuses(binary) {
  const at = binary.indexOf(SENTINEL);
  if (at === -1) return null;
  const start = at + SENTINEL.length;
  const row = binary.subarray(start + 2, start + 2 + binary[start + 1]).toString('latin1');
  return Object.fromEntries(FUSES.map((name, i) => [name, row[i] === '1']));
}

/** A row as newer Electrons have it, to be appended to a binary from before there were fuses. Nothing in it reads them. */
export function fuseRow() {
  return Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, DEFAULTS.length]), Buffer.from(DEFAULTS)]);
}
