/**
 * speedscope's own importer of `.cpuprofile`, taken out of the program it is published as. The package has one bundle made
 * for a page: it is run in a context of its own up to where it would draw, and its importer is asked instead.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';

const RELEASE = join(import.meta.dirname, '../../../../node_modules/speedscope/dist/release');

export interface SpeedscopeFrame {
  readonly name: string;
  readonly file?: string;
  readonly line?: number;
  readonly col?: number;
  getSelfWeight(): number;
  getTotalWeight(): number;
}
export interface SpeedscopeProfile {
  getTotalWeight(): number;
  getTotalNonIdleWeight(): number;
  forEachFrame(visit: (frame: SpeedscopeFrame) => void): void;
}
interface SpeedscopeImporters {
  importCpuProfile(json: unknown): SpeedscopeProfile;
  importPprof(bytes: ArrayBuffer): SpeedscopeProfile;
  importSpeedscope(json: unknown): { name: string; profiles: SpeedscopeProfile[] };
}

/** Minified names change with each release; what the functions do with their argument does not. */
const IMPORTERS = {
  importCpuProfile: /function (\w+)\(t\)\{let e=new \w+\(t\.endTime-t\.startTime\)/,
  importPprof: /function (\w+)\(t\)\{if\(t\.byteLength===0\)return null;let e;try/,
  importSpeedscope: /function (\w+)\(t\)\{return\{name:t\.name\|\|t\.profiles\[0\]\.name/,
};

export function loadSpeedscope(): SpeedscopeImporters {
  const bundle = readdirSync(RELEASE).find((name) => /^speedscope-.*\.js$/.test(name))!;
  const text = readFileSync(join(RELEASE, bundle), 'utf8');
  const handOver = Object.entries(IMPORTERS).map(([name, pattern]) => {
    const found = pattern.exec(text);
    if (found === null) throw new Error(`${name} was not found in ${bundle}; look how this release of speedscope writes it`);
    // Modules are set up on first use; a module's starter is the next one declared after its functions.
    const start = /(\w+)=re\(\(\)=>\{/.exec(text.slice(found.index))![1];
    return `${start}();globalThis.${name}=${found[1]};`;
  });
  const page = makePage();
  runInContext(`${text.slice(0, text.lastIndexOf('console.log(`speedscope v'))}${handOver.join('')}})();`, createContext(page));
  return page as unknown as SpeedscopeImporters;
}

/** As much of a page as the bundle touches before it draws. */
function makePage(): Record<string, unknown> {
  const nothing = () => undefined;
  const element = () => ({
    style: {},
    appendChild: nothing,
    addEventListener: nothing,
    getContext: () => null,
    sheet: { insertRule: nothing },
  });
  const page: Record<string, unknown> = {
    console,
    performance,
    URL,
    URLSearchParams,
    TextDecoder,
    TextEncoder,
    setTimeout,
    requestAnimationFrame: nothing,
    addEventListener: nothing,
    navigator: { userAgent: '', platform: '' },
    localStorage: { getItem: () => null, setItem: nothing },
    location: { hash: '', href: 'http://page/', protocol: 'http:' },
    matchMedia: () => ({ matches: false, addListener: nothing, addEventListener: nothing }),
    document: {
      createElement: element,
      head: element(),
      body: element(),
      addEventListener: nothing,
      currentScript: { src: 'http://page/x.js' },
    },
  };
  page.window = page;
  page.self = page;
  return page;
}
