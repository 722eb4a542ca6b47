/** What is said of a run: the answer, warnings and findings, the most serious first. */
import { burst } from './run/burst.ts';
import { busyThreads } from './run/busy-threads.ts';
import { dropped } from './run/dropped.ts';
import { endedEarly } from './run/ended-early.ts';
import { fewResponses } from './run/few-responses.ts';
import { generatorLimited } from './run/generator-limited.ts';
import { interrupted } from './run/interrupted.ts';
import { loadFailed } from './run/load-failed.ts';
import { moreWorkersThanCores } from './run/more-workers-than-cores.ts';
import { noAgent } from './run/no-agent.ts';
import { otherPrograms } from './run/other-programs.ts';
import { requestsFailed } from './run/requests-failed.ts';
import { restarted } from './run/restarted.ts';
import { staleConnections } from './run/stale-connections.ts';
import { stolenTime } from './run/stolen-time.ts';
import { stoppedAnswering } from './run/stopped-answering.ts';
import { unanswered } from './run/unanswered.ts';
import { unclearWaits } from './run/unclear-waits.ts';
import { unexpectedStatuses } from './run/unexpected-statuses.ts';
import { unseenThreads } from './run/unseen-threads.ts';
import { unsteady } from './run/unsteady.ts';
import { waitedForCore } from './run/waited-for-core.ts';

export const RUN_RULES = [
  restarted,
  // Which requests got no response has to be known first: the other figures are of those that did.
  stoppedAnswering,
  unanswered,
  loadFailed,
  endedEarly,
  requestsFailed,
  unexpectedStatuses,
  dropped,
  staleConnections,
  interrupted,
  otherPrograms,
  stolenTime,
  unsteady,
  generatorLimited,
  burst,
  moreWorkersThanCores,
  waitedForCore,
  unclearWaits,
  noAgent,
  busyThreads,
  unseenThreads,
  fewResponses,
] as const;
