/** What requests allocate, what is alive before and after them, and garbage collection. */
import { ownBytesOf } from '../../analysis/own-memory.ts';
import type { Bytes } from '../../base/units.ts';
import type { AllocationUnknown, LiveUnknown, MemoryFigures, Moment } from '../../model/memory.ts';
import { attributesSamples, isAlone, recordsSpans } from '../../model/setup/captures.ts';
import { collectsGarbage, TARGET_KINDS } from '../../model/setup/target-kinds.ts';
import {
  aliveIn,
  allocatedBy,
  collectionsOf,
  growsOn,
  type LiveOfProcess,
  levelsOf,
  liveOf,
  type SamplesOfProcess,
  samplesWithin,
} from '../../session/memory-figures.ts';
import type { RunRecording } from '../../session/recording.ts';
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
  const known = typeof live === 'string' ? null : live;
  const alive = known && { first: sumOf(known, 'before'), last: sumOf(known, 'after') };
  return {
    ...(typeof allocated === 'string'
      ? { allocatedPerRequestBytes: null, allocationUnknown: allocated }
      : { allocatedPerRequestBytes: allocated }),
    ...allocatedWith(recording.header),
    liveBytes: alive,
    ...(typeof live === 'string' ? { liveUnknown: live } : {}),
    growthPerRequestBytes: alive && requests.completed > 0 ? { value: (alive.last - alive.first) / requests.completed, ci: null } : null,
    ...(known !== null && growsOn(withAgent, known, from, to) ? { growsOn: true } : {}),
    gc: collectionsOf(withAgent, (to - from) / US_PER_MS),
    ownBytes: ownBytesOf(server),
    levels: levelsOf(withAgent, known),
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

function liveIn({ recording, isWhole }: RunPart, withAgent: readonly SamplesOfProcess[]): readonly LiveOfProcess[] | LiveUnknown {
  const { header, liveMemory, ending } = recording;
  if (!isWhole) return 'of-part';
  if (header !== null && !TARGET_KINDS[header.setup.target.kind].isStarted) return 'running';
  if (header !== null && isAlone(header.setup.capture.kind)) return 'in-rounds';
  if (header !== null && !collectsGarbage(header.setup)) return 'switched-off';
  if (withAgent.length === 0) return 'no-agent';
  if (ending === null) return 'not-ended';
  return liveOf(
    liveMemory,
    withAgent.map(({ pid }) => pid),
  );
}

function sumOf(live: readonly LiveOfProcess[], when: Moment): Bytes {
  return live.reduce((sum, process) => sum + aliveIn(process[when]), 0);
}

function allocatedWith(header: RunRecording['header']): Pick<MemoryFigures, 'allocatedWith'> {
  if (header === null) return {};
  const { capture } = header.setup;
  return attributesSamples(capture) ? { allocatedWith: 'by-request' } : recordsSpans(capture) ? { allocatedWith: 'spans' } : {};
}
