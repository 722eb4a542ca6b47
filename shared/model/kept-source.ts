/** The source of hot files that a session keeps. */

/** In characters of one file. What is longer is a bundle, of which the source map knows the parts. */
export const MOST_KEPT_SOURCE = 1024 * 1024;
