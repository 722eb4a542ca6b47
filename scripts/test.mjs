// `npm test`: everything CI runs, in one go. Ends with one line: N passed, N failed, N skipped.
//
//     set-up -> lint -> typecheck -> build -> unit -> integration -> component -> e2e
//
// A step that fails counts as one failed test. Nothing is skipped silently: a skipped test or part prints its reason,
// and one without a reason is a failure.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ELECTRON_VARIABLE, NO_ELECTRON_VARIABLE } from '../test/setup/electron.mjs';
import { BROWSER_VARIABLE } from '../test/setup/find-browser.mjs';
import { prepare } from '../test/setup/prepare.mjs';
import { TALLY_VARIABLE } from '../test/setup/tally-reporter.mjs';

const started = performance.now();
const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'loopscope-test-'));
const isCI = !['', '0', 'false'].includes(process.env.CI ?? '');
const total = { passed: 0, failed: 0, skipped: 0 };

process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** Runs a tool of this repository with our own Node; its output goes where ours goes. True: it succeeded. */
function runNode(file, args, env = {}) {
  return (
    spawnSync(process.execPath, [join(root, file), ...args], { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
  );
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

function step(name, run, remedy) {
  const from = performance.now();
  const ok = run();
  console.log(`${name}: ${ok ? 'ok' : `FAILED${remedy ? `. ${remedy}` : ''}`} (${seconds(from)})`);
  if (!ok) total.failed += 1;
  return ok;
}

function readTally(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function runProject(project, env) {
  const file = join(scratch, `${project}.json`);
  const args = ['run', '--project', project, '--reporter', 'default', '--reporter', join(root, 'test/setup/tally-reporter.mjs')];
  const ok = runNode('node_modules/vitest/vitest.mjs', args, { ...env, [TALLY_VARIABLE]: file });
  const tally = readTally(file);
  if (tally === null || tally.passed + tally.failed + tally.skipped.length === 0) {
    console.log(`${project}: FAILED: no test was run.`);
    total.failed += 1;
    return;
  }
  for (const { name, reason } of tally.skipped) console.log(`skipped: ${name}: ${reason ?? 'NO REASON GIVEN, which counts as failed'}`);
  const silent = tally.skipped.filter(({ reason }) => reason === null).length;
  // Vitest can fail without a failed test, by a bad configuration for one.
  const failed = tally.failed + silent || (ok ? 0 : 1);
  total.passed += tally.passed;
  total.failed += failed;
  total.skipped += tally.skipped.length - silent;
}

/** How many tests there are in a project that cannot be run here. */
function countTests(project) {
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'list', '--project', project, '--json'], {
    cwd: root,
    encoding: 'utf8',
  });
  return JSON.parse(stdout.slice(stdout.indexOf('['))).length;
}

function runBrowserProject(project, { browser, whyNot }, env) {
  if (browser) return runProject(project, env);
  if (isCI) return step(project, () => false, `With CI set a browser is required, and ${whyNot}`);
  const count = countTests(project);
  console.log(`skipped: all ${count} ${project} tests, which need a browser: ${whyNot}`);
  total.skipped += count;
}

const setUp = prepare();
step('lint', () => runNode('node_modules/@biomejs/biome/bin/biome', ['check', '.']), '`npm run format` mends most of it.');
step('typecheck', () => runNode('scripts/typecheck.mjs', []));
if (step('build', () => runNode('scripts/build.mjs', []))) {
  // Nothing a test forgets to place elsewhere may reach the recent list of the person who runs the tests.
  const { program, whyNot } = setUp.electron;
  const env = {
    LOOPSCOPE_DATA_DIR: join(scratch, 'data'),
    ...(setUp.browser ? { [BROWSER_VARIABLE]: setUp.browser.path } : {}),
    ...(program ? { [ELECTRON_VARIABLE]: program } : { [NO_ELECTRON_VARIABLE]: whyNot }),
  };
  runProject('unit', env);
  runProject('integration', env);
  for (const project of ['component', 'e2e']) runBrowserProject(project, setUp, env);
}
console.log(`npm test took ${seconds(started)}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
