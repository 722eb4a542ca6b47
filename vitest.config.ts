import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/**
 * Files that start processes or a browser run three at a time, because they often wait. Nothing in them depends on the speed of the machine, nor
 * does anything in `untimed`, which only takes long. Tests that measure are in `acceptance` and have the machine to themselves.
 */
const TWO = 2;
const THREE = 3;

/** A spec that replaces a module for all that import it. */
const REPLACES_MODULES = ['test/unit/cli/made-up-language.test.ts'];

/** `sequence.groupOrder`: projects run one after the other. */
export default defineConfig({
  plugins: [react()],
  test: {
    setupFiles: ['test/setup/own-lock-folder.ts', 'test/setup/after-each.ts'],
    // Modules are loaded once for all files of a worker: four tenths of the time of unit tests, a quarter of that of the others.
    isolate: false,
    // What one project has transformed the next ones read.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    // Long enough for a busy machine, unlike Vitest's default of one second.
    expect: { poll: { timeout: 20_000 } },
    tags: [
      {
        name: 'long',
        description:
          'Takes seconds, and something shorter in `npm test` covers most of it: another way to the same end, or another case. Part of `npm run acceptance`.',
      },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          exclude: REPLACES_MODULES,
          testTimeout: 60_000,
          // Some hooks start processes, or build what is out of date, on a busy machine.
          hookTimeout: 60_000,
          // Vitest would reserve one processor for itself, which would be idle.
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-alone',
          include: REPLACES_MODULES,
          isolate: true,
          testTimeout: 60_000,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: THREE,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          include: ['test/component/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: THREE,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: THREE,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'acceptance',
          include: ['test/acceptance/*.test.ts'],
          // Three attempts at the longest measurement.
          testTimeout: 1_800_000,
          hookTimeout: 600_000,
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
      {
        extends: true,
        test: {
          name: 'untimed',
          include: ['test/acceptance/untimed/*.test.ts'],
          // Tens of thousands of damaged files are opened by one test.
          testTimeout: 1_800_000,
          hookTimeout: 600_000,
          maxWorkers: TWO,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});
