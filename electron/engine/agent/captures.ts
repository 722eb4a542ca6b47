/** The captures that have a half in the target, by name. */
import type { HalvesOfCapture } from './capture-half.ts';
import { ConsoleProfiles } from './console-profiles.ts';
import { cpuProfiles } from './cpu-profiles.ts';
import { heapProfiles } from './heap-profiles.ts';
import { InspectorClient } from './inspector-client.ts';
import { LeakAnswers } from './leak/leak-answers.ts';
import { LiveMemory } from './live-memory.ts';
import { PeerReports } from './waits/peer-reports.ts';

export const HALVES: Readonly<Record<string, HalvesOfCapture>> = {
  cpu: {
    inWorker: (context) => cpuProfiles(context, new InspectorClient(context.state)),
    inMain: ConsoleProfiles,
    interruptsWaits: true,
  },
  heap: {
    inWorker: (context) => heapProfiles(context, new InspectorClient(context.state)),
    interruptsWaits: false,
  },
  leak: {
    inWorker: (context) => new LeakAnswers(context),
    interruptsWaits: false,
  },
  'live-memory': {
    inWorker: (context) => new LiveMemory(context),
    interruptsWaits: false,
  },
  peers: {
    inWorker: (context) => new PeerReports(context),
    interruptsWaits: false,
  },
};
