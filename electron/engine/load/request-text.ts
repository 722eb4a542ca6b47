import type { Outcome } from '../../../shared/model/failure.ts';
import { fail, succeed } from '../../../shared/model/failure.ts';
import type { ClosedLoad, NameValue } from '../../../shared/model/setup.ts';

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The bytes of one request, the same for all. Headers given by the user replace ours of that name. */
export function buildRequest(plan: ClosedLoad, url: URL): Outcome<Buffer> {
  const bad = plan.headers.find(({ name, value }) => !TOKEN.test(name) || !FIELD_VALUE.test(value));
  if (bad !== undefined) {
    return fail(
      'bad-request',
      `The header "${bad.name}" cannot be sent.`,
      'Names are letters, digits and dashes; values are one line of Latin text.',
    );
  }
  const body = Buffer.from(plan.body, 'utf8');
  const lines = [...ownHeaders(plan, url, body.length), ...plan.headers].map(({ name, value }) => `${name}: ${value}\r\n`);
  const head = `${plan.method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return succeed(Buffer.concat([Buffer.from(head, 'latin1'), body]));
}

function ownHeaders(plan: ClosedLoad, url: URL, bodyLength: number): NameValue[] {
  const given = new Set(plan.headers.map(({ name }) => name.toLowerCase()));
  const own: NameValue[] = [
    { name: 'Host', value: url.host },
    { name: 'User-Agent', value: 'loopscope' },
    { name: 'Connection', value: plan.keepAlive ? 'keep-alive' : 'close' },
  ];
  const hasBody = bodyLength > 0 || plan.method === 'POST' || plan.method === 'PUT' || plan.method === 'PATCH';
  if (hasBody && !given.has('transfer-encoding')) own.push({ name: 'Content-Length', value: String(bodyLength) });
  return own.filter(({ name }) => !given.has(name.toLowerCase()));
}
