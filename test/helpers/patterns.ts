/** Every regular expression of the product: those that are written out, and those that are put together when a module is loaded. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { parseAst } from 'vite';
import { ROOT } from '../../electron/engine/machine/paths.ts';

export interface FoundPattern {
  /** `shared/privacy/redact-text.ts:14`. */
  readonly place: string;
  readonly pattern: RegExp;
}

/** `new RegExp(...)` in the source. */
export interface MadePattern {
  readonly file: string;
  readonly place: string;
  readonly expression: string;
  /** It is made each time that a function is called, of what the function is given. */
  readonly inFunction: boolean;
}

export interface Patterns {
  readonly literals: readonly FoundPattern[];
  readonly made: readonly MadePattern[];
}

const FOLDERS = ['shared', 'electron', 'renderer'];

export function findPatterns(): Patterns {
  const literals: FoundPattern[] = [];
  const made: MadePattern[] = [];
  for (const file of FOLDERS.flatMap(sourcesIn)) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const placeOf = (at: number): string => `${file}:${text.slice(0, at).split('\n').length}`;
    const walk = (node: unknown, inFunction: boolean): void => {
      if (typeof node !== 'object' || node === null) return;
      if (Array.isArray(node)) {
        for (const one of node) walk(one, inFunction);
        return;
      }
      const { type, start, end, regex, callee } = node as SyntaxNode;
      if (regex) literals.push({ place: placeOf(start), pattern: new RegExp(regex.pattern, regex.flags) });
      if (/^(?:New|Call)Expression$/.test(type) && callee?.name === 'RegExp')
        made.push({ file, place: placeOf(start), expression: text.slice(start, end), inFunction });
      for (const inner of Object.values(node)) walk(inner, inFunction || /Function|MethodDefinition/.test(type));
    };
    walk(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), false);
  }
  return { literals, made };
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name).replaceAll('\\', '/'));
}

/** What the modules of shared/ make when they are loaded: they are run once with a `RegExp` that writes down what it makes. */
export async function patternsOfLoading(): Promise<RegExp[]> {
  const imports = sourcesIn('shared').map((file) => `import ${JSON.stringify(`./${file}`)};`);
  const { outputFiles } = await build({
    stdin: { contents: imports.join('\n'), resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    packages: 'external',
    treeShaking: false,
    logLevel: 'error',
  });
  const made: RegExp[] = [];
  const Recording = new Proxy(RegExp, {
    construct: (Original, given: ConstructorParameters<typeof RegExp>) => {
      const pattern = new Original(...given);
      made.push(pattern);
      return pattern;
    },
  });
  new Function('RegExp', 'require', 'module', 'exports', outputFiles[0]!.text)(
    Recording,
    createRequire(import.meta.url),
    { exports: {} },
    {},
  );
  return made;
}
