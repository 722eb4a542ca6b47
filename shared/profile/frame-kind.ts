/** Whose code a frame is, told from its address alone. */
import type { FrameKind } from '../model/report.ts';

/** In the order of the numbers in `FlameColumns.kind`. */
export const FRAME_KINDS: readonly FrameKind[] = ['own', 'dependency', 'core', 'native'];

export const ROOT_NAME = '(root)';
export const IDLE_NAME = '(idle)';
export const ANONYMOUS_NAME = '(anonymous)';

const NODE_MODULES = /(?:^|[\\/])node_modules[\\/]/;
/** `node:fs`, and `internal/...` as Node wrote it before version 15. */
const CORE = /^(?:node:|internal\/)/;
const NATIVE = /^(?:wasm:|native )/;
/** The agent inside the target: what watching costs is the profiler's work, nobody's code. */
const AGENT = /[\\/]loopscope-agent\.cjs$/;

/**
 * Classifies a function by its URL. Without one it is V8's own work (`(program)`, `(garbage collector)`, ...) or a
 * built-in, unless it has a position: then it is code made by `eval` or `new Function`, which somebody here wrote.
 * `line` is zero-based, -1 without position.
 */
export function classifyFrame(url: string, line: number): FrameKind {
  if (url === '') return line >= 0 ? 'own' : 'native';
  if (CORE.test(url)) return 'core';
  if (NATIVE.test(url) || AGENT.test(url)) return 'native';
  return NODE_MODULES.test(url) ? 'dependency' : 'own';
}

/** Whether a frame is V8's mark for "nothing to run"; a user's function of that name has a position. */
export function isIdle(frame: { readonly name: string; readonly url: string }): boolean {
  return frame.url === '' && frame.name === IDLE_NAME;
}
