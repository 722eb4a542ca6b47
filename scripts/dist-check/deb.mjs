// The .deb: what it would install, and, as root, a real installation and removal.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compareWithDepends, parseDepends } from './depends.mjs';
import { check, leaveOut } from './report.mjs';

const DESKTOP = 'usr/share/applications/loopscope-desktop.desktop';
const MIME = 'usr/share/mime/packages/loopscope-desktop.xml';
const PROGRAM = 'opt/Loopscope/loopscope-desktop';
const STUDY_SCRIPT = '/opt/Loopscope/resources/app.asar.unpacked/resources/demos/ssr/server-small.js';
const SIZES = [16, 24, 32, 48, 64, 128, 256, 512];

const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

export function checkDeb(deb, version) {
  const root = mkdtempSync(join(tmpdir(), 'loopscope-deb-'));
  try {
    execFileSync('dpkg-deb', ['--extract', deb, root]);
    const field = (name) => execFileSync('dpkg-deb', ['--field', deb, name], { encoding: 'utf8' }).trim();
    check('deb: name and version', field('Package') === 'loopscope' && field('Version') === version);
    checkDepends(join(root, PROGRAM), field('Depends'));
    check('deb: recommends a Node', /nodejs/.test(field('Recommends')));
    check('deb: installs the program', statSync(join(root, PROGRAM)).mode % 0o1000 === 0o755);
    check('deb: installs the command line', statSync(join(root, 'usr/bin/loopscope')).mode % 0o1000 === 0o755);
    for (const size of SIZES) check(`deb: icon of ${size} pixels`, pngWidth(join(root, iconPath(size))) === size);
    checkDesktopFile(join(root, DESKTOP));
    checkMime(join(root, MIME));
    checkNothingIsWritable(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function checkDepends(program, depends) {
  const own = readdirSync(dirname(program)).filter((name) => name.includes('.so'));
  const found = compareWithDepends(program, depends, own);
  if (found === null) return leaveOut('libraries of the program in Depends', 'readelf or dpkg-query is not installed');
  const { needed, missing, unknown } = found;
  check(
    `deb: its Depends bring the ${needed.length} libraries that the program links against`,
    needed.length > 0 && missing.length === 0,
    missing.join(', '),
  );
  if (unknown.length > 0) leaveOut('some libraries of the program', `not installed here: ${unknown.join(', ')}`);
}

const iconPath = (size) => `usr/share/icons/hicolor/${size}x${size}/apps/loopscope-desktop.png`;

/** Bytes 16 to 19 of every PNG. */
const pngWidth = (file) => (existsSync(file) ? readFileSync(file).readUInt32BE(16) : null);

function checkDesktopFile(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  check('desktop file: starts the program with files', lines.includes(`Exec=/${PROGRAM} %F`));
  check('desktop file: opens both kinds of files', lines.includes('MimeType=application/x-loopscope;application/x-v8-cpuprofile;'));
  check('desktop file: names icon and window', lines.includes('Icon=loopscope-desktop') && lines.includes('StartupWMClass=Loopscope'));
  if (!has('desktop-file-validate')) return leaveOut('desktop-file-validate', 'not installed (Debian: desktop-file-utils)');
  const { status, stdout } = spawnSync('desktop-file-validate', [file], { encoding: 'utf8' });
  check('desktop file: desktop-file-validate has nothing to say', status === 0 && stdout === '', stdout);
}

function checkMime(file) {
  const text = readFileSync(file, 'utf8');
  for (const [type, glob] of [
    ['application/x-loopscope', '*.loopscope'],
    ['application/x-v8-cpuprofile', '*.cpuprofile'],
  ])
    check(`MIME: ${glob} is ${type}`, text.includes(`type="${type}"`) && text.includes(`pattern="${glob}"`));
}

function checkNothingIsWritable(root) {
  const found = execFileSync('find', [root, '-perm', '/022', '-not', '-type', 'l'], { encoding: 'utf8' });
  check('deb: nothing of it can be written by others', found === '', found.split('\n')[0]);
}

/** Installs, uses and removes the package. Only as root, and never over an installed Loopscope. */
export function installAndRemove(deb, version) {
  if (process.getuid() !== 0) return leaveOut('installing the deb', 'not root');
  if (existsSync(`/${PROGRAM}`)) return leaveOut('installing the deb', 'a Loopscope is installed already');
  const missing = missingPackages(deb);
  if (missing.length > 0) console.log(`note    installed with --force-depends; this machine has no ${missing.join(', ')}`);
  try {
    const installed = dpkg('--install', ...(missing.length > 0 ? ['--force-depends'] : []), deb);
    check('dpkg --install', installed.status === 0, installed.stderr);
    if (installed.status !== 0) return;
    checkInstalled(version);
  } finally {
    const purged = dpkg('--purge', 'loopscope');
    check('dpkg --purge', purged.status === 0, purged.stderr);
  }
  const left = ['opt/Loopscope', 'usr/bin/loopscope', 'usr/bin/loopscope-desktop', DESKTOP, MIME, iconPath(512)].filter((path) =>
    existsSync(`/${path}`),
  );
  check('nothing of it is left after removal', left.length === 0, left.join(', '));
}

/** Another installation may hold dpkg's lock; a minute is enough for most. */
const LOCKED_AT_MOST_S = 60;

function dpkg(...args) {
  for (let waited = 0; ; waited++) {
    const done = spawnSync('dpkg', args, { encoding: 'utf8' });
    if (!/lock was locked/.test(done.stderr) || waited === LOCKED_AT_MOST_S) return done;
    spawnSync('sleep', ['1']);
  }
}

function missingPackages(deb) {
  const depends = parseDepends(execFileSync('dpkg-deb', ['--field', deb, 'Depends'], { encoding: 'utf8' }));
  const isInstalled = (name) => dpkg('--status', name).stdout?.includes('Status: install ok installed') === true;
  return depends.filter((names) => !names.some(isInstalled)).map((names) => names.join(' | '));
}

function checkInstalled(version) {
  const said = spawnSync('/usr/bin/loopscope', ['--version'], { encoding: 'utf8' });
  check('installed: `loopscope --version` on the PATH', said.stdout?.trim() === version, said.stderr);
  check('installed: the window on the PATH', existsSync('/usr/bin/loopscope-desktop'));
  const data = mkdtempSync(join(tmpdir(), 'loopscope-installed-'));
  const env = { ...process.env, LOOPSCOPE_DATA_DIR: data };
  const loopscope = (...args) => spawnSync('/usr/bin/loopscope', args, { encoding: 'utf8', env, timeout: 180_000 });
  check('installed: `loopscope demo` lists the studies', /\bssr\b/.test(loopscope('demo').stdout ?? ''));
  const study = (...flags) =>
    loopscope('run', STUDY_SCRIPT, '-c', '20', '-a', '100', '--env', 'NODE_ENV=production', '--wait', ...flags, '--json');
  const run = study();
  check('installed: a study is run with its packages', completed(run.stdout) === 100, run.stderr.slice(-300));
  const byAutocannon = study('--client', 'autocannon');
  check('installed: autocannon makes the requests', completed(byAutocannon.stdout) === 100, byAutocannon.stderr.slice(-300));
  const withTicks = study('--capture', 'ticks');
  check('installed: ticks are read by 0x', ticksOf(withTicks.stdout) > 0, withTicks.stderr.slice(-300));
  rmSync(data, { recursive: true, force: true });
  const types = '/usr/share/mime/globs2';
  if (existsSync(types))
    check('installed: the system knows the type of a session', readFileSync(types, 'utf8').includes('application/x-loopscope:*.loopscope'));
  else leaveOut('type of a session in the system', 'no MIME database');
}

const completed = (text) => runOf(text)?.requests.completed ?? null;
const ticksOf = (text) => runOf(text)?.ticks?.total ?? null;

function runOf(text) {
  try {
    return JSON.parse(text).runs[0];
  } catch {
    return null;
  }
}
