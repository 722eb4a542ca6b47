import type { Outcome } from '../../../shared/model/failure.ts';
import type { LeftOut } from '../../../shared/model/left-out.ts';
import type { EngineEvent, RequestName, RequestParams, RequestReply } from '../../../shared/protocol/contract.ts';
import type { Right } from '../../../shared/protocol/request.ts';
import type { Download } from '../experiments/transfer.ts';

/** The engine as its door sees it: one typed method for every request of the contract, and events. */
export type EngineApi = {
  /** `right`: the right of the client, already checked; default: everything. */
  handle<N extends RequestName>(name: N, params: RequestParams<N>, right?: Right): Promise<RequestReply<N>>;
  /** Returns a function that ends the subscription. */
  onEvent(listener: (event: EngineEvent) => void): () => void;
  /** A file dropped on the page: opened like one picked on the engine's machine. `name` is a hint, never a path. */
  openUpload(name: string, body: AsyncIterable<Uint8Array>): Promise<Outcome<{ sessionId: string }>>;
  /** `without`: of a copy that leaves these out. */
  openDownload(sessionId: string, without?: readonly LeftOut[]): Promise<Outcome<Download>>;
};
