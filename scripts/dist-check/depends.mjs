// Whether the libraries the binary links against are provided by the packages its .deb depends on.
import { execFileSync, spawnSync } from 'node:child_process';

/** The shared libraries the dynamic loader needs at start. */
export function neededLibraries(readelfOutput) {
  return [...readelfOutput.matchAll(/\(NEEDED\)[^[]*\[([^\]]+)\]/g)].map(([, name]) => name);
}

/** `a | b (>= 1), c` -> [['a', 'b'], ['c']] */
export function parseDepends(text) {
  return text
    .split(',')
    .map((part) => part.split('|').map((name) => name.trim().split(/[\s:(]/)[0]))
    .filter(([first]) => first !== '');
}

/** All packages that `depends` pulls in, according to the installed ones. `installed`: name -> { provides, depends }. */
export function bringAlong(depends, installed) {
  const byName = new Map(installed);
  for (const [name, { provides }] of installed)
    for (const other of provides) if (!byName.has(other)) byName.set(other, installed.get(name));
  const reached = new Set();
  const queue = depends.flat();
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const found = byName.get(name);
    if (found === undefined || reached.has(found.name)) continue;
    reached.add(found.name);
    queue.push(...found.depends.flat());
  }
  return reached;
}

/** The installed packages, from dpkg. */
function installedPackages() {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg's own notation
  const format = '${Package}\t${Provides}\t${Depends},${Pre-Depends}\n';
  const rows = execFileSync('dpkg-query', ['-W', '-f', format], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .trim()
    .split('\n');
  return new Map(
    rows.map((row) => {
      const [name, provides, depends] = row.split('\t');
      return [name, { name, provides: parseDepends(provides).flat(), depends: parseDepends(depends) }];
    }),
  );
}

/** The package that contains a library; null: no installed one does. */
function packageOf(library) {
  const { stdout } = spawnSync('dpkg-query', ['-S', `*/${library}`], { encoding: 'utf8' });
  return /^([^:\s,]+)/.exec(stdout ?? '')?.[1] ?? null;
}

/**
 * Libraries of `program` by origin. `missing`: in none of the packages the .deb pulls in; `unknown`: in no installed package, so the
 * origin is unknown. Null: the tools to find out are not installed.
 */
export function compareWithDepends(program, depends, ownLibraries) {
  const read = spawnSync('readelf', ['-d', program], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  if (read.status !== 0 || spawnSync('dpkg-query', ['--version']).status !== 0) return null;
  const reached = bringAlong(parseDepends(depends), installedPackages());
  const needed = neededLibraries(read.stdout).filter((library) => !ownLibraries.includes(library));
  const owners = needed.map((library) => ({ library, owner: packageOf(library) }));
  return {
    needed,
    unknown: owners.filter(({ owner }) => owner === null).map(({ library }) => library),
    missing: owners.filter(({ owner }) => owner !== null && !reached.has(owner)).map(({ library, owner }) => `${library} (${owner})`),
  };
}
