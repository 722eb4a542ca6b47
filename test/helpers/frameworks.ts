/** Web frameworks that servers are written with. */
import type { TestContext } from 'vitest';
import { ensureFramework, type Framework, findFramework } from '../setup/frameworks.mjs';

/** The folder that `require` finds it from. Where it cannot be had the test is skipped with the reason; under CI that is an error. */
export function needFramework(name: Framework, context: TestContext): string {
  const folder = ensureFramework(name);
  if (folder !== null) return folder;
  const reason = `${name} could not be installed from the npm registry.`;
  if (!['', '0', 'false'].includes(process.env.CI ?? '')) throw new Error(reason);
  return context.skip(reason);
}

/** The same, but what is not there is not fetched: for `npm test`. */
export function needInstalledFramework(name: Framework, context: TestContext): string {
  return findFramework(name) ?? context.skip(`${name} is not there: \`npm run acceptance\` fetches it.`);
}
