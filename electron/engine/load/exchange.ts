import { isIP } from 'node:net';
import type { Outcome } from '../../../shared/model/failure.ts';
import { succeed } from '../../../shared/model/failure.ts';
import { keepsConnections } from '../../../shared/model/setup.ts';
import type { Exchange } from './connection.ts';
import type { LoadOrder } from './protocol.ts';
import { buildRequest } from './request-text.ts';

/** What every connection of the load sends, computed once. */
export function buildExchange({ plan, url, address }: LoadOrder): Outcome<Exchange> {
  const target = new URL(url);
  const request = buildRequest(plan, target);
  if (!request.ok) return request;
  const secure = target.protocol === 'https:';
  const host = target.hostname.replace(/^\[|\]$/g, '');
  return succeed({
    address,
    port: target.port === '' ? (secure ? 443 : 80) : Number(target.port),
    secure,
    servername: isIP(host) === 0 ? host : undefined,
    message: { method: plan.requests[0].method, bytes: request.value },
    keepAlive: keepsConnections(plan.client),
    pipelining: plan.client.pipelining,
    timeoutUs: plan.load.timeoutS * 1e6,
  });
}
