/**
 * What is done after each test by helpers that start or make something. A hook of their own would belong to the first file that imports
 * them only: modules are shared by the files of a worker. The hook is in `test/setup/after-each.ts`, which runs for each file.
 */
const endings: (() => unknown)[] = [];

/** For a helper module, at its top. */
export function doAfterEach(end: () => unknown): void {
  endings.push(end);
}

export async function endAll(): Promise<void> {
  for (const end of endings) await end();
}
