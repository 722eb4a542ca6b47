/** The CPU time of one request on a busy machine, where a thread waits for a core for most of the time. */
import { expect, test } from 'vitest';
import { needNode } from '../helpers/nodes.ts';
import { expectCpu, runSegments } from '../helpers/segments.ts';
import { OLDEST_TARGET, ownMajor } from '../setup/nodes.mjs';

for (const major of new Set([OLDEST_TARGET, ownMajor]))
  test.runIf(process.platform === 'linux')(
    `Node ${major}: beside three busy threads, waiting for a core is no CPU time of a request, nor is that of the threads`,
    { tags: ['long'] },
    async (context) => {
      const figures = await runSegments(needNode(major, context), 'threads', 150);
      expect(figures.isCpuTime).toBe(true);
      expectCpu(figures, 50, 0.2);
    },
  );
