/** A run of the engine of a command, asked as the window asks it. */
import type { Outcome } from '../../shared/model/failure.ts';
import type { RequestRows } from '../../shared/model/series.ts';
import type { RequestName, RequestParams } from '../../shared/protocol/contract.ts';
import type { EngineApi } from '../engine/api/engine-api.ts';

export interface AskedRun {
  readonly engine: Pick<EngineApi, 'handle'>;
  readonly sessionId: string;
}

type About<N extends RequestName> = Omit<RequestParams<N>, 'sessionId'>;

/** All of the rows: the engine replies with those that it has read so far. */
export async function askForRows({ engine, sessionId }: AskedRun, asked: About<'session.requests'>): Promise<Outcome<RequestRows>> {
  for (;;) {
    const page = await engine.handle('session.requests', { sessionId, ...asked });
    if (!page.ok || page.value.meta.done === 1) return page;
  }
}
