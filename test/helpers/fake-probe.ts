/** What a probe would have found of a service that works on three requests at once, 25 ms each, and of one that goes on. */
import { fitScaling } from '../../shared/analysis/usl.ts';
import { ExactDistribution, toDistribution } from '../../shared/load/distribution.ts';
import { Arrivals } from '../../shared/model/load/schedule.ts';
import { scheduleOf } from '../../shared/model/load-models.ts';
import {
  NO_PROBE,
  type ProbeArrivals,
  type ProbeLevel,
  type ProbeProgress,
  type ProbeRamp,
  type ProbeReport,
  type ProbeState,
  type ProbeStep,
} from '../../shared/model/probe.ts';

const SERVICE_MS = 25;
const SLOTS = 3;
const CONNECTIONS = [1, 2, 3, 4, 5, 6, 8, 12];

const ASKED = { url: 'http://127.0.0.1:3000/slow', budgetS: 60 };

/** Each request waits for as many service times as there are full rounds before it. */
function makeStep(connections: number): ProbeStep {
  const times = Array.from({ length: connections }, (_, at) => (1 + Math.floor(at / SLOTS)) * SERVICE_MS + 0.4 + at * 0.1);
  return { connections, times, failed: 0 };
}

function makeLevel(connections: number): ProbeLevel {
  const meanMs = Math.max(1, connections / SLOTS) * SERVICE_MS;
  const times = new ExactDistribution();
  for (let at = -50; at < 50; at++) times.record(Math.round(1e3 * (meanMs + at / 50)));
  return { connections, seconds: 1, failed: 0, throughput: (1e3 * connections) / meanMs, latencyMs: toDistribution(times) };
}

/** A queue grows from 120/s on. */
const ARRIVALS: ProbeArrivals = {
  rates: [60, 84, 96, 108, 120, 132, 150].map((rate) => {
    const { latencyMs } = makeLevel(rate > 120 ? (SLOTS * rate) / 60 : SLOTS);
    return { rate, offered: rate, throughput: Math.min(rate, 120), latencyMs, failed: 0 };
  }),
  held: 120,
  broke: 132,
};

/** Each request is taken by the worker that is free first. */
function makeRamp(schedule: string): ProbeRamp {
  const arrivals = new Arrivals(scheduleOf({ schedule })!, null);
  const free = new Array<number>(SLOTS).fill(0);
  const ramp = { schedule, dueS: [] as number[], latencyMs: [] as number[] };
  while (arrivals.next()) {
    const dueMs = arrivals.at / 1e3;
    const first = free.indexOf(Math.min(...free));
    free[first] = Math.max(free[first]!, dueMs) + SERVICE_MS;
    ramp.dueS.push(dueMs / 1e3);
    ramp.latencyMs.push(free[first]! - dueMs + 0.4);
  }
  return ramp;
}

const STEPS = [2, 4, 3, 4, 3, 4].map(makeStep);
const LEVELS = CONNECTIONS.map(makeLevel);

export const PROBED: ProbeReport = {
  url: ASKED.url,
  workers: SLOTS,
  reason: null,
  atLeast: SLOTS,
  capacity: 3,
  serviceMs: SERVICE_MS,
  synchronous: false,
  light: { url: 'http://127.0.0.1:3000/health', aloneMs: 0.22, meanwhileMs: 0.25 },
  steps: STEPS,
  levels: LEVELS,
  scaling: fitScaling(LEVELS),
  arrivals: ARRIVALS,
  ramp: makeRamp('0/s for 0.7s, 0/s..210/s over 4s, 0/s for 0.7s'),
  cuts: [],
  seconds: 12.4,
};

const PROGRESS: ProbeProgress = {
  stage: { doing: 'level', connections: 5, seconds: 1 },
  elapsedS: 6.2,
  serviceMs: SERVICE_MS,
  steps: STEPS,
  levels: LEVELS.slice(0, 4),
};

export const ENDED_PROBE: ProbeState = { ...NO_PROBE, asked: ASKED, report: PROBED };
export const PROBE_UNDER_WAY: ProbeState = { ...NO_PROBE, asked: ASKED, progress: PROGRESS };
