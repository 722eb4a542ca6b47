import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Milliseconds } from '../../shared/base/units.ts';
import { scratch } from './command.ts';
import { record } from './known-routes.ts';
import { TARGETS_DIR } from './targets.ts';

type Percentiles = Readonly<Record<50 | 99, Milliseconds>>;

const PLAN = 'plan: 1\nrequests:\n  - { name: works, url: / }\n';
const WORK_MS = 2;

/** By request, beside three burners: what is told of the CPU time of a request, and between what and what it was as the program itself has measured. */
export async function runSegments(node: string, burners: 'processes' | 'threads', requests: number) {
  const file = join(scratch(), 'truth.json');
  const env = { BURNERS: burners, WORK_MS: String(WORK_MS), TRUTH: file };
  const flags = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const { recording } = await record(join(TARGETS_DIR, 'segments.cjs'), PLAN, '-c', '1', '-a', String(requests), '--node', node, ...flags);
  const { routes, isCpuTime } = recording.routes(null)!;
  const { percentiles } = routes[0]!.cpuMs!;
  const truth = JSON.parse(readFileSync(file, 'utf8')) as Record<'least' | 'most', number[]>;
  const told: Percentiles = { 50: percentiles['50']!, 99: percentiles['99']! };
  return { told, least: percentilesOf(truth.least), most: percentilesOf(truth.most), isCpuTime };
}

function percentilesOf(times: number[]): Percentiles {
  times.sort((a, b) => a - b);
  const nearest = (share: number): Milliseconds => times[Math.ceil(share * times.length) - 1]!;
  return { 50: nearest(0.5), 99: nearest(0.99) };
}

/** `within`: a share of it. */
export function expectCpu({ told, least, most }: Awaited<ReturnType<typeof runSegments>>, percentile: 50 | 99, within: number): void {
  expect(told[percentile], `p${percentile}`).toBeGreaterThan((1 - within) * least[percentile]);
  expect(told[percentile], `p${percentile}`).toBeLessThan((1 + within) * most[percentile]);
}
