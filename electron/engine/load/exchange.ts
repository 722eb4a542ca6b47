import type { Outcome } from '../../../shared/model/failure.ts';
import { succeed } from '../../../shared/model/failure.ts';
import { keepsConnections } from '../../../shared/model/setup/setup.ts';
import type { Exchange } from './connection.ts';
import { destinationOf } from './destination.ts';
import type { LoadOrder } from './protocol.ts';
import { buildRequest } from './request-text.ts';

/** What every connection of the load sends, computed once. */
export function buildExchange({ plan, url, address, users, recordsPorts = false }: LoadOrder): Outcome<Exchange> {
  const target = new URL(url);
  const request = buildRequest(plan, target);
  if (!request.ok) return request;
  return succeed({
    ...destinationOf(target, address),
    message: { method: plan.requests[0].method, bytes: request.value },
    keepAlive: keepsConnections(plan.client) && users?.plan.keepAlive !== false,
    pipelining: plan.client.pipelining,
    timeoutUs: plan.load.timeoutS * 1e6,
    recordsPorts,
  });
}
