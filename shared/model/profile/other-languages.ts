/** Packages of other languages, whose profiles are opened, too: what comes with the language, or was installed, is nobody's own code. */

/** The top folders of Go's standard library (`go list std`, Go 1.26). */
const GO_STANDARD = new Set(
  [
    'archive bufio bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt go hash html image index',
    'internal io iter log maps math mime net os path plugin reflect regexp runtime simd slices sort strconv strings structs sync syscall testing',
    'text time unicode unique unsafe vendor weak',
  ].flatMap((names) => names.split(' ')),
);

/** Null: it is in none. Each part of the address is looked at once, however long it is: who made the file of a profile is not known. */
export function packageOfOtherLanguage(url: string): string | null {
  if (url.startsWith(FROZEN) && url.endsWith('>')) return url.slice(FROZEN.length).split(/[.>]/, 1)[0] || null;
  if (/\.(?:go|s)$/.test(url)) return packageOfGo(url.replaceAll('\\', '/'));
  return url.includes('-packages') || url.endsWith('.py') ? packageOfPython(url.split(/[\\/]/)) : null;
}

/** Modules that come with Python, compiled into it: `<frozen importlib._bootstrap>`. */
const FROZEN = '<frozen ';

/** /srv/venv/lib/python3.11/site-packages/flask/app.py, and the library: /usr/lib/python3.11/json/decoder.py */
function packageOfPython(parts: readonly string[]): string | null {
  const installed = parts.findIndex((part, at) => at > 0 && (part === 'site-packages' || part === 'dist-packages'));
  const library = parts.findIndex((part, at) => /^python\d[\d.]*$/.test(part) && /^lib(?:64)?$/.test(parts[at - 1] ?? ''));
  const name = parts[(installed >= 0 ? installed : library) + 1] ?? '';
  return (installed < 0 && library < 0) || name === '' ? null : name.replace(/\.py$/, '');
}

const MODULE_CACHE = '/pkg/mod/';
const SOURCES = '/src/';

function packageOfGo(path: string): string | null {
  // /root/go/pkg/mod/github.com/lib/pq@v1.10.0/conn.go
  const cached = path.indexOf(MODULE_CACHE);
  const version = cached < 0 ? -1 : path.indexOf('@v', cached);
  if (version >= 0) return path.slice(cached + MODULE_CACHE.length, version);
  // GOROOT, as it is (/usr/local/go/src/math/mod.go, /opt/go/1.21.0/x64/src/...) or cut off by -trimpath (math/mod.go).
  const root = path.search(/\/go(?:-?\d[^/]*)?\//);
  const sources = root < 0 ? -1 : path.indexOf(SOURCES, root + 1);
  const below = sources < 0 ? path : path.slice(sources + SOURCES.length);
  const isStandard = GO_STANDARD.has(below.slice(0, Math.max(0, below.indexOf('/'))));
  return isStandard ? below.slice(0, below.lastIndexOf('/')) : null;
}
