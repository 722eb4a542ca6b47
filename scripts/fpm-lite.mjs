#!/usr/bin/env node
// The part of fpm that electron-builder's deb target needs, done with dpkg-deb: the real fpm is a 30 MB download with its own Ruby.
// Unknown options are errors, so that a newer electron-builder that needs more fails here and not in a user's package manager.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Option -> where its value goes; a list collects values, null is ignored for a deb made from a folder. */
const OPTIONS = {
  '-s': null,
  '-t': 'type',
  '-d': ['depends'],
  '--deb-recommends': ['recommends'],
  '--deb-compression': 'compression',
  '--deb-priority': 'priority',
  '--architecture': 'architecture',
  '--after-install': 'postinst',
  '--after-remove': 'postrm',
  '--description': 'description',
  '--version': 'version',
  '--package': 'to',
  '--name': 'name',
  '--maintainer': 'maintainer',
  '--vendor': null,
  '--license': null,
  '--url': 'homepage',
  '--category': 'section',
};

/** Architecture names of dpkg-deb. */
const COMPRESSIONS = { xz: 'xz', gz: 'gzip' };

export function parseArguments(args) {
  const asked = { depends: [], recommends: [], maps: [] };
  for (let i = 0; i < args.length; i++) {
    const word = args[i];
    if (word === '--force') continue;
    if (!word.startsWith('-')) {
      const at = word.indexOf('=');
      asked.maps.push({ from: word.slice(0, at), to: word.slice(at + 1) });
      continue;
    }
    if (!(word in OPTIONS)) throw new Error(`fpm-lite: ${word} is not known`);
    const place = OPTIONS[word];
    const value = args[++i];
    if (Array.isArray(place)) asked[place[0]].push(value);
    else if (place !== null) asked[place] = value;
  }
  if (asked.type !== 'deb') throw new Error(`fpm-lite: makes deb, not ${asked.type}`);
  return asked;
}

/** The first line is the synopsis; further ones are indented by a space, empty ones become a dot. */
function describe(text) {
  const [first = '', ...rest] = text.trim().split('\n');
  return [first.trim(), ...rest.map((line) => ` ${line.trim() || '.'}`)].join('\n');
}

export function controlFile(asked, installedKb) {
  const list = (name, values) => (values.length > 0 ? [`${name}: ${values.join(', ')}`] : []);
  return `${[
    `Package: ${asked.name}`,
    `Version: ${asked.version}`,
    `Architecture: ${asked.architecture}`,
    `Maintainer: ${asked.maintainer}`,
    `Installed-Size: ${installedKb}`,
    ...list('Depends', asked.depends),
    ...list('Recommends', asked.recommends),
    `Section: ${asked.section ?? 'devel'}`,
    `Priority: ${asked.priority ?? 'optional'}`,
    ...(asked.homepage && !asked.homepage.includes('.invalid') ? [`Homepage: ${asked.homepage}`] : []),
    `Description: ${describe(asked.description ?? asked.name)}`,
  ].join('\n')}\n`;
}

function place({ from, to }, stage) {
  const target = join(stage, to);
  mkdirSync(dirname(target), { recursive: true });
  if (from.endsWith('/')) {
    cpSync(from, target, { recursive: true, verbatimSymlinks: true });
    return;
  }
  copyFileSync(from, target);
  chmodSync(target, statSync(from).mode & 0o100 ? 0o755 : 0o644);
}

function build(asked) {
  const stage = mkdtempSync(join(tmpdir(), 'loopscope-deb-'));
  try {
    chmodSync(stage, 0o755);
    for (const map of asked.maps) place(map, stage);
    // Folders are created with the umask of the person who packs; all users must be able to enter them.
    execFileSync('find', [stage, '-type', 'd', '-exec', 'chmod', '755', '{}', '+']);
    execFileSync('chmod', ['-R', 'a+rX,u+w,go-w', stage]);
    const kb = Number.parseInt(execFileSync('du', ['-sk', stage], { encoding: 'utf8' }), 10);
    mkdirSync(join(stage, 'DEBIAN'));
    writeFileSync(join(stage, 'DEBIAN/control'), controlFile(asked, kb));
    for (const script of ['postinst', 'postrm']) {
      if (asked[script] === undefined) continue;
      copyFileSync(asked[script], join(stage, 'DEBIAN', script));
      chmodSync(join(stage, 'DEBIAN', script), 0o755);
    }
    execFileSync('dpkg-deb', ['--root-owner-group', `-Z${COMPRESSIONS[asked.compression ?? 'xz']}`, '--build', stage, asked.to], {
      stdio: 'inherit',
    });
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

if (process.argv[1]?.endsWith('fpm-lite.mjs')) build(parseArguments(process.argv.slice(2)));
