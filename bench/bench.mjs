// `npm run bench [-- load observer page memory desktop]`: each in a process of its own, one after the other.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ALL = ['load', 'observer', 'page', 'memory', 'desktop'];
const wanted = process.argv.slice(2).filter((name) => ALL.includes(name));
let failed = false;
for (const name of wanted.length > 0 ? wanted : ALL) {
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(`${name}.mjs`, import.meta.url))], { stdio: 'inherit' });
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);
