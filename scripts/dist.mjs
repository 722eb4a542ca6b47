// `npm run dist [-- deb zip ...]`: the packages for this system, in out/dist. Needs the network the first time: electron-builder
// downloads Electron and keeps it in its cache.
import { canReach, ELECTRON_HOST } from './can-reach.mjs';
import { KINDS, pack } from './dist-pack.mjs';

const wanted = process.argv.slice(2);
const known = ['dir', ...KINDS[process.platform]];
const unknown = wanted.filter((kind) => !known.includes(kind));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')} cannot be made here; on this system there are ${known.join(', ')}.`);
  process.exit(2);
}

const given = process.env.ELECTRON_OVERRIDE_DIST_PATH;
// electron-builder tries each address four times before it gives up.
if (given === undefined && !(await canReach(ELECTRON_HOST, 10_000))) {
  console.error(
    `Electron cannot be fetched from ${new URL(ELECTRON_HOST).host}. Unpack one and name its folder in ELECTRON_OVERRIDE_DIST_PATH; \`npm run dist:check\` works without the network.`,
  );
  process.exit(1);
}
for (const file of await pack(wanted.length > 0 ? wanted : KINDS[process.platform], given ? { electronDist: given } : {}))
  console.log(file);
