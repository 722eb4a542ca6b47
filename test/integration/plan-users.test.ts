/** Users of a plan against a real server that keeps sessions: what each one does arrives in its order, with its own cookie and token. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { MessageWriter } from '../../electron/engine/load/plan/plan-message.ts';
import { planResponse } from '../../electron/engine/load/plan/plan-response.ts';
import { COMPLETE, ResponseParser } from '../../electron/engine/load/response-parser.ts';
import type { Csv } from '../../shared/plan/csv.ts';
import type { UnmetKind } from '../../shared/plan/judge.ts';
import { compilePlan, type Outgoing, type Program } from '../../shared/plan/program.ts';
import { PlanUser } from '../../shared/plan/user.ts';
import { planOf } from '../helpers/request-plans.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A login by form gives a cookie and a token; everything behind it needs both. What each user did, by name. */
async function startShop(): Promise<{ origin: string; did: ReadonlyMap<string, string[]> }> {
  const did = new Map<string, string[]>();
  const names = new Map<string, string>();
  const server = createServer((request, response) => {
    void readBody(request).then((body) => serve(request, body, response, did, names));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, did };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request.setEncoding('utf8')) body += part;
  return body;
}

function serve(
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
  did: Map<string, string[]>,
  names: Map<string, string>,
): void {
  if (request.url === '/login') {
    const form = new URLSearchParams(body);
    const name = form.get('user')!;
    if (form.get('password') !== `pw of ${name}`) {
      response.writeHead(403).end('wrong');
      return;
    }
    did.set(name, [...(did.get(name) ?? []), 'login']);
    names.set(`sid=${name.length}-${name}`, name);
    response.writeHead(200, { 'set-cookie': [`sid=${name.length}-${name}; HttpOnly; Path=/`], 'content-type': 'application/json' });
    // In two pieces, so that it is chunked.
    response.write('{"session":{"tok');
    response.end(`en":"t-${name}"}}`);
    return;
  }
  const name = names.get(request.headers.cookie ?? '');
  if (name === undefined || request.headers.authorization !== `Bearer t-${name}`) {
    response.writeHead(401).end();
    return;
  }
  did.get(name)!.push(`${request.method} ${request.url}${body === '' ? '' : ` ${body}`}`);
  if (request.url === '/logout') response.writeHead(302, { 'set-cookie': 'sid=; Max-Age=0', location: '/' }).end();
  else response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(`<a id="item-${name.length}">buy</a>`));
}

/** One pass of a user on a connection of its own. What was not as expected, null: nothing. */
function runPass(program: Program, number: number, origin: string, writer: MessageWriter): Promise<UnmetKind | null> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    const user = new PlanUser(program, 1, number, origin);
    let message: Outgoing = user.begin(0).message;
    let parser = new ResponseParser(message.method);
    let received = Buffer.alloc(0);
    const send = (): void => {
      parser = new ResponseParser(message.method);
      received = Buffer.alloc(0);
      socket.write(writer.write(message).bytes);
    };
    socket.on('error', reject);
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (parser.feed(chunk, 0, chunk.length, 0) !== COMPLETE) return;
      const { unmet, next } = user.received(planResponse(received, true, { status: parser.status, latencyMs: 1 }), 0);
      if (next === null) {
        socket.destroy();
        resolve(unmet?.kind ?? null);
      } else {
        message = next.message;
        send();
      }
    });
  });
}

const PLAN = `plan: 1
sequence:
  - { url: /login, body: { form: { user: '{{user}}', password: '{{password}}' } }, capture: { token: { json: $.session.token } } }
  - { url: '/items?of={{user}}', headers: { authorization: 'Bearer {{token}}' }, expect: { contains: buy }, capture: { item: { matches: 'id="item-(\\d+)"' } } }
  - { method: PUT, url: '/items/{{item}}', headers: { authorization: 'Bearer {{token}}' }, body: { json: { n: '{{n}}', by: '{{user}}' } } }
  - { url: /logout, headers: { authorization: 'Bearer {{token}}' }, expect: 302 }
values: { user: { file: users.csv, column: user }, password: { file: users.csv, column: password }, n: { counter: 100 } }
`;

const NAMES = Array.from({ length: 30 }, (_, at) => `user ${'é'.repeat(at % 3)}${at}`);

test('thirty users at once: each is served in its order, with its own cookie, token and row', async () => {
  const { origin, did } = await startShop();
  const users: Csv = { columns: ['user', 'password'], rows: NAMES.map((name) => [name, `pw of ${name}`]) };
  const program = compilePlan(planOf(PLAN), { tables: new Map([['users.csv', users]]), bodies: new Map() });
  const writer = new MessageWriter(origin, true);
  const unmet = await Promise.all(NAMES.map((_, number) => runPass(program, number, origin, writer)));
  expect(unmet).toEqual(NAMES.map(() => null));
  const numbers: number[] = [];
  for (const name of NAMES) {
    const [login, items, buy, logout, ...more] = did.get(name)!;
    expect([login, items, logout, more]).toEqual(['login', `GET /items?of=${encodeURIComponent(name)}`, 'GET /logout', []]);
    const [, item, body] = /^PUT \/items\/(\d+) (.*)$/.exec(buy!)!;
    expect(item).toBe(String(name.length));
    const { n, by } = JSON.parse(body!);
    expect(by).toBe(name);
    numbers.push(n);
  }
  expect(numbers.sort((a, b) => a - b)).toEqual(NAMES.map((_, at) => 100 + at));
});

test('whoever cannot log in asks for nothing behind it', async () => {
  const { origin, did } = await startShop();
  const users: Csv = { columns: ['user', 'password'], rows: [['ana', 'wrong']] };
  const program = compilePlan(planOf(PLAN), { tables: new Map([['users.csv', users]]), bodies: new Map() });
  expect(await runPass(program, 0, origin, new MessageWriter(origin, true))).toBe('status');
  expect([...did]).toEqual([]);
});
