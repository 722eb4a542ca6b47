/** The CPU time of one request on a busy machine, against what the program measures of itself. */
import { describe, expect, test } from 'vitest';
import { needNode } from '../helpers/nodes.ts';
import { expectCpu, runSegments } from '../helpers/segments.ts';
import { mostAttemptsHold } from '../helpers/two-of-three.ts';
import { TARGET_MAJORS } from '../setup/nodes.mjs';

describe.each(['processes', 'threads'] as const)(
  'beside three busy %s, CPU time of a request is within 10 % of what it used',
  (burners) => {
    test.for(TARGET_MAJORS)('Node %i', async (major, context) => {
      const node = needNode(major, context);
      const tell = (line: string): void => console.log(`${burners}, ${context.task.name}: ${line}`);
      await mostAttemptsHold(async () => {
        const figures = await runSegments(node, burners, 600);
        tell(JSON.stringify(figures));
        expect(figures.isCpuTime).toBe(true);
        for (const percentile of [50, 99] as const) expectCpu(figures, percentile, 0.1);
      }, tell);
    });
  },
);
