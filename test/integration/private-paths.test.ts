/** A copy without paths is searched as a whole: no folder that the session names is in any byte of it, however it is written. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect } from 'vitest';
import { testCases } from '../helpers/cases.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { unpack } from '../helpers/repack.ts';

/** Names that stand nowhere else. Each is a folder above another one, so that nothing of it may be left. */
const ROOT = join(mkdtempSync(join(tmpdir(), 'loopscope-paths-')), 'zz-root');
const [APP, PLANS, RUN, HOOKS, ARGS, LIBS, TOOLS] = ['app', 'plans', 'run', 'hooks', 'args', 'libs', 'tools'].map((name) =>
  join(ROOT, `zz-${name}`, name),
) as [string, string, string, string, string, string, string];

afterAll(() => rmSync(dirname(ROOT), { recursive: true }));

function write(folder: string, name: string, text: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** All spellings of a path that programs print. */
function spellings(path: string): string[] {
  return [
    path,
    pathToFileURL(path).href,
    encodeURIComponent(path),
    encodeURIComponent(path).replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
    path.replaceAll('/', '&#x2F;'),
    path.replaceAll('/', '&#47;'),
    path.replaceAll('/', '\\/'),
    JSON.stringify(JSON.stringify({ path })),
    `<a href="${path}">`,
    `(${path}:10:5)`,
    `"--require=${path}"`,
    `PATH=/usr/bin:${dirname(path)}:/bin`,
  ];
}

const WINDOWS = 'D:\\zz-win\\work\\server.js';
const WINDOWS_HOME = 'C:\\Users\\zz-mary\\shop\\a.js';
const windowsSpellings = (path: string) => [
  path,
  path.replaceAll('\\', '\\\\'),
  path.replaceAll('\\', '\\\\\\\\'),
  path.replaceAll('\\', '/'),
  `file:///${path.replaceAll('\\', '/')}`,
  encodeURIComponent(path),
];

const script = write(
  APP,
  'server.cjs',
  `const lib = require(${JSON.stringify(join(LIBS, 'lib.cjs'))});
const told = require(${JSON.stringify(join(APP, 'told.json'))});
for (const one of told) console.log(one);
process.emitWarning('from ' + __filename);
require('node:http').createServer((request, response) => {
  try { lib.fail(); } catch (error) {
    console.error(error.stack);
    response.statusCode = request.url.includes('bad') ? 500 : 200;
    response.setHeader('x-file', __filename);
    response.end(error.stack + told.join('\\n'));
  }
}).listen(0);
process.title = 'node ' + __filename;
performance.mark('read ' + __filename);
`,
);
write(LIBS, 'lib.cjs', `exports.fail = () => { for (let i = 0; i < 1e5; i++) Math.sqrt(i); throw new Error('in ' + __filename); };\n`);
const hook = write(HOOKS, 'hook.cjs', '');
const plan = write(PLANS, 'plan.yaml', 'plan: 1\nrequests:\n  - { name: good, url: /good }\n  - { name: bad, url: /bad }\n');
const config = write(ARGS, 'config.json', '{}');
const loader = write(TOOLS, 'load.cjs', LOADER());
mkdirSync(RUN, { recursive: true });
write(
  APP,
  'told.json',
  JSON.stringify([
    ...[script, plan, join(RUN, 'x.js'), hook, config, join(LIBS, 'lib.cjs')].flatMap(spellings),
    ...[WINDOWS, WINDOWS_HOME].flatMap(windowsSpellings),
    '/home/zz-ana/notes.txt',
  ]),
);

function LOADER(): string {
  return `const { get } = require('node:http');
console.log('from ' + __filename + ' for ' + process.argv.join(' '));
let left = 40;
const next = () => left-- > 0 ? get(process.argv[2], (response) => response.resume().on('end', next)) : console.error(new Error('done').stack);
next();
`;
}

const GIVEN = [
  ...['--cwd', RUN, '--env', `NODE_OPTIONS=--require=${hook}`, '--env', `CONFIG=${config}`, '--node-args', `--require=${hook}`],
  ...['--url', `/q?file=${encodeURIComponent(config)}`, '-H', `x-from: ${config}`],
];
const LOADED = ['-c', '2', '-a', '60', '--wait', '--keep-source'];

const sessions: Readonly<Record<string, readonly string[]>> = {
  plan: [script, '--plan', plan, ...GIVEN.slice(0, 8), ...LOADED, '--', `--require=${hook}`, '--config', config],
  'load command': [script, ...GIVEN.slice(0, 8), '--load-command', `${process.execPath} ${loader} {url}`, '-d', '20', '--wait'],
  command: [
    ...['--command', `${process.execPath} --require=${hook} ${script} --config=${config}`, '--cwd', RUN],
    ...['--env', `NODE_OPTIONS=--require=${hook}`, ...LOADED],
  ],
};

const NAMES = /zz-[a-z]+/g;

async function namesIn(file: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name, content } of await unpack(file)) {
    const text = content.toString('latin1');
    for (const match of text.matchAll(NAMES)) found.push(`${name}: ${text.slice(Math.max(0, match.index - 60), match.index + 40)}`);
  }
  return found;
}

testCases(['plan'], ['load command', 'command'])('of a session with a %s', async (kind) => {
  const session = join(scratch(), 'all.loopscope');
  const ran = await loopscope('run', '-o', session, ...sessions[kind]!);
  expect(ran.code, ran.stderr).toBe(0);
  expect((await namesIn(session)).length).toBeGreaterThan(100);
  const copy = join(scratch(), 'copy.loopscope');
  const { code, stderr } = await loopscope('export', session, '--format', 'session', '--without', 'paths', '-o', copy);
  expect([code, stderr]).toEqual([0, expect.stringContaining(copy)]);
  expect((await namesIn(copy)).slice(0, 40)).toEqual([]);
  expect((await loopscope('show', copy, '--json')).code).toBe(0);
});
