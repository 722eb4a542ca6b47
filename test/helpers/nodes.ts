/** Other Nodes than the one the tests run under. */
import type { TestContext } from 'vitest';
import { ensureNode } from '../setup/nodes.mjs';

/** A Node of this major. Where none can be had the test is skipped with the reason; under CI that is an error. */
export function needNode(major: number, context: TestContext): string {
  const node = ensureNode(major);
  if (node !== null) return node;
  const reason = `Node ${major} could not be installed from the npm registry.`;
  if (!['', '0', 'false'].includes(process.env.CI ?? '')) throw new Error(reason);
  return context.skip(reason);
}
