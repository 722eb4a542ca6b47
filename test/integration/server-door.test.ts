/** Who is let in: attacks on raw sockets, because a client library would put right what makes them attacks. */
import { mkdtempSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../electron/engine/server/server.ts';
import { openDoor, openSocket, PAGE_DIR } from '../helpers/open-door.ts';
import { rawHttp, rawRequest, stalledSocket } from '../helpers/raw-http.ts';
import { createStandInEngine } from '../helpers/stand-in-engine.ts';

type Header = [string, string];

/** [what, the Host headers it sends, given the right one] */
const WRONG_HOSTS: [string, (host: string, port: number) => Header[]][] = [
  ['another name', (_, port) => [['Host', `evil.test:${port}`]]],
  ['another name without port', () => [['Host', 'evil.test']]],
  ['our address without port', () => [['Host', '127.0.0.1']]],
  ['our address with another port', (_, port) => [['Host', `127.0.0.1:${port + 1}`]]],
  ['a name that resolves to us', (_, port) => [['Host', `127.0.0.1.nip.io:${port}`]]],
  ['localhost6', (_, port) => [['Host', `localhost6:${port}`]]],
  ['localhost with a dot', (_, port) => [['Host', `localhost.:${port}`]]],
  ['a bracketed beginning', (_, port) => [['Host', `[::1].evil:${port}`]]],
  ['another spelling of the address', (_, port) => [['Host', `127.1:${port}`]]],
  ['a user before it', (host) => [['Host', `evil@${host}`]]],
  ['none', () => []],
  ['an empty one', () => [['Host', '']]],
  [
    'two, the right one first',
    (host) => [
      ['Host', host],
      ['Host', 'evil.test'],
    ],
  ],
  [
    'two, the right one last',
    (host) => [
      ['Host', 'evil.test'],
      ['host', host],
    ],
  ],
  [
    'the right one twice',
    (host) => [
      ['Host', host],
      ['HOST', host],
    ],
  ],
];

test.each(WRONG_HOSTS)('Host: %s -> 403, not a byte of content, also with the cookie', async (_, hosts) => {
  const door = await openDoor();
  const headers = [...hosts(door.host, door.port), ['Cookie', await door.cookie()] as Header];
  const answer = await rawHttp(door.port, rawRequest('GET', '/', headers));
  expect(answer?.status).toBe(403);
  expect(answer?.body).toBe('');
  expect(answer?.headers.has('content-security-policy')).toBe(false);
});

test.each(WRONG_HOSTS)('upgrade with Host: %s -> refused', async (_, hosts) => {
  const door = await openDoor();
  const headers = [...hosts(door.host, door.port), ...(await upgradeHeaders(door))];
  const answer = await rawHttp(door.port, rawRequest('GET', '/socket', headers));
  expect(answer?.status).toBe(403);
  expect(answer?.body).toBe('');
  expect(door.engine.listeners.size).toBe(0);
});

const KEY: Header[] = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
];

async function upgradeHeaders(door: Awaited<ReturnType<typeof openDoor>>): Promise<Header[]> {
  return [...KEY, ['Origin', `http://${door.host}`], ['Cookie', await door.cookie()]];
}

test('the upgrade that is right in everything is let in, so the refusals below have a reason', async () => {
  const door = await openDoor();
  const answer = await rawHttp(door.port, rawRequest('GET', '/socket', [['Host', door.host], ...(await upgradeHeaders(door))]));
  expect(answer?.status).toBe(101);
});

test.each<[string, (host: string, port: number) => Header[]]>([
  ['none', () => []],
  ['another site', () => [['Origin', 'http://evil.test']]],
  ['null', () => [['Origin', 'null']]],
  ['https', (host) => [['Origin', `https://${host}`]]],
  ['another port of this machine', (_, port) => [['Origin', `http://127.0.0.1:${port + 1}`]]],
  ['the other spelling of this machine', (_, port) => [['Origin', `http://localhost:${port}`]]],
  ['ours as a beginning', (host) => [['Origin', `http://${host}.evil.test`]]],
  [
    'two',
    (host) => [
      ['Origin', 'http://evil.test'],
      ['Origin', `http://${host}`],
    ],
  ],
])('upgrade with Origin: %s -> 403', async (_, origins) => {
  const door = await openDoor();
  const headers: Header[] = [['Host', door.host], ...KEY, ...origins(door.host, door.port), ['Cookie', await door.cookie()]];
  const answer = await rawHttp(door.port, rawRequest('GET', '/socket', headers));
  expect(answer?.status).toBe(403);
  expect(door.engine.listeners.size).toBe(0);
});

test('upgrade without the cookie, or to another path -> refused', async () => {
  const door = await openDoor();
  const origin: Header = ['Origin', `http://${door.host}`];
  const without = await rawHttp(door.port, rawRequest('GET', '/socket', [['Host', door.host], ...KEY, origin]));
  const elsewhere = await rawHttp(door.port, rawRequest('GET', '/socket/../x', [['Host', door.host], ...(await upgradeHeaders(door))]));
  expect([without?.status, elsewhere?.status]).toEqual([401, 404]);
});

test.each(['/', '/index.html', '/assets/index-AbCd1234.js', '/download/known', '/upload', '/socket', '/nothing', '/open/', '/open/x'])(
  'without a cookie %s answers 401 and says how to get in',
  async (path) => {
    const door = await openDoor();
    const wrong = `loopscope-${door.port}=AAAAAAAAAAAAAAAAAAAAAA`;
    for (const cookie of [undefined, '', wrong, `loopscope-${door.port}=`]) {
      const headers: Header[] = [['Host', door.host], ...(cookie === undefined ? [] : [['Cookie', cookie] as Header])];
      const answer = await rawHttp(door.port, rawRequest('GET', path, headers));
      expect(answer?.status).toBe(401);
      expect(answer?.body).toContain('loopscope serve');
    }
    expect(door.engine.asked).toEqual([]);
  },
);

test('the link is good once; in the same browser it leads on; elsewhere it says that it was used', async () => {
  const door = await openDoor();
  const path = new URL(door.link).pathname;
  const ask = (extra: Header[] = [], method = 'GET') => rawHttp(door.port, rawRequest(method, path, [['Host', door.host], ...extra]));

  const look = await ask([], 'HEAD');
  expect(look?.status).toBe(401);
  const first = await ask();
  expect(first?.status).toBe(303);
  expect(first?.headers.get('location')).toEqual(['/']);
  const [cookie] = first!.headers.get('set-cookie')!;
  expect(cookie).toMatch(/^loopscope-\d+=[\w-]{22}; HttpOnly; SameSite=Strict; Path=\/$/);

  const again = await ask([['Cookie', cookie!.split(';')[0]!]]);
  expect(again?.status).toBe(303);
  expect(again?.headers.has('set-cookie')).toBe(false);
  const other = await ask();
  expect(other?.status).toBe(410);
  expect(other?.body).toContain('used already');
  expect(other?.headers.has('set-cookie')).toBe(false);
});

test('a link followed from another site gets a page that goes on by itself, since a Strict cookie would not go with a redirect', async () => {
  const door = await openDoor();
  const headers: Header[] = [
    ['Host', door.host],
    ['Sec-Fetch-Site', 'cross-site'],
    ['Sec-Fetch-Mode', 'navigate'],
  ];
  const answer = await rawHttp(door.port, rawRequest('GET', new URL(door.link).pathname, headers));
  expect(answer?.status).toBe(200);
  expect(answer?.headers.has('set-cookie')).toBe(true);
  expect(answer?.body).toContain('http-equiv="refresh"');
});

test('every answer to a friend carries the security headers, and the policy names this very port', async () => {
  const door = await openDoor();
  const cookie: Header = ['Cookie', await door.cookie()];
  for (const [path, extra] of [
    ['/', [cookie]],
    ['/', []],
    ['/nothing', [cookie]],
    ['/download/known', [cookie]],
  ] as [string, Header[]][]) {
    const headers = (await rawHttp(door.port, rawRequest('GET', path, [['Host', door.host], ...extra])))!.headers;
    expect(headers.get('content-security-policy')?.[0]).toContain(`connect-src 'self' ws://${door.host};`);
    expect(headers.get('content-security-policy')?.[0]).not.toMatch(/unsafe-eval|\*|https?:/);
    expect(headers.get('x-content-type-options')).toEqual(['nosniff']);
    expect(headers.get('referrer-policy')).toEqual(['no-referrer']);
    expect(headers.get('cross-origin-resource-policy')).toEqual(['same-origin']);
    expect(headers.get('x-frame-options')).toEqual(['DENY']);
    expect(headers.has('access-control-allow-origin')).toBe(false);
  }
});

test.each([
  '/..%2fsecret.txt',
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/assets/../../secret.txt',
  '/assets/..%5c..%5csecret.txt',
  '/..\\secret.txt',
  '//etc/passwd',
  '/%00',
  '/index.html%00.js',
  '//index.html',
  '/./index.html',
  '/notes.unknown',
  '/__proto__',
  '/constructor',
  '/download/..%2f..%2fetc%2fpasswd',
  '/download/../../etc/passwd',
  '/download/',
  'http://evil.test/index.html',
  '*',
])('%s leads nowhere', async (path) => {
  const door = await openDoor();
  const answer = await rawHttp(
    door.port,
    rawRequest('GET', path, [
      ['Host', door.host],
      ['Cookie', await door.cookie()],
    ]),
  );
  expect(answer?.status).toBe(404);
  expect(answer?.body).not.toMatch(/SECRET|root:/);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'M-SEARCH'])(
  '%s is refused on every address',
  async (method) => {
    const door = await openDoor();
    const cookie = await door.cookie();
    for (const path of ['/', '/index.html', '/download/known', '/socket', new URL(door.link).pathname]) {
      const answer = await rawHttp(
        door.port,
        rawRequest(method, path, [
          ['Host', door.host],
          ['Cookie', cookie],
          ['Content-Length', '0'],
        ]),
      );
      expect([path, answer?.status, answer?.headers.get('allow')]).toEqual([path, 405, ['GET, HEAD']]);
    }
    const upload = await rawHttp(
      door.port,
      rawRequest(method, '/upload', [
        ['Host', door.host],
        ['Cookie', cookie],
        ['Content-Length', '0'],
      ]),
    );
    expect(upload?.status).toBe(method === 'POST' ? 403 : 405);
    expect([door.engine.asked, door.engine.uploads]).toEqual([[], []]);
  },
);

test('CONNECT, and what is not HTTP, end with a closed line and a server that goes on', async () => {
  const door = await openDoor();
  await rawHttp(door.port, `CONNECT evil.test:80 HTTP/1.1\r\nHost: ${door.host}\r\n\r\n`);
  await rawHttp(door.port, Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00]));
  await rawHttp(door.port, `GET / HTTP/1.1\r\nHost: ${door.host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const answer = await rawHttp(
    door.port,
    rawRequest('GET', '/', [
      ['Host', door.host],
      ['Cookie', await door.cookie()],
    ]),
  );
  expect(answer?.status).toBe(200);
  expect(door.log).toEqual([]);
});

test('a page of another origin on this machine may not fetch, even though the browser sends the cookie along', async () => {
  const door = await openDoor();
  const cookie: Header = ['Cookie', await door.cookie()];
  for (const site of ['cross-site', 'same-site']) {
    const headers: Header[] = [['Host', door.host], cookie, ['Sec-Fetch-Site', site], ['Sec-Fetch-Mode', 'no-cors']];
    expect((await rawHttp(door.port, rawRequest('GET', '/', headers)))?.status).toBe(403);
  }
});

test('it listens on loopback only', async () => {
  const door = await openDoor();
  const outside = Object.values(networkInterfaces())
    .flat()
    .filter((address) => address && !address.internal && address.family === 'IPv4');
  for (const address of outside) {
    const reached = await new Promise((resolve) => {
      const socket = connect(door.port, address!.address, () => resolve(true)).on('error', () => resolve(false));
      onTestFinished(() => void socket.destroy());
    });
    expect(reached).toBe(false);
  }
  expect(new URL(door.link).hostname).toBe('127.0.0.1');
});

test('files come with their type; hashed ones may be kept, the page itself not; HEAD has no body', async () => {
  const door = await openDoor();
  const cookie: Header = ['Cookie', await door.cookie()];
  const ask = (method: string, path: string) => rawHttp(door.port, rawRequest(method, path, [['Host', door.host], cookie]));
  const page = await ask('GET', '/');
  expect(page?.headers.get('content-type')).toEqual(['text/html; charset=utf-8']);
  expect(page?.headers.get('cache-control')).toEqual(['no-cache']);
  const script = await ask('GET', '/assets/index-AbCd1234.js?v=1');
  expect(script?.headers.get('content-type')).toEqual(['text/javascript; charset=utf-8']);
  expect(script?.headers.get('cache-control')?.[0]).toContain('immutable');
  expect(script?.body).toContain("'ran'");
  const head = await ask('HEAD', '/');
  expect([head?.status, head?.body, head?.headers.get('content-length')]).toEqual([200, '', [String(page!.body.length)]]);
});

test('localhost works as well, with its own origin and policy', async () => {
  const door = await openDoor();
  const host = `localhost:${door.port}`;
  const answer = await rawHttp(
    door.port,
    rawRequest('GET', '/', [
      ['Host', host],
      ['Cookie', await door.cookie()],
    ]),
  );
  expect(answer?.status).toBe(200);
  expect(answer?.headers.get('content-security-policy')?.[0]).toContain(`ws://${host};`);
});

test('a port in use and a missing interface are failures with a sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const taken = await startServer({ api: createStandInEngine(), port, rendererDir: PAGE_DIR });
  expect(taken).toMatchObject({ ok: false, failure: { code: 'port-in-use', message: expect.stringContaining(String(port)) } });
  const empty = await startServer({ api: createStandInEngine(), port: 0, rendererDir: mkdtempSync(join(tmpdir(), 'loopscope-')) });
  expect(empty).toMatchObject({ ok: false, failure: { code: 'not-available', hint: expect.stringContaining('npm run build') } });
});

test('after close nothing listens, whatever was connected', async () => {
  const door = await openDoor();
  const page = await openSocket(door);
  const stalled = await stalledSocket(door.port);
  onTestFinished(() => void stalled.destroy());
  const closed = new Promise((resolve) => page.socket.once('close', resolve));
  await door.close();
  expect(await closed).toBe(1001);
  await expect(rawHttp(door.port, 'GET / HTTP/1.1\r\n\r\n')).rejects.toThrow('ECONNREFUSED');
  expect(door.engine.listeners.size).toBe(0);
});
