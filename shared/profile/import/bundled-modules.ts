/** Which package code in a bundle is of, where its bundler has written down which file each part comes from, and no source map says it. */
import { firstAbove } from '../../base/ascending.ts';
import { packageOfUrl } from '../model/package-of.ts';

// A line of its own begins a module. esbuild leaves no other comments there but those of licences; webpack does so where it does not minify:
//
//   // node_modules/fastq/queue.js
//   /***/ "./node_modules/fastq/queue.js":
const BEGINS = /^(?:\/\/ (.+)|\/\*{3}\/ +(?:"([^"]+)"|\d+):)\s*$/;
const PATH = /^[^\s"]+\.\w{1,6}$/;
/** One comment with a path may be anybody's. */
const FEWEST_PATHS = 2;

/** Gives the package of a line (zero-based) of a script; null: it is of none, or nothing says so. */
export function packagesOfBundle(text: string): (line: number) => string | null {
  const [begins, packages]: [number[], (string | null)[]] = [[], []];
  let paths = 0;
  for (const [at, line] of text.split('\n').entries()) {
    const found = line.startsWith('/') ? BEGINS.exec(line) : null;
    if (found === null) continue;
    const path = found[1] ?? found[2] ?? '';
    const isPath = PATH.test(path);
    if (isPath) paths += 1;
    begins.push(at);
    packages.push(isPath ? packageOfUrl(`/${path}`) : null);
  }
  if (paths < FEWEST_PATHS) return () => null;
  return (line) => packages[firstAbove(begins, line) - 1] ?? null;
}
