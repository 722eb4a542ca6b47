/** What is said of a run: the answer, warnings and findings, the most serious first. What is further up in the answer is told first. */
import type { RunReport } from '../model/report.ts';
import type { Rule } from './rule.ts';
import { code } from './run/code/code.ts';
import { codeOfRoute } from './run/code/code-of-route.ts';
import { codeUnknown } from './run/code/code-unknown.ts';
import { codeUntold } from './run/code/code-untold.ts';
import { garbageCollection } from './run/code/garbage-collection.ts';
import { notFollowed } from './run/code/not-followed.ts';
import { ownTime } from './run/code/own-time.ts';
import { idle } from './run/latency/idle.ts';
import { levelChange } from './run/latency/level-change.ts';
import { littleWork } from './run/latency/little-work.ts';
import { mainBlocked } from './run/latency/main-blocked.ts';
import { slowedMost } from './run/latency/slowed-most.ts';
import { tryOne } from './run/latency/try-one.ts';
import { unclearWaits } from './run/latency/unclear-waits.ts';
import { unsteady } from './run/latency/unsteady.ts';
import { waitingUnsaid } from './run/latency/waiting-unsaid.ts';
import { waitsInLine } from './run/latency/waits-in-line.ts';
import { within } from './run/latency/within.ts';
import { withinBefore } from './run/latency/within-before.ts';
import { withinBounds } from './run/latency/within-bounds.ts';
import { workersBlocked } from './run/latency/workers-blocked.ts';
import { bracket } from './run/load/bracket.ts';
import { bracketFigures } from './run/load/bracket-figures.ts';
import { burst } from './run/load/burst.ts';
import { dropped } from './run/load/dropped.ts';
import { endedEarly } from './run/load/ended-early.ts';
import { generatorBehind } from './run/load/generator-behind.ts';
import { generatorLimit } from './run/load/generator-limit.ts';
import { generatorLimited } from './run/load/generator-limited.ts';
import { interrupted } from './run/load/interrupted.ts';
import { knee } from './run/load/knee.ts';
import { leftInFlight } from './run/load/left-in-flight.ts';
import { limit, limitBecause } from './run/load/limit.ts';
import { neverMade } from './run/load/never-made.ts';
import { noKnee } from './run/load/no-knee.ts';
import { notSent } from './run/load/not-sent.ts';
import { rateNotHeld } from './run/load/rate-not-held.ts';
import { rateSentLate } from './run/load/rate-sent-late.ts';
import { staleConnections } from './run/load/stale-connections.ts';
import { busyThreads } from './run/machine/busy-threads.ts';
import { loop } from './run/machine/loop.ts';
import { moreWorkersThanCores } from './run/machine/more-workers-than-cores.ts';
import { noAgent } from './run/machine/no-agent.ts';
import { otherPrograms } from './run/machine/other-programs.ts';
import { restarted } from './run/machine/restarted.ts';
import { restartedFelt } from './run/machine/restarted-felt.ts';
import { restartedUnfelt } from './run/machine/restarted-unfelt.ts';
import { shortWaits } from './run/machine/short-waits.ts';
import { stolenTime } from './run/machine/stolen-time.ts';
import { threads } from './run/machine/threads.ts';
import { unseenThreads } from './run/machine/unseen-threads.ts';
import { waitedForCore } from './run/machine/waited-for-core.ts';
import { allocates } from './run/memory/allocates.ts';
import { leak } from './run/memory/leak.ts';
import { rose } from './run/memory/rose.ts';
import { blocked } from './run/responses/blocked.ts';
import { completed } from './run/responses/completed.ts';
import { failures } from './run/responses/failures.ts';
import { fewResponses } from './run/responses/few-responses.ts';
import { halfResponses } from './run/responses/half-responses.ts';
import { loadFailed } from './run/responses/load-failed.ts';
import { notEnough } from './run/responses/not-enough.ts';
import { nothing } from './run/responses/nothing.ts';
import { pauses } from './run/responses/pauses.ts';
import { redirects } from './run/responses/redirects.ts';
import { requestsFailed } from './run/responses/requests-failed.ts';
import { servedUntil } from './run/responses/served-until.ts';
import { silentPart } from './run/responses/silent-part.ts';
import { stoppedAnswering } from './run/responses/stopped-answering.ts';
import { streams } from './run/responses/streams.ts';
import { unanswered } from './run/responses/unanswered.ts';
import { unansweredBesides } from './run/responses/unanswered-besides.ts';
import { unexpectedStatuses } from './run/responses/unexpected-statuses.ts';
import { wrongFirst } from './run/responses/wrong-first.ts';
import { callsInSequence } from './run/waits/calls-in-sequence.ts';
import { connectionEachCall } from './run/waits/connection-each-call.ts';
import { nameEachCall } from './run/waits/name-each-call.ts';
import { poolFull } from './run/waits/pool-full.ts';
import { routeWaits } from './run/waits/route-waits.ts';
import { sameQuery } from './run/waits/same-query.ts';
import { slowTls } from './run/waits/slow-tls.ts';
import { threadsFull } from './run/waits/threads-full.ts';

const LISTED = [
  leak,
  limit,
  limitBecause,
  nothing,
  silentPart,
  restarted,
  // What makes everything else a figure of another load.
  notSent,
  leftInFlight,
  restartedFelt,
  // What did not come back, before anything about what did.
  stoppedAnswering,
  unanswered,
  unansweredBesides,
  servedUntil,
  blocked,
  halfResponses,
  loadFailed,
  failures,
  // Then what makes every time one of the load process: how many requests got no response is true all the same.
  generatorBehind,
  pauses,
  redirects,
  streams,
  rateNotHeld,
  rateSentLate,
  levelChange,
  bracket,
  knee,
  noKnee,
  bracketFigures,
  wrongFirst,
  slowedMost,
  withinBounds,
  withinBefore,
  within,
  notEnough,
  generatorLimit,
  waitsInLine,
  routeWaits,
  poolFull,
  threadsFull,
  sameQuery,
  slowTls,
  callsInSequence,
  connectionEachCall,
  nameEachCall,
  idle,
  littleWork,
  workersBlocked,
  mainBlocked,
  garbageCollection,
  codeUnknown,
  code,
  codeUntold,
  codeOfRoute,
  tryOne,
  restartedUnfelt,
  completed,
  loop,
  threads,
  waitingUnsaid,
  rose,
  allocates,
  // Warnings alone.
  endedEarly,
  neverMade,
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
  shortWaits,
  unclearWaits,
  noAgent,
  busyThreads,
  unseenThreads,
  ownTime,
  notFollowed,
  fewResponses,
] as const;

export type RunRule = (typeof LISTED)[number];
export const RUN_RULES: readonly Rule<RunReport>[] = LISTED;
