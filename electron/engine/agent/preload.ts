/**
 * What NODE_OPTIONS loads into every Node that the user's program starts, and all that many of them ever see of us: it decides whether the agent
 * is loaded. Written in ECMAScript 5, because a Node that cannot parse it would end the program (the build refuses anything newer).
 */
import { isTooOld, startsOthers } from './preload-rules.ts';

/** Deno obeys NODE_OPTIONS, too, and has neither our inspector nor our figures. */
function isAnotherRuntime(): boolean {
  return Boolean(process.versions.deno || process.versions.bun);
}

/** What a watcher starts has its NODE_OPTIONS, but watches nothing. */
function onlyStartsOthers(): boolean {
  return !process.env.WATCH_REPORT_DEPENDENCIES && startsOthers(process.execArgv.concat(process.env.NODE_OPTIONS || ''));
}

/** Under the permission model there is no thread of ours, and reading our file is up to it. */
function isRestricted(): boolean {
  return 'permission' in process && Boolean(process.permission);
}

/** A process of another user may not speak to the engine. Whatever else is in the way is for the agent to find out. */
function isAnotherUsers(): boolean {
  if (process.platform === 'win32') return false;
  try {
    // `path|token|runId`, and a path may have bars in it.
    require('node:fs').accessSync(String(process.env.LOOPSCOPE_AGENT).split('|').slice(0, -2).join('|'), 2);
    return false;
  } catch (error) {
    return /^(EACCES|EPERM)$/.test(String((error as NodeJS.ErrnoException).code));
  }
}

try {
  if (!isAnotherRuntime() && !isTooOld(process.versions.node) && !onlyStartsOthers() && !isRestricted() && !isAnotherUsers())
    require('./loopscope-agent.cjs');
} catch {
  // Silent: stderr is the user's. The program is watched from outside.
}
