import type { Outcome } from '../../../shared/model/failure.ts';
import { fail, succeed } from '../../../shared/model/failure.ts';
import { canBeSent, isSent } from '../../../shared/model/setup/header-rules.ts';
import { keepsConnections, type LoadPlan, type NameValue } from '../../../shared/model/setup/setup.ts';
import { say } from '../../../shared/words/said.ts';

/** The bytes of one request, the same for all. Headers given by the user replace ours of that name. */
export function buildRequest({ requests: [request], client }: LoadPlan, url: URL): Outcome<Buffer> {
  const bad = request.headers.find((header) => !canBeSent(header));
  if (bad !== undefined) {
    return fail('bad-request', say('load.badHeader', { name: bad.name }), say('load.headerRules'));
  }
  return succeed(writeRequest(request, `${url.pathname}${url.search}`, url.host, keepsConnections(client)));
}

/** A request of the settings, or one of a plan. */
interface Written {
  readonly method: string;
  readonly headers: readonly NameValue[];
  readonly body: string | Uint8Array;
}

/** `path`: with the query, as it is sent. */
export function writeRequest(request: Written, path: string, host: string, keepAlive: boolean): Buffer {
  const { body } = request;
  const content = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  const headers = [...ownHeaders(request, keepAlive, host, content.length), ...request.headers.filter(isSent)];
  const lines = headers.map(({ name, value }) => `${name}: ${value}\r\n`);
  const head = `${request.method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), content]);
}

function ownHeaders({ method, headers }: Written, keepAlive: boolean, host: string, bodyLength: number): NameValue[] {
  const given = new Set(headers.map(({ name }) => name.toLowerCase()));
  const own: NameValue[] = [
    { name: 'Host', value: host },
    { name: 'User-Agent', value: 'loopscope' },
    { name: 'Connection', value: keepAlive ? 'keep-alive' : 'close' },
  ];
  const hasBody = bodyLength > 0 || method === 'POST' || method === 'PUT' || method === 'PATCH';
  if (hasBody && !given.has('transfer-encoding')) own.push({ name: 'Content-Length', value: String(bodyLength) });
  return own.filter(({ name }) => !given.has(name.toLowerCase()));
}
