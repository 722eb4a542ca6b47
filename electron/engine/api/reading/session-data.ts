/** What is recorded in a session, for screens. */
import {
  longestWaitsOf,
  requestStoryOf,
  waitCallersOf,
  waitSeriesOf,
  waitsOfRequests,
} from '../../../../shared/derive/recording-queries.ts';
import { threadOfTiming } from '../../../../shared/derive/thread-of-timing.ts';
import { succeed } from '../../../../shared/model/failure.ts';
import { requestLanes } from '../../../../shared/session/request-lanes.ts';
import { toTimingColumns } from '../../../../shared/session/timing-columns.ts';
import { clientRequestOf } from '../../sessions/client-request.ts';
import { requestPage } from '../../sessions/request-pages.ts';
import type { HandlersOf } from '../handlers/handler-types.ts';
import { type ReadContext, recordingOf } from './read-context.ts';

export function sessionReaders({ sessions, nowUs }: ReadContext): Omit<HandlersOf<'session'>, 'session.private'> {
  return {
    'session.info': async ({ sessionId }) => succeed(await sessions.info(sessionId)),
    'session.report': async ({ sessionId, window, sections }) => succeed(await sessions.report(sessionId, window, sections)),
    'session.load-series': async ({ sessionId, fromBucket }) => {
      const recording = await recordingOf(sessions, sessionId);
      return succeed(recording.load.series(fromBucket, recording.measuredMs(nowUs()) * 1e3));
    },
    'session.launches': async ({ sessionId }) => succeed((await recordingOf(sessions, sessionId)).launches?.columns() ?? null),
    'session.density': async ({ sessionId }) => succeed((await recordingOf(sessions, sessionId)).density.toColumns()),
    'session.timings': async ({ sessionId }) => {
      const recording = await recordingOf(sessions, sessionId);
      const { timings, originUs } = recording;
      return succeed(toTimingColumns(timings.all, timings.lost, originUs, threadOfTiming(recording)));
    },
    'session.wait-series': async ({ sessionId }) => succeed(waitSeriesOf(await recordingOf(sessions, sessionId), nowUs())),
    'session.server-series': async ({ sessionId, fromRow }) => succeed((await recordingOf(sessions, sessionId)).serverSeries(fromRow)),
    'session.machine-series': async ({ sessionId, fromRow }) => {
      const recording = await recordingOf(sessions, sessionId);
      return succeed(recording.machine.columns(fromRow, recording.originUs));
    },
    'session.requests': async ({ sessionId, window, by, descending, offset, limit, of = null, ...filter }) =>
      succeed(await requestPage((await sessions.view(sessionId)).open, { filter, order: { by, descending }, window, offset, limit, of })),
    'session.story': async ({ sessionId, ...request }) => succeed(requestStoryOf(await recordingOf(sessions, sessionId), request)),
    'session.longest-waits': async ({ sessionId, window, ...of }) =>
      succeed(longestWaitsOf(await recordingOf(sessions, sessionId), of, window)),
    'session.wait-callers': async ({ sessionId, window, ...of }) =>
      succeed(waitCallersOf(await recordingOf(sessions, sessionId), of, window)),
    'session.request-lanes': async ({ sessionId, ...query }) => {
      const { served, waits, originUs } = await recordingOf(sessions, sessionId);
      return succeed(served.isKnown && originUs !== null ? requestLanes(served, waits, originUs, query) : null);
    },
    'session.client-request': async ({ sessionId, pid, request }) =>
      succeed(await clientRequestOf((await sessions.view(sessionId)).open, pid, request)),
    'session.waits': async ({ sessionId, requests, window }) =>
      succeed(waitsOfRequests(await recordingOf(sessions, sessionId), requests, window)),
    'session.served': async ({ sessionId }) => {
      const { served, tellsRequestsApart } = await recordingOf(sessions, sessionId);
      return succeed({ isKnown: served.isKnown, tellsRequestsApart, routes: served.routes });
    },
    'session.ticks': async ({ sessionId }) => {
      const { ticks } = await recordingOf(sessions, sessionId);
      if (ticks === null) return succeed(null);
      const { stacks: _, ...facts } = ticks;
      return succeed(facts);
    },
    'session.output': async ({ sessionId }) => succeed((await recordingOf(sessions, sessionId)).output()),
  };
}
