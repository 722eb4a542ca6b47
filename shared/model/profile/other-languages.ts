/** Packages of other languages, whose profiles are opened, too: what comes with the language, or was installed, is nobody's own code. */

/** The top folders of Go's standard library (`go list std`, Go 1.23). */
const GO_STANDARD =
  'archive|bufio|bytes|cmp|compress|container|context|crypto|database|debug|embed|encoding|errors|expvar|flag|fmt|go|hash|html|image|index|internal|io|iter|log|maps|math|mime|net|os|path|plugin|reflect|regexp|runtime|slices|sort|strconv|strings|structs|sync|syscall|testing|text|time|unicode|unique|unsafe|vendor|weak';

/** Each with the name of the package: of what was installed, and of what comes with the language. */
const PATTERNS: readonly RegExp[] = [
  // A module cache: /root/go/pkg/mod/github.com/lib/pq@v1.10.0/conn.go
  /[\\/]pkg[\\/]mod[\\/](.+?)@v[^\\/]*[\\/].*\.(?:go|s)$/,
  // GOROOT, as it is (/usr/local/go/src/math/mod.go, /opt/go/1.21.0/x64/src/...) or cut off by -trimpath (math/mod.go).
  new RegExp(
    `^(?:.*[\\\\/]go[^\\\\/]*[\\\\/](?:.*[\\\\/])?src[\\\\/])?((?:${GO_STANDARD})(?:[\\\\/][\\w.]+)*?)[\\\\/][^\\\\/]+\\.(?:go|s)$`,
  ),
  /[\\/](?:site|dist)-packages[\\/]([^\\/]+?)(?:\.py)?(?:[\\/].*)?$/,
  /[\\/]lib(?:64)?[\\/]python\d[\d.]*[\\/]([^\\/]+?)(?:\.py$|[\\/].*\.py$)/,
  /^<frozen ([^.>]+).*>$/,
];

/** Null: it is in none. */
export function packageOfOtherLanguage(url: string): string | null {
  for (const pattern of PATTERNS) {
    const name = pattern.exec(url)?.[1];
    if (name !== undefined) return name.replaceAll('\\', '/');
  }
  return null;
}
