/** Packages of other languages, whose profiles are opened, too: what comes with the language, or was installed, is nobody's own code. */

/** The top folders of Go's standard library (`go list std`, Go 1.26). */
const GO_STANDARD = new Set(
  [
    'archive bufio bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt go hash html image index',
    'internal io iter log maps math mime net os path plugin reflect regexp runtime simd slices sort strconv strings structs sync syscall testing',
    'text time unicode unique unsafe vendor weak',
  ].flatMap((names) => names.split(' ')),
);

/**
 * Modules and packages of Python's standard library (`sys.stdlib_module_names`, Python 3.11) that a program imports by these names: one of its own of
 * the same name would stand in front of it.
 */
const PYTHON_STANDARD = new Set(
  [
    '_bootsubprocess _collections_abc _pydecimal _pyio _sitebuiltins _strptime _weakrefset abc aifc antigravity argparse array ast asynchat',
    'asyncio asyncore atexit audioop base64 bdb binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop',
    'collections colorsys compileall concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses',
    'datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch',
    'fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib',
    'imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math',
    'mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os',
    'ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd',
    'py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select',
    'selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse',
    'ssl stat statistics string stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile',
    'termios textwrap threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing',
    'unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile',
    'zipimport zlib zoneinfo',
  ].flatMap((names) => names.split(' ')),
);

/** Null: it is in none. Each part of the address is looked at once, however long it is: who made the file of a profile is not known. */
export function packageOfOtherLanguage(url: string): string | null {
  if (url.startsWith(FROZEN) && url.endsWith('>')) return url.slice(FROZEN.length).split(/[.>]/, 1)[0] || null;
  if (isOfGo(url) || url.endsWith('.s')) return packageOfGo(url.replaceAll('\\', '/'));
  return url.includes('-packages') || url.endsWith('.py') ? packageOfPython(url.split(/[\\/]/)) : null;
}

/** Modules that come with Python, compiled into it: `<frozen importlib._bootstrap>`. */
const FROZEN = '<frozen ';

/**
 * /srv/venv/lib/python3.11/site-packages/flask/app.py, and the library: /usr/lib/python3.11/json/decoder.py, of which py-spy leaves json/decoder.py in
 * collapsed stacks. What was installed cannot be told from the program there.
 */
function packageOfPython(parts: readonly string[]): string | null {
  const first = parts[0]!.replace(/\.py$/, '');
  if (parts.at(-1)!.endsWith('.py') && PYTHON_STANDARD.has(first)) return first;
  const installed = parts.findIndex((part, at) => at > 0 && (part === 'site-packages' || part === 'dist-packages'));
  const library = parts.findIndex((part, at) => /^python\d[\d.]*$/.test(part) && /^lib(?:64)?$/.test(parts[at - 1] ?? ''));
  const name = parts[(installed >= 0 ? installed : library) + 1] ?? '';
  return (installed < 0 && library < 0) || name === '' ? null : name.replace(/\.py$/, '');
}

/** Whether a file is one of Python whose path begins below a folder that Python imports from, so that it does not say whether it was installed. */
export function isCutOffPython(url: string): boolean {
  return url.endsWith('.py') && !/^(?:[\\/]|[a-z]:|file:)/i.test(url);
}

const MODULE_CACHE = '/pkg/mod/';
const VENDOR = '/vendor/';
const SOURCES = '/src/';
/** Go itself as a module, whose standard library is no part of it: /root/go/pkg/mod/golang.org/toolchain@v0.0.1-go1.26.0.linux-amd64/src/... */
const TOOLCHAIN = 'golang.org/toolchain';

function packageOfGo(path: string): string | null {
  // /root/go/pkg/mod/github.com/lib/pq@v1.10.0/conn.go, of which -trimpath leaves github.com/lib/pq@v1.10.0/conn.go
  const cached = path.indexOf(MODULE_CACHE);
  const from = cached >= 0 ? cached + MODULE_CACHE.length : path.startsWith('/') ? path.length : 0;
  const version = path.indexOf('@v', from);
  const module = version < 0 ? '' : path.slice(from, version);
  if (module !== '' && module !== TOOLCHAIN && isOfHost(module)) return withCapitals(module);
  // GOROOT, as it is (/usr/local/go/src/math/mod.go, /opt/go/1.21.0/x64/src/...) or cut off by -trimpath (math/mod.go).
  const root = module === TOOLCHAIN ? version : path.search(/\/go(?:-?\d[^/]*)?\//);
  const sources = root < 0 ? -1 : path.indexOf(SOURCES, root + 1);
  const below = sources < 0 ? path : path.slice(sources + SOURCES.length);
  const isStandard = GO_STANDARD.has(below.slice(0, Math.max(0, below.indexOf('/'))));
  if (isStandard) return below.slice(0, below.lastIndexOf('/'));
  // /srv/app/vendor/github.com/lib/pq/conn.go: only of modules of a host, since a program may have such a folder of its own.
  const vendored = path.lastIndexOf(VENDOR);
  return vendored < 0 ? null : vendoredModule(path.slice(vendored + VENDOR.length));
}

function isOfHost(module: string): boolean {
  return /^[^/.][^/]*\./.test(module);
}

/** Hosts whose modules are called after an owner and a repository. */
const WITH_OWNERS = new Set(['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org', 'gitee.com', 'git.sr.ht', 'golang.org']);
const MAJOR_VERSION = /^v\d+$/;

/** A vendored path does not say where the module ends and its folders begin: that follows from how the host calls modules. Null: it is of no host. */
function vendoredModule(path: string): string | null {
  const folders = path.split('/').slice(0, -1);
  const host = folders[0] ?? '';
  if (!host.includes('.') || folders.length < 2) return null;
  // gopkg.in/yaml.v3, gopkg.in/owner/name.v2
  const hasOwner = WITH_OWNERS.has(host) || (host === 'gopkg.in' && !/\.v\d+$/.test(folders[1]!));
  const parts = hasOwner ? 3 : 2;
  return folders.slice(0, MAJOR_VERSION.test(folders[parts] ?? '') ? parts + 1 : parts).join('/');
}

/** In the cache of modules a `!` stands in front of what is a capital letter, so that file systems without them can keep it. */
function withCapitals(module: string): string {
  return module.replace(/!([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * A function as Go's programmers call it: in the path of its package Go writes a dot as `%2e` (`gopkg.in/yaml%2ev3.Unmarshal`). `url`: its file; empty:
 * it is not known, and a name that begins with a host is one of Go. Other names are as they were.
 */
export function nameInGo(name: string, url: string): string {
  const isPath = url === '' ? /^[\w-]+\.[\w.-]*\//.test(name) : isOfGo(url) && name.includes('/');
  return isPath ? name.replaceAll('%2e', '.') : name;
}

/** Whether a file is of a program in Go. */
function isOfGo(url: string): boolean {
  return url.endsWith('.go');
}
