// What `npm test` and `npm run acceptance` have in common: steps, projects of Vitest, and an end that says what happened.
//
// A step that fails counts as one failed test. Nothing is skipped silently: a skipped test or part prints its reason,
// and one without a reason is a failure.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ELECTRON_VARIABLE, NO_ELECTRON_VARIABLE } from '../test/setup/electron.mjs';
import { BROWSER_VARIABLE } from '../test/setup/find-browser.mjs';
import { findNode } from '../test/setup/nodes.mjs';
import { LONG_VARIABLE, TALLY_VARIABLE } from '../test/setup/tally-reporter.mjs';

const VITEST = 'node_modules/vitest/vitest.mjs';

const started = performance.now();
const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'loopscope-test-'));
process.on('exit', () => {
  try {
    rmSync(scratch, { recursive: true, force: true });
  } catch (error) {
    console.log(`Left behind: ${scratch} (${error.message}).`);
  }
});
// What one project has transformed the next ones read. What an earlier run has may be of files that there are no more: a list of them is kept as it was.
rmSync(join(root, '.cache/vitest'), { recursive: true, force: true });
const isCI = !['', '0', 'false'].includes(process.env.CI ?? '');
const total = { passed: 0, failed: 0, skipped: 0 };
/** Each failed test and step with its first error, printed again at the end. */
const failures = [];

/** Runs a tool of this repository with this Node, or another one, and the current output. True: it succeeded. */
export function runNode(file, args, env = {}, node = process.execPath) {
  return spawnSync(node, [join(root, file), ...args], { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

function fail(name, error) {
  total.failed += 1;
  failures.push({ name, error });
}

export function step(name, run, remedy) {
  const from = performance.now();
  const ok = run();
  console.log(`${name}: ${ok ? 'ok' : `FAILED${remedy ? `. ${remedy}` : ''}`} (${seconds(from)})`);
  if (!ok) fail(name, remedy ?? '');
  return ok;
}

export const build = () => step('build', () => runNode('scripts/build.mjs', []));

/**
 * A test that forgets to set its data folder must not write to the recent sessions of the person who runs it. What tests leave in the temporary
 * folder (processes that they kill, files whose tests are all left out by a tag, which have no afterAll) goes with the run.
 */
export function testEnvironment({ browser, electron }) {
  return {
    ...Object.fromEntries(['TMPDIR', 'TEMP', 'TMP'].map((name) => [name, scratch])),
    LOOPSCOPE_DATA_DIR: join(scratch, 'data'),
    ...(browser ? { [BROWSER_VARIABLE]: browser.path } : {}),
    ...(electron.program ? { [ELECTRON_VARIABLE]: electron.program } : { [NO_ELECTRON_VARIABLE]: electron.whyNot }),
  };
}

function readTally(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** The tests with the tag `long`, or those without it (vitest.config.ts). */
const tagged = (long) => ['--tags-filter', long ? 'long' : '!long'];

/** `long`: the tests with that tag, otherwise those without it. `under`: a Node, and how it is called in what is printed. */
export function runProjects(projects, env, { long = false, under } = {}) {
  const from = performance.now();
  const where = under === undefined ? '' : ` under ${under.name}`;
  const names = `${projects.join(', ')}${where}`;
  const file = join(scratch, `${names}.json`);
  const args = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...tagged(long),
    '--reporter',
    'default',
    '--reporter',
    join(root, 'test/setup/tally-reporter.mjs'),
  ];
  const ok = runNode(VITEST, args, { ...env, [TALLY_VARIABLE]: file, ...(long ? { [LONG_VARIABLE]: '1' } : {}) }, under?.node);
  const tally = readTally(file);
  if (tally === null || tally.passed + tally.failed.length + tally.skipped.length === 0) {
    console.log(`${names}: FAILED: no test was run.`);
    return fail(names, 'no test was run');
  }
  for (const { name, reason } of tally.skipped)
    console.log(`skipped: ${name}${where}: ${reason ?? 'NO REASON GIVEN, which counts as failed'}`);
  for (const { name, error } of tally.failed) fail(`${name}${where}`, error);
  const silent = tally.skipped.filter(({ reason }) => reason === null);
  for (const { name } of silent) fail(`${name}${where}`, 'skipped without a reason');
  // Vitest can fail without a failed test, for example because of its configuration.
  if (!ok && tally.failed.length + silent.length === 0) fail(names, 'Vitest failed without a failed test');
  total.passed += tally.passed;
  total.skipped += tally.skipped.length - silent.length;
  console.log(`${names} took ${seconds(from)}`);
}

/** The number of tests in a project that cannot run here. */
function countTests(project, long) {
  const { stdout } = spawnSync(process.execPath, [join(root, VITEST), 'list', '--project', project, ...tagged(long), '--json'], {
    cwd: root,
    encoding: 'utf8',
  });
  return JSON.parse(stdout.slice(stdout.indexOf('['))).length;
}

function leaveOut(project, need, whyNot, long = false) {
  if (isCI) return step(project, () => false, `With CI set ${need} is required, and ${whyNot}`);
  const count = countTests(project, long);
  console.log(`skipped: all ${count} ${long ? 'long ' : ''}${project} tests, which need ${need}: ${whyNot}`);
  total.skipped += count;
}

export function runBrowserProject(project, { browser, whyNot }, env, { long = false } = {}) {
  if (browser) return runProjects([project], env, { long });
  return leaveOut(project, 'a browser', whyNot, long);
}

/** One of .cache/nodes, which the tests and what they start find on PATH, too. */
export function runProjectsUnder(major, projects, env) {
  const [node, name] = [findNode(major), `Node ${major}`];
  if (node !== null) {
    const path = [dirname(node), process.env.PATH].join(delimiter);
    return runProjects(projects, { ...env, PATH: path }, { under: { node, name } });
  }
  for (const project of projects) leaveOut(project, name, 'the npm registry could not be reached.');
}

/** What failed, once more; how long it took against what it may take; and one line: N passed, N failed, N skipped. */
export function conclude(command, budgetMinutes) {
  for (const { name, error } of failures) console.log(`FAILED: ${name}\n${error.replace(/^/gm, '    ')}`);
  console.log(`${command} took ${seconds(started)}`);
  // Reported, not failed: the time depends on the machine, too.
  if (performance.now() - started > budgetMinutes * 60_000) {
    console.log(`That is over its budget of ${budgetMinutes} minutes on 2 cores; CONTRIBUTING.md says what belongs where.`);
  }
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}
