/**
 * The "processed profile" of Firefox Profiler (profiler.firefox.com), as far as both directions need it. Tables are lists of equal length, one for
 * each column; since version 71 (frames) and 75 (functions) bits of `flags` say which cells hold a value.
 */

/** Of the newest published reader, @firefox-devtools/profiler-cli 0.10. It opens older files, never newer ones, and so do we. */
export const FIREFOX_VERSION = 75;

export const FRAME_HAS = { category: 4, line: 16, column: 32 } as const;
export const FUNC_HAS = { isJs: 1, resource: 4, source: 8, line: 16, column: 32 } as const;

/** By this name its views leave time out in which nothing ran. */
export const IDLE_CATEGORY = 'Idle';
