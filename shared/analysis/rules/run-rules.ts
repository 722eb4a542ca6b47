/** What is said of a run: the answer, warnings and findings, the most serious first. What is further up in the answer is told first. */
import { blocked } from './run/blocked.ts';
import { bracket } from './run/bracket.ts';
import { bracketFigures } from './run/bracket-figures.ts';
import { burst } from './run/burst.ts';
import { busyThreads } from './run/busy-threads.ts';
import { code } from './run/code.ts';
import { codeOfRoute } from './run/code-of-route.ts';
import { codeUnknown } from './run/code-unknown.ts';
import { codeUntold } from './run/code-untold.ts';
import { collecting } from './run/collecting.ts';
import { completed } from './run/completed.ts';
import { dropped } from './run/dropped.ts';
import { endedEarly } from './run/ended-early.ts';
import { failures } from './run/failures.ts';
import { fewResponses } from './run/few-responses.ts';
import { generatorBehind } from './run/generator-behind.ts';
import { generatorLimit } from './run/generator-limit.ts';
import { generatorLimited } from './run/generator-limited.ts';
import { halfResponses } from './run/half-responses.ts';
import { idle } from './run/idle.ts';
import { interrupted } from './run/interrupted.ts';
import { knee } from './run/knee.ts';
import { leftInFlight } from './run/left-in-flight.ts';
import { levelChange } from './run/level-change.ts';
import { littleWork } from './run/little-work.ts';
import { loadFailed } from './run/load-failed.ts';
import { loop } from './run/loop.ts';
import { moreWorkersThanCores } from './run/more-workers-than-cores.ts';
import { noAgent } from './run/no-agent.ts';
import { noKnee } from './run/no-knee.ts';
import { notEnough } from './run/not-enough.ts';
import { notSent } from './run/not-sent.ts';
import { nothing } from './run/nothing.ts';
import { otherPrograms } from './run/other-programs.ts';
import { rateNotHeld } from './run/rate-not-held.ts';
import { rateSentLate } from './run/rate-sent-late.ts';
import { redirects } from './run/redirects.ts';
import { requestsFailed } from './run/requests-failed.ts';
import { restarted } from './run/restarted.ts';
import { restartedFelt } from './run/restarted-felt.ts';
import { restartedUnfelt } from './run/restarted-unfelt.ts';
import { silentPart } from './run/silent-part.ts';
import { slowedMost } from './run/slowed-most.ts';
import { staleConnections } from './run/stale-connections.ts';
import { stolenTime } from './run/stolen-time.ts';
import { stoppedAnswering } from './run/stopped-answering.ts';
import { streams } from './run/streams.ts';
import { threads } from './run/threads.ts';
import { tryOne } from './run/try-one.ts';
import { unanswered } from './run/unanswered.ts';
import { unansweredBesides } from './run/unanswered-besides.ts';
import { unclearWaits } from './run/unclear-waits.ts';
import { unexpectedStatuses } from './run/unexpected-statuses.ts';
import { unseenThreads } from './run/unseen-threads.ts';
import { unsteady } from './run/unsteady.ts';
import { waitedForCore } from './run/waited-for-core.ts';
import { waitingUnsaid } from './run/waiting-unsaid.ts';
import { waitsInLine } from './run/waits-in-line.ts';
import { within } from './run/within.ts';
import { withinBefore } from './run/within-before.ts';
import { withinBounds } from './run/within-bounds.ts';
import { workersBlocked } from './run/workers-blocked.ts';
import { wrongFirst } from './run/wrong-first.ts';

export const RUN_RULES = [
  nothing,
  silentPart,
  restarted,
  // What makes everything else a figure of another load, or of who made it.
  notSent,
  generatorBehind,
  leftInFlight,
  restartedFelt,
  // What did not come back, before anything about what did.
  stoppedAnswering,
  unanswered,
  unansweredBesides,
  blocked,
  halfResponses,
  loadFailed,
  failures,
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
  idle,
  littleWork,
  workersBlocked,
  collecting,
  code,
  codeUntold,
  codeUnknown,
  codeOfRoute,
  tryOne,
  restartedUnfelt,
  completed,
  loop,
  threads,
  waitingUnsaid,
  // Warnings alone.
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
