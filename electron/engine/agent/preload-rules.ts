/** Rules of the preload, which the engine also uses to explain why a process has no agent. ECMAScript 5, as the preload itself. */

/** The agent is written for Node 18 and works under 16; what comes before lacks its syntax. */
export function isTooOld(version: string): boolean {
  return Number.parseInt(version, 10) < 16;
}

/** It runs tests, or restarts what it watches: Node makes no inspector for such a process, and a session with its main thread would abort it. */
export function startsOthers(words: readonly string[]): boolean {
  return /(^|\s)--(test|watch|watch-path)(=|\s|$)/.test(words.join(' '));
}
