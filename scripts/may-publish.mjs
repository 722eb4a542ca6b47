// `npm publish` calls this first. Nothing here publishes by itself: whoever does it names the version, so that no habit, no script and no CI does.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const { name, version } = JSON.parse(readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8'));
const VARIABLE = 'LOOPSCOPE_PUBLISH';

if (process.env[VARIABLE] !== version) {
  console.error(`Nothing was published. To publish ${name} ${version}: ${VARIABLE}=${version} npm publish (docs/developer/PUBLISHING.md).`);
  process.exit(1);
}
