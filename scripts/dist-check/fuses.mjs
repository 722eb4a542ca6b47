// The fuses of an Electron binary: a marked row of bytes that a packager may change. Read directly, so that the check does not depend
// on the tool that sets them.
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
/** Electron's defaults. */
const DEFAULTS = '10110001';

/** Fuses by name; null: the binary has none. The marker is followed by version, length, and one character per fuse. */
export function readFuses(binary) {
  const at = binary.indexOf(SENTINEL);
  if (at === -1) return null;
  const start = at + SENTINEL.length;
  const row = binary.subarray(start + 2, start + 2 + binary[start + 1]).toString('latin1');
  return Object.fromEntries(FUSES.map((name, i) => [name, row[i] === '1']));
}

/** A fuse row as in newer Electrons, appended to a binary that has none. That binary does not read it. */
export function fuseRow() {
  return Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, DEFAULTS.length]), Buffer.from(DEFAULTS)]);
}
