// `npm run dist [-- deb zip ...]`: the packages of this system, in out/dist. Needs the network the first time: the Electron to be
// packed is fetched by electron-builder and kept in its cache.
import { KINDS, pack } from './dist-pack.mjs';

const wanted = process.argv.slice(2);
const known = ['dir', ...KINDS[process.platform]];
const unknown = wanted.filter((kind) => !known.includes(kind));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')} cannot be made here; on this system there are ${known.join(', ')}.`);
  process.exit(2);
}

/** electron-builder tries four times at each address before it gives up; a closed network is told at once. */
async function canReach(url) {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(10_000) });
    return true;
  } catch {
    return false;
  }
}

const MIRROR = process.env.ELECTRON_MIRROR ?? 'https://github.com/';
const given = process.env.ELECTRON_OVERRIDE_DIST_PATH;
if (given === undefined && !(await canReach(MIRROR))) {
  console.error(
    `Electron cannot be fetched from ${new URL(MIRROR).host}. Unpack one and name its folder in ELECTRON_OVERRIDE_DIST_PATH; \`npm run dist:check\` works without the network.`,
  );
  process.exit(1);
}
for (const file of await pack(wanted.length > 0 ? wanted : KINDS[process.platform], given ? { electronDist: given } : {}))
  console.log(file);
