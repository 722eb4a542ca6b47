import type { Failure } from '../../../../shared/model/failure.ts';
import type { RequestName, RequestParams, RequestReply } from '../../../../shared/protocol/contract.ts';
import type { Right } from '../../../../shared/protocol/request.ts';
import type { Comparisons } from '../../experiments/compare/comparisons.ts';
import type { GivenValues } from '../../experiments/given-values.ts';
import type { OpenSessions } from '../../experiments/open-sessions.ts';
import type { Runs } from '../../experiments/run/runs.ts';
import type { ServicesStudies } from '../../experiments/services/services-studies.ts';
import type { Probes } from '../../probe/probes.ts';
import type { Library } from '../../sessions/library.ts';

/** Request name -> its handler. Parameters have been checked against the schema of the contract, and the right of the client against what the request needs. */
export type Handlers = { readonly [N in RequestName]: (params: RequestParams<N>, right: Right) => Promise<RequestReply<N>> };

/** Handlers of the requests of some topics; a topic is the part of the name before the dot. */
export type HandlersOf<Topic extends string> = Pick<Handlers, Extract<RequestName, `${Topic}.${string}`>>;

/** What handlers work with. */
export interface HandlerContext {
  readonly library: Library;
  readonly sessions: OpenSessions;
  readonly runs: Runs;
  readonly comparisons: Comparisons;
  readonly probes: Probes;
  readonly services: ServicesStudies;
  readonly given: GivenValues;
  readonly host: 'browser' | 'electron';
  /** Why nothing can be launched here; null: it can. */
  readonly cannotRun: Failure | null;
}
