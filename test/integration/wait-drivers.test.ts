/** Calls of real drivers are of the requests that made them, where drivers and databases are there already. All of them: test/acceptance/untimed/wait-owners.test.ts. */
import { test } from 'vitest';
import { needInstalledDatabase } from '../helpers/databases.ts';
import { DRIVERS, expectLine, expectOwners, measureDriver, startOther } from '../helpers/driver-waits.ts';
import { needInstalledFramework } from '../helpers/frameworks.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const POOL = 4;

test.for(['pool of threads', 'threads'])('%s', async (name) => {
  const driver = DRIVERS.find((one) => one.name === name)!;
  const figures = await measureDriver(driver, POOL, process.execPath, { drivers: TARGETS_DIR, port: 0 });
  expectOwners(driver, figures);
  expectLine(driver, figures);
});

test.for(['pg', 'mysql2 query', 'redis', 'undici Pool'])('%s', async (name, context) => {
  const driver = DRIVERS.find((one) => one.name === name)!;
  const drivers = needInstalledFramework('drivers', context);
  const { port, stop } = await startOther(driver.asks, context, needInstalledDatabase);
  try {
    expectOwners(driver, await measureDriver(driver, POOL, process.execPath, { drivers, port }));
  } finally {
    await stop();
  }
});
