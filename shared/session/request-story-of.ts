import { findServed, tellStory } from '../analysis/request-story.ts';
import type { ClientRequest, NoStory, RequestStory } from '../model/request-story.ts';
import { DROPPED } from '../model/run.ts';
import { pipeliningOf } from '../model/setup.ts';
import { MAIN_THREAD } from '../profile/model/profile.ts';
import { WHOLE_PROFILE } from '../profile/tree/call-tree.ts';
import { findHotCode } from '../profile/tree/hot-code.ts';
import type { RunRecording } from './recording.ts';

/** What happened to a request of a run; or why that is not known. */
export function requestStoryOf(recording: RunRecording, request: ClientRequest): RequestStory | NoStory {
  const { served, header, originUs } = recording;
  if (!served.isKnown || originUs === null) return 'no-spans';
  if (request.status === DROPPED) return 'not-sent';
  // Several requests at a time on a connection: which is which cannot be told from their times.
  if (header !== null && pipeliningOf(header.setup.client) > 1) return 'pipelined';
  if (request.port === 0) return 'no-port';
  const found = findServed(served, request, originUs, loadedPort(recording));
  if (found === null) return 'not-seen';
  const profile = recording.profiles('cpu').find(({ pid, thread }) => pid === found.pid && thread === MAIN_THREAD);
  if (profile === undefined) return 'no-profile';
  const times = tellStory(request, found, served, profile, originUs);
  const ofProcess = { ...WHOLE_PROFILE, kind: 'cpu', pid: found.pid, thread: MAIN_THREAD } as const;
  return { ...times, hot: findHotCode(recording.callTree({ ...ofProcess, window: times.flight })) };
}

/** Of `http://127.0.0.1:3000/page`. Null: not known, or that of the scheme. */
export function loadedPort({ resolved }: RunRecording): number | null {
  const [, port] = /^[a-z]+:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/.exec(resolved?.url ?? '') ?? [];
  return port === undefined ? null : Number(port);
}
