/** How long calls of real drivers were in line for a connection, in sum, against what the program writes down of itself. */
import { afterAll, describe, test } from 'vitest';
import { DRIVERS, expectLine, expectOwners, measureDriver, startOther, tellFigures } from '../helpers/driver-waits.ts';
import { needFramework } from '../helpers/frameworks.ts';
import { mostAttemptsHold } from '../helpers/two-of-three.ts';

describe.each(['pg', 'knex', 'mysql2 query', 'http.Agent', 'undici Pool'])(
  'calls of %s were in line as long as is said, within 5 percent',
  (name) => {
    const driver = DRIVERS.find((one) => one.name === name)!;
    let other: Awaited<ReturnType<typeof startOther>> | undefined;
    afterAll(() => other?.stop());

    test.for([1, 4, 10])('%i at once', async (pool, context) => {
      const drivers = needFramework('drivers', context);
      other ??= await startOther(driver.asks, context);
      const { port } = other;
      const tell = (line: string): void => console.log(`${name}, ${context.task.name}: ${line}`);
      await mostAttemptsHold(async () => {
        const figures = await measureDriver(driver, pool, process.execPath, { drivers, port });
        tell(tellFigures(figures));
        expectOwners(driver, figures);
        expectLine(driver, figures);
      }, tell);
    });
  },
);
