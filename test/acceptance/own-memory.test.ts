/** What the agent takes of the memory of a program does not grow with its requests. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { record } from '../helpers/known-routes.ts';
import { needNode } from '../helpers/nodes.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const PLAN = 'plan: 1\nrequests:\n  - { name: any, url: / }\n';
/**
 * The heap of the agent's thread grows to some 36 MB before V8 collects all of it for the first time, after up to 150,000 requests, and then swings by
 * some 10 MB however many there are: of fewer, 100 B kept of each could not be told from that.
 */
const REQUESTS = 400_000;
const MOST_KEPT_BYTES = 100;

test.for([20, 24])('Node %i, by request: nothing is kept of 400,000 requests', async (major, context) => {
  const node = needNode(major, context);
  const { recording } = await record(join(TARGETS_DIR, 'server.cjs'), PLAN, '-a', String(REQUESTS), '--node', node);
  const { at, ownBytes } = recording.server.table();
  const own = Array.from(ownBytes).filter((bytes, i) => at[i]! >= recording.originUs! && bytes > 0);
  // What is left when V8 has collected, or the nearest to it.
  const least = (quarter: number): number => Math.min(...own.slice((own.length * (quarter - 1)) / 4, (own.length * quarter) / 4));
  console.log(
    `Node ${major}: ${own.length} samples, quarters from ${[1, 2, 3, 4].map((nth) => (least(nth) / 1e6).toFixed(1)).join(', ')} MB`,
  );
  expect(own.length).toBeGreaterThan(16);
  expect((least(4) - least(2)) / (REQUESTS / 2)).toBeLessThan(MOST_KEPT_BYTES);
});
