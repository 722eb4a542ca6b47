import type { Outcome } from '../../../shared/model/failure.ts';
import { fail, succeed } from '../../../shared/model/failure.ts';
import { canBeSent } from '../../../shared/model/header-rules.ts';
import { keepsConnections, type LoadPlan, type NameValue, type PlannedRequest } from '../../../shared/model/setup.ts';
import { say } from '../../../shared/words/said.ts';

/** The bytes of one request, the same for all. Headers given by the user replace ours of that name. */
export function buildRequest({ requests: [request], client }: LoadPlan, url: URL): Outcome<Buffer> {
  const bad = request.headers.find((header) => !canBeSent(header));
  if (bad !== undefined) {
    return fail('bad-request', say('load.badHeader', { name: bad.name }), say('load.headerRules'));
  }
  const body = Buffer.from(request.body, 'utf8');
  const lines = [...ownHeaders(request, keepsConnections(client), url, body.length), ...request.headers].map(
    ({ name, value }) => `${name}: ${value}\r\n`,
  );
  const head = `${request.method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return succeed(Buffer.concat([Buffer.from(head, 'latin1'), body]));
}

function ownHeaders({ method, headers }: PlannedRequest, keepAlive: boolean, url: URL, bodyLength: number): NameValue[] {
  const given = new Set(headers.map(({ name }) => name.toLowerCase()));
  const own: NameValue[] = [
    { name: 'Host', value: url.host },
    { name: 'User-Agent', value: 'loopscope' },
    { name: 'Connection', value: keepAlive ? 'keep-alive' : 'close' },
  ];
  const hasBody = bodyLength > 0 || method === 'POST' || method === 'PUT' || method === 'PATCH';
  if (hasBody && !given.has('transfer-encoding')) own.push({ name: 'Content-Length', value: String(bodyLength) });
  return own.filter(({ name }) => !given.has(name.toLowerCase()));
}
