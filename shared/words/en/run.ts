/** Texts of the run screen, its charts, its flame graph and its tables. */
import { chartsWords } from './run/charts.ts';
import { headWords } from './run/head.ts';
import { heapWords } from './run/heap.ts';
import { leakWords } from './run/leak.ts';
import { limit } from './run/limit.ts';
import { memoryWords } from './run/memory.ts';
import { overviewWords } from './run/overview.ts';
import { profileWords } from './run/profile.ts';
import { requestsWords } from './run/requests.ts';
import { serverWords } from './run/server.ts';
import { ticksWords } from './run/ticks.ts';
import { waitsWords } from './run/waits.ts';

export const run = {
  ...headWords,
  ...overviewWords,
  ...chartsWords,
  ...requestsWords,
  ...profileWords,
  ...serverWords,
  ...memoryWords,
  ...ticksWords,
  ...waitsWords,
  ...heapWords,
  ...leakWords,
  limit,
} as const;
