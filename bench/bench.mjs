// `npm run bench [-- load rate observer cpu by-request attach page memory desktop verdict profile views lies leaks live-window]`: each in a process of its own, one after the other.
// Options are those of the benchmark: `npm run bench -- rate --fetch --seconds 10`.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BENCHMARKS = {
  load: ['load.mjs'],
  rate: ['rate.mjs'],
  observer: ['observer.mjs'],
  cpu: ['cpu.mjs'],
  'by-request': ['by-request.mjs'],
  attach: ['attach.mjs'],
  page: ['page.mjs'],
  memory: ['memory.mjs'],
  desktop: ['desktop.mjs'],
  profile: ['profile.mjs'],
  views: ['views.mjs'],
  verdict: ['--import', 'tsx', 'verdict.ts'],
  lies: ['--import', 'tsx', 'lies.ts'],
  leaks: ['--import', 'tsx', 'leaks.ts'],
  'live-window': ['--import', 'tsx', 'live-window.mjs'],
};
const given = process.argv.slice(2);
const at = given.findIndex((word) => word.startsWith('--'));
const [names, options] = at === -1 ? [given, []] : [given.slice(0, at), given.slice(at)];
const wanted = names.filter((name) => name in BENCHMARKS);
let failed = false;
for (const name of wanted.length > 0 ? wanted : Object.keys(BENCHMARKS)) {
  const { status } = spawnSync(process.execPath, [...BENCHMARKS[name], ...options], {
    stdio: 'inherit',
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  });
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);
