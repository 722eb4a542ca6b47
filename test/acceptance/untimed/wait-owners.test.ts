/** Of which request each call of a real driver is, against what the program writes down of itself: on every Node, and with pools of several sizes. */
import { afterAll, describe, type TestContext, test } from 'vitest';
import { DRIVERS, type DriverFacts, expectOwners, measureDriver, startOther, tellFigures } from '../../helpers/driver-waits.ts';
import { needFramework } from '../../helpers/frameworks.ts';
import { needNode } from '../../helpers/nodes.ts';
import { ownMajor, TARGET_MAJORS } from '../../setup/nodes.mjs';

describe.each(['postgres', 'mariadb', 'redis', 'web', 'mongo', 'threads'] as const)(
  'a call to %s is of the request that made it',
  (asks) => {
    let other: Awaited<ReturnType<typeof startOther>> | undefined;
    afterAll(() => other?.stop());

    async function begin(context: TestContext): Promise<DriverFacts> {
      const drivers = needFramework('drivers', context);
      other ??= await startOther(asks, context);
      return { drivers, port: other.port };
    }

    const cases = DRIVERS.filter((one) => one.asks === asks).flatMap((driver) =>
      TARGET_MAJORS.flatMap((major) =>
        (major === ownMajor && driver.hasPool ? [1, 4, 10] : [4]).map((pool) => [driver.name, pool, major, driver] as const),
      ),
    );
    test.for(cases)('%s, %i at once, Node %i', async ([, pool, major, driver], context) => {
      const facts = await begin(context);
      const figures = await measureDriver(driver, pool, needNode(major, context), facts);
      console.log(`${context.task.name}: ${tellFigures(figures)}`);
      expectOwners(driver, figures);
    });
  },
);
