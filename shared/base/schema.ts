/**
 * The door to zod: the only file that imports it. Everything that checks foreign data does so with `import * as z` from here: named one by
 * one, what is not used is left out of the bundles (half a megabyte).
 */
export * from 'zod';
