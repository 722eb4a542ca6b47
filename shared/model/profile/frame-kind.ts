/** Whose code a frame is, derived from its address alone. */
import type { FrameKind } from '../report.ts';
import { packageOfBrowser } from './browser-packages.ts';
import { packageOfOtherLanguage } from './other-languages.ts';

/** In the order of the numbers in `FlameColumns.kind`. */
export const FRAME_KINDS: readonly FrameKind[] = ['own', 'dependency', 'core', 'native'];

export const ROOT_NAME = '(root)';
export const IDLE_NAME = '(idle)';
/** Ours: between two recordings nobody looked. */
export const UNSAMPLED_NAME = '(not sampled)';
const COLLECTOR_NAME = '(garbage collector)';
const PROGRAM_NAME = '(program)';
export const ANONYMOUS_NAME = '(anonymous)';

const NODE_MODULES = /(?:^|[\\/])node_modules[\\/]/;
/** `node:fs`, and `internal/timers.js` as Node wrote it before version 15. Go (`internal/runtime/maps/map.go`) and others have folders of that name, too. */
const CORE = /^(?:node:|internal\/(?:.*\/)?[^/.]*(?:\.[cm]?js)?$)/;
const NATIVE = /^(?:wasm:|native )/;
/**
 * What bundlers add to load modules, as their source maps call it, and Yarn in place of node_modules. What Rollup and its kin make up themselves has
 * a name that begins with a character that no file has, as it is or written out.
 */
const LOADERS: readonly (readonly [name: string, url: RegExp])[] = [
  ['webpack', /^webpack:\/\/[^/]*\/(?:webpack\/(?:bootstrap|runtime|before-startup|startup|after-startup)\b|external(?: |%20))/],
  ['turbopack', /^turbopack:\/\/\/?\[turbopack\]\//],
  ['rolldown', /[\\/](?:%00|\\u0000)rolldown\//],
  ['rollup', /[\\/](?:%00|\\u0000)commonjs/],
  ['vite', /[\\/](?:%00|\\u0000)vite\//],
  ['yarn', /[\\/]\.pnp\.(?:c?js|loader\.mjs)$/],
];
/** The agent inside the target: its cost belongs to the profiler, not to any code. */
const AGENT = /[\\/]loopscope-(agent|processes)\.cjs$/;
/** Represents all functions of the agent, which would otherwise be many small rows. */
export const AGENT_NAME = '(Loopscope)';

/** Whether a file is one of Node itself, derived from its address alone. */
export function isCore(url: string): boolean {
  return CORE.test(url);
}

/** Whether a function is the agent's, derived from its URL. */
export function isAgent(url: string): boolean {
  return AGENT.test(url);
}

/** What the agent asks Node for, at each request: clocks, CPU times, contexts. */
const ASKED_BY_AGENT = /^node:(?:fs$|async_hooks$|internal\/(?:process\/per_thread|async_hooks|fs\/|validators|histogram|perf\/))/;
/** The built-ins that the agent stands in front of (spawn-hook.ts, handle-writes.ts): what it calls there is the work of the program. */
const PASSED_ON = new Set([
  'spawn',
  ...['writev', 'writeBuffer', 'writeUtf8String', 'writeAsciiString', 'writeLatin1String', 'writeUcs2String'],
]);

/** Whether a function that is called by the agent works for the agent. */
export function isAskedByAgent(name: string, url: string, line: number): boolean {
  return url === '' ? line < 0 && !PASSED_ON.has(name) : ASKED_BY_AGENT.test(url);
}

/** Loopscope's own time in the process. */
export function isAgentFrame(frame: { readonly name: string; readonly url: string }): boolean {
  return frame.url === '' && frame.name === AGENT_NAME;
}

/**
 * Classifies a function by its URL. Without one it is V8's own work (`(program)`, `(garbage collector)`, ...) or a
 * built-in, unless it has a position: then it is code from `eval` or `new Function`, which belongs to the program.
 * `line` is zero-based, -1 without position.
 */
export function classifyFrame(url: string, line: number): FrameKind {
  if (url === '') return line >= 0 ? 'own' : 'native';
  if (isCore(url)) return 'core';
  if (NATIVE.test(url) || isAgent(url)) return 'native';
  return NODE_MODULES.test(url) || packageElsewhere(url) !== null ? 'dependency' : 'own';
}

/** The package of a file that is none of npm's in its folder: a bundler's runtime, of another language, of a page. Null: it is in none. */
export function packageElsewhere(url: string): string | null {
  return bundlerOf(url) ?? packageOfOtherLanguage(url) ?? packageOfBrowser(url);
}

/** The bundler that added a file to load modules, by its name. Null: it is a file of a program or a package. */
function bundlerOf(url: string): string | null {
  const plain = url.replaceAll('\0', '%00');
  return LOADERS.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}

/** Whether code has no file that anybody could open: it was made while the program ran, or comes out of an address. */
export function isMade(url: string): boolean {
  return url === '' || url.startsWith('data:') || url.startsWith('evalmachine.<anonymous>');
}

const GENERATED = ' (generated)';

/** Where the lines of code that was put together while the program ran, or compiled when it was loaded, are not those of the file it names. */
export function generatedFrom(url: string): string {
  return url.endsWith(GENERATED) ? url : `${url}${GENERATED}`;
}

/** A name that says itself where it is: `fn node:internal/fs:12:3`, `fn (/app/server.js:1:2)`; V8's states and the kernel's functions. */
const NAMED_CORE = /(?:^|[ (])(?:node:|internal\/[^\s():]*\.[cm]?js\b)/;
const NAMED_NATIVE = /^\((?!anonymous)[^)]*\)$|_\[k\]$|(?:^|[ (])native /;

/** Of a file that has names and no files: what a name does not tell is the user's own. */
export function classifyNamed(name: string): FrameKind {
  if (NAMED_NATIVE.test(name)) return 'native';
  if (NODE_MODULES.test(name)) return 'dependency';
  return NAMED_CORE.test(name) ? 'core' : 'own';
}

/**
 * Of a function that a source map moved: what was built by others and installed is theirs, whatever their map calls the place it was
 * written at (`webpack://next/dist/server/base-server.js`).
 */
export function classifyMapped(generated: FrameKind, url: string, line: number): FrameKind {
  return generated === 'dependency' ? 'dependency' : classifyFrame(url, line);
}

/** V8 gives calls into the script from outside, by the profiler for one, a frame without name and file: nobody can find that. */
export function canBeFound(name: string, url: string): boolean {
  return url !== '' || (name !== '' && name !== ANONYMOUS_NAME);
}

/** Whether a frame is V8's mark for "nothing to run"; a user's function of that name has a position. Where nobody looked, nothing was seen to run either. */
export function isIdle(frame: { readonly name: string; readonly url: string }): boolean {
  return (frame.url === '' && frame.name === IDLE_NAME) || isUnsampled(frame);
}

/** Time between recordings, which belongs to no figure, be it of wall time. */
export function isUnsampled(frame: { readonly name: string; readonly url: string }): boolean {
  return frame.url === '' && frame.name === UNSAMPLED_NAME;
}

/** V8's mark for garbage collection. */
export function isCollector(frame: { readonly name: string; readonly url: string }): boolean {
  return frame.url === '' && frame.name === COLLECTOR_NAME;
}

/** V8's mark for native code, and for stacks that it could not read. */
export function isProgram(frame: { readonly name: string; readonly url: string }): boolean {
  return frame.url === '' && frame.name === PROGRAM_NAME;
}
