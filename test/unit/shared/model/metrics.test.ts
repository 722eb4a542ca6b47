import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { METRIC_NAMES, METRICS } from '../../../../shared/model/comparison/metrics.ts';
import { readCondition } from '../../../../shared/report/conditions.ts';

test('no two metrics have the same place in a sentence', () => {
  expect(new Set(METRIC_NAMES.map((metric) => METRICS[metric].rank)).size).toBe(METRIC_NAMES.length);
});

test('every metric can be a verdict and a limit of --fail-if, and the documentation names it for both', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../../../docs/user/COMMAND-LINE.md'), 'utf8');
  const [, limits] = /^(`--fail-if "p99 > 200ms"` ends[\s\S]*?)\n\n/m.exec(docs) ?? [];
  const [, questions] = /^\| `--question <metric>` \| (.*) \|$/m.exec(docs) ?? [];
  for (const metric of METRIC_NAMES) {
    expect(readCondition(`${metric} differs`)).toMatchObject({ ok: true, condition: { kind: 'verdict', metric } });
    expect(readCondition(`${metric} > 0`)).toMatchObject({ ok: true, condition: { kind: 'limit', figure: metric } });
    expect(limits).toContain(/^p\d/.test(metric) ? '`p50` and the other listed percentiles' : `\`${metric}\``);
    expect(questions!.split(/[ (),|]+/)).toContain(metric);
  }
});
