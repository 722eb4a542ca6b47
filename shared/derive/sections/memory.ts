/** What requests allocate, what is alive before and after them, and garbage collection. */
import { ownBytesOf } from '../../analysis/own-memory.ts';
import type { AllocationUnknown, LiveUnknown, MemoryFigures } from '../../model/memory.ts';
import { collectsGarbage, TARGET_KINDS } from '../../model/setup/target-kinds.ts';
import {
  aliveIn,
  allocatedBy,
  collectionsOf,
  type LiveOfRun,
  levelsOf,
  liveOf,
  type SamplesOfProcess,
  samplesWithin,
} from '../../session/memory-figures.ts';
import { LOAD } from './load.ts';
import { type RunPart, type Section, US_PER_MS } from './section.ts';
import { SERVER } from './server.ts';

export const MEMORY: Section<'memory', 'memory'> = {
  id: 'memory',
  entries: [...new Set([...SERVER.entries, ...LOAD.entries, 'live-memory' as const, 'end' as const])],
  derive: (part) => ({ memory: memoryOf(part) }),
};

function memoryOf(part: RunPart): MemoryFigures {
  const { recording, from, to, isWhole } = part;
  const { server } = part.figures(SERVER);
  const { requests } = part.figures(LOAD);
  const all = samplesWithin(recording.server, from, to, isWhole);
  const withAgent = all.filter(({ inside }) => inside.some(({ sample }) => !Number.isNaN(sample.elu)));
  const allocated = allocatedIn(withAgent, requests.completed);
  const live = liveIn(part, withAgent);
  const alive = typeof live === 'string' ? null : { first: aliveIn(live.before), last: aliveIn(live.after) };
  return {
    ...(typeof allocated === 'string'
      ? { allocatedPerRequestBytes: null, allocationUnknown: allocated }
      : { allocatedPerRequestBytes: allocated }),
    liveBytes: alive,
    ...(typeof live === 'string' ? { liveUnknown: live } : {}),
    growthPerRequestBytes: alive && requests.completed > 0 ? { value: (alive.last - alive.first) / requests.completed, ci: null } : null,
    gc: collectionsOf(withAgent, (to - from) / US_PER_MS),
    ownBytes: ownBytesOf(server),
    levels: levelsOf(withAgent, typeof live === 'string' ? null : live),
  };
}

function allocatedIn(withAgent: readonly SamplesOfProcess[], completed: number): number | AllocationUnknown {
  if (withAgent.length === 0) return 'no-agent';
  if (completed === 0) return 'no-response';
  let bytes = 0;
  for (const process of withAgent) {
    const own = allocatedBy(process);
    if (typeof own === 'string') return own;
    bytes += own;
  }
  return bytes / completed;
}

function liveIn({ recording, isWhole }: RunPart, withAgent: readonly SamplesOfProcess[]): LiveOfRun | LiveUnknown {
  const { header, liveMemory, ending } = recording;
  if (!isWhole) return 'of-part';
  if (header !== null && !TARGET_KINDS[header.setup.target.kind].isStarted) return 'running';
  if (header !== null && !collectsGarbage(header.setup)) return 'switched-off';
  if (withAgent.length === 0) return 'no-agent';
  if (ending === null) return 'not-ended';
  return liveOf(
    liveMemory,
    withAgent.map(({ pid }) => pid),
  );
}
