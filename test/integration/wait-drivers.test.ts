/** Calls of real drivers are of the requests that made them, where drivers and databases are there already. All of them: test/acceptance/untimed/wait-owners.test.ts. */
import { test } from 'vitest';
import { needInstalledDatabase } from '../helpers/databases.ts';
import { DRIVERS, expectOwners, measureDriver, startOther } from '../helpers/driver-waits.ts';
import { needInstalledFramework } from '../helpers/frameworks.ts';

const POOL = 4;

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
