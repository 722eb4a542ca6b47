import { Readable } from 'node:stream';
import type { EngineApi } from '../../electron/engine/api/engine-api.ts';
import { FailureError, fail, succeed } from '../../shared/model/failure.ts';
import type { EngineEvent, RequestName, RequestReply } from '../../shared/protocol/contract.ts';

/**
 * The smallest engine behind the door, for tests of the door itself: it answers at once, fails and throws on demand, and
 * notes what reached it. The real engine behind the real door is what the tests in a browser use.
 */
export interface StandInEngine extends EngineApi {
  readonly asked: { name: string; params: unknown }[];
  readonly uploads: { name: string; size: number }[];
  readonly listeners: Set<(event: EngineEvent) => void>;
  emit(event: EngineEvent): void;
}

export const DOWNLOAD_TEXT = 'the bytes of a session';

export function createStandInEngine(answers: Partial<Record<RequestName, () => unknown>> = {}): StandInEngine {
  const asked: StandInEngine['asked'] = [];
  const uploads: StandInEngine['uploads'] = [];
  const listeners: StandInEngine['listeners'] = new Set();
  return {
    asked,
    uploads,
    listeners,
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    async handle<N extends RequestName>(name: N, params: unknown) {
      asked.push({ name, params });
      return succeed(answers[name]?.() ?? null) as RequestReply<N>;
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async openUpload(name, body) {
      let size = 0;
      for await (const chunk of body) size += chunk.length;
      uploads.push({ name, size });
      if (name === 'broken.loopscope') throw new FailureError(fail('damaged', { verbatim: 'broken' }).failure);
      return succeed({ sessionId: 'uploaded' });
    },
    async openDownload(sessionId) {
      if (sessionId !== 'known') return fail('not-found', { verbatim: `There is no session ${sessionId}.` });
      return succeed({ fileName: 'прогон "1".loopscope', size: DOWNLOAD_TEXT.length, stream: Readable.from([Buffer.from(DOWNLOAD_TEXT)]) });
    },
  };
}
