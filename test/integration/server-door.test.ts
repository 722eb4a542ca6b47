/** Who is let in: attacks on raw sockets, because a client library would put right what makes them attacks. */
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../electron/engine/server/server.ts';
import { socketProtocols } from '../../shared/protocol/http.ts';
import { bearerHeader, openDoor, openSocket, PAGE_DIR, tokenOf } from '../helpers/open-door.ts';
import { rawHttp, rawRequest, stalledSocket } from '../helpers/raw-http.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';
import { createStandInEngine } from '../helpers/stand-in-engine.ts';
import { worded } from '../helpers/worded.ts';

const EMPTY_FOLDER = temporaryFolder();

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

test.each(WRONG_HOSTS)('Host: %s -> 403, not a byte of content, also with the key', async (_, hosts) => {
  const door = await openDoor();
  const headers = [...hosts(door.host, door.port), bearerHeader(await door.key())];
  for (const path of ['/', '/key', `/download/known?ticket=${await door.ticket('known')}`]) {
    const answer = await rawHttp(door.port, rawRequest('GET', path, headers));
    expect(answer?.status).toBe(403);
    expect(answer?.body).toBe('');
    expect(answer?.headers.has('content-security-policy')).toBe(false);
  }
});

test.each(WRONG_HOSTS)('upgrade with Host: %s -> refused', async (_, hosts) => {
  const door = await openDoor();
  const headers = [...hosts(door.host, door.port), ...(await upgradeHeaders(door))];
  const answer = await rawHttp(door.port, rawRequest('GET', '/socket', headers));
  expect(answer?.status).toBe(403);
  expect(answer?.body).toBe('');
  expect(door.engine.listeners.size).toBe(0);
});

const UPGRADE: Header[] = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
];

async function upgradeHeaders(door: Awaited<ReturnType<typeof openDoor>>): Promise<Header[]> {
  return [...UPGRADE, ['Origin', `http://${door.host}`], await protocols(door)];
}

async function protocols(door: Awaited<ReturnType<typeof openDoor>>): Promise<Header> {
  return ['Sec-WebSocket-Protocol', socketProtocols(await door.key()).join(', ')];
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
  const headers: Header[] = [['Host', door.host], ...UPGRADE, ...origins(door.host, door.port), await protocols(door)];
  const answer = await rawHttp(door.port, rawRequest('GET', '/socket', headers));
  expect(answer?.status).toBe(403);
  expect(door.engine.listeners.size).toBe(0);
});

test('upgrade without a key, with a wrong one, with a link’s token or a ticket in its place, or to another path -> refused', async () => {
  const door = await openDoor();
  const head: Header[] = [['Host', door.host], ...UPGRADE, ['Origin', `http://${door.host}`]];
  const key = await door.key();
  const wrong = ['', 'AAAAAAAAAAAAAAAAAAAAAA', key.slice(0, -1), `${key}A`, tokenOf(door.link), await door.ticket('known')];
  for (const secret of wrong) {
    const offered: Header = ['Sec-WebSocket-Protocol', socketProtocols(secret).join(', ')];
    expect((await rawHttp(door.port, rawRequest('GET', '/socket', [...head, offered])))?.status, secret).toBe(401);
  }
  expect((await rawHttp(door.port, rawRequest('GET', '/socket', head)))?.status).toBe(401);
  const elsewhere = await rawHttp(door.port, rawRequest('GET', '/socket/../x', [['Host', door.host], ...(await upgradeHeaders(door))]));
  expect(elsewhere?.status).toBe(404);
  expect(door.engine.listeners.size).toBe(0);
});

test('a program that holds everything a browser would send to another port of 127.0.0.1 opens nothing', async () => {
  const door = await openDoor();
  // A page is open, has its key, and looks at another server of this machine: this is what that one gets.
  await openSocket(door);
  const sent: Header[] = [
    ['Host', door.host],
    ['Cookie', `loopscope-${door.port}=AAAAAAAAAAAAAAAAAAAAAA; sid=1`],
    ['Referer', `http://${door.host}/`],
    ['User-Agent', 'Mozilla/5.0'],
    ['Sec-Fetch-Site', 'same-origin'],
    ['Origin', `http://${door.host}`],
  ];
  const ask = async (method: string, path: string, more: Header[] = []) =>
    (await rawHttp(door.port, rawRequest(method, path, [...sent, ...more, ['Content-Length', '0']])))!;
  const answers = [
    await ask('GET', '/socket', UPGRADE),
    await ask('GET', '/socket', [...UPGRADE, ['Sec-WebSocket-Protocol', 'loopscope']]),
    await ask('POST', '/upload?name=x'),
    await ask('GET', '/download/known'),
    await ask('POST', '/download/known'),
    await ask('GET', '/key'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
  // Nor does it get a key by having none.
  const made: Header = ['X-Loopscope-Key', 'AAAAAAAAAAAAAAAAAAAAAA'];
  expect(JSON.parse((await ask('POST', '/key', [made])).body)).toEqual({ result: 'unknown' });
  expect((await ask('GET', '/key', [bearerHeader(made[1])])).status).toBe(401);
  expect(door.engine.listeners.size).toBe(1);
  expect([door.engine.asked, door.engine.uploads]).toEqual([[], []]);
});

test('no answer sets a cookie, and the files of the interface are the same for everybody', async () => {
  const door = await openDoor();
  const key = await door.key();
  for (const path of ['/', '/index.html', '/assets/index-AbCd1234.js', '/key', '/nothing']) {
    const [known, unknown] = await Promise.all(
      [[bearerHeader(key)], []].map((extra) => rawHttp(door.port, rawRequest('GET', path, [['Host', door.host], ...extra]))),
    );
    if (path !== '/key') expect([known?.status, known?.body]).toEqual([unknown?.status, unknown?.body]);
    for (const answer of [known, unknown]) expect(answer?.headers.has('set-cookie')).toBe(false);
    expect(unknown?.body).not.toContain(key);
  }
});

test('the link is good once, for the page itself only; a key it gave stays good', async () => {
  let used = 0;
  const door = await openDoor(undefined, { onLinkUsed: () => void used++ });
  const token = bearerHeader(tokenOf(door.link));
  const post = async (...headers: Header[]) =>
    (await rawHttp(
      door.port,
      rawRequest('POST', '/key', [['Host', door.host], ['X-Loopscope-Key', key], ...headers, ['Content-Length', '0']]),
    ))!;
  const own: Header = ['Origin', `http://${door.host}`];
  const key = 'AAAAAAAAAAAAAAAAAAAAAA';
  for (const strangers of [[token], [token, ['Origin', 'http://evil.test']], [token, own, ['Sec-Fetch-Site', 'same-site']]] as Header[][])
    expect((await post(...strangers)).status).toBe(403);
  // Looking at a link uses nothing up: what is behind the # is sent to nobody, so no preview and no scanner can.
  expect(new URL(door.link).pathname).toBe('/');
  expect((await rawHttp(door.port, rawRequest('GET', '/', [['Host', door.host]])))?.status).toBe(200);
  expect(used).toBe(0);
  const shapeless = rawRequest('POST', '/key', [['Host', door.host], token, own, ['X-Loopscope-Key', 'short'], ['Content-Length', '0']]);
  expect((await rawHttp(door.port, shapeless))?.status).toBe(400);
  expect(JSON.parse((await post(token, own)).body)).toEqual({ result: 'granted' });
  expect(used).toBe(1);
  expect(JSON.parse((await post(token, own)).body)).toEqual({ result: 'used' });
  expect(JSON.parse((await post(bearerHeader('x'), own)).body)).toEqual({ result: 'unknown' });
  const known = await rawHttp(door.port, rawRequest('GET', '/key', [['Host', door.host], bearerHeader(key)]));
  expect([known?.status, known?.body, used]).toEqual([204, '', 1]);
});

test('every answer to a friend carries the security headers, and the policy names this very port', async () => {
  const door = await openDoor();
  const ticket = await door.ticket('known');
  for (const path of ['/', '/nothing', '/key', '/download/known', `/download/known?ticket=${ticket}`]) {
    const headers = (await rawHttp(door.port, rawRequest('GET', path, [['Host', door.host]])))!.headers;
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
  const answer = await rawHttp(door.port, rawRequest('GET', path, [['Host', door.host], bearerHeader(await door.key())]));
  expect(answer?.status).toBe(404);
  expect(answer?.body).not.toMatch(/SECRET|root:/);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'M-SEARCH'])(
  '%s is refused on every address',
  async (method) => {
    const door = await openDoor();
    const key = bearerHeader(await door.key());
    const allowed = {
      '/': 'GET, HEAD',
      '/index.html': 'GET, HEAD',
      '/socket': 'GET, HEAD',
      '/download/known': 'GET, POST',
      '/key': 'GET, POST',
    };
    for (const [path, allow] of Object.entries(allowed)) {
      const answer = await rawHttp(door.port, rawRequest(method, path, [['Host', door.host], key, ['Content-Length', '0']]));
      // Where POST is right, it takes the page's own origin.
      if (method === 'POST' && allow.includes(method)) expect([path, answer?.status]).toEqual([path, 403]);
      else expect([path, answer?.status, answer?.headers.get('allow')]).toEqual([path, 405, [allow]]);
    }
    const upload = await rawHttp(door.port, rawRequest(method, '/upload', [['Host', door.host], key, ['Content-Length', '0']]));
    expect(upload?.status).toBe(method === 'POST' ? 403 : 405);
    expect([door.engine.asked, door.engine.uploads]).toEqual([[], []]);
  },
);

test('CONNECT, and what is not HTTP, end with a closed line and a server that goes on', async () => {
  const door = await openDoor();
  await rawHttp(door.port, `CONNECT evil.test:80 HTTP/1.1\r\nHost: ${door.host}\r\n\r\n`);
  await rawHttp(door.port, Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00]));
  await rawHttp(door.port, `GET / HTTP/1.1\r\nHost: ${door.host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const answer = await rawHttp(door.port, rawRequest('GET', '/', [['Host', door.host], bearerHeader(await door.key())]));
  expect(answer?.status).toBe(200);
  expect(door.log).toEqual([]);
});

test('a page of another origin on this machine may not fetch', async () => {
  const door = await openDoor();
  for (const site of ['cross-site', 'same-site']) {
    const headers: Header[] = [
      ['Host', door.host],
      ['Sec-Fetch-Site', site],
      ['Sec-Fetch-Mode', 'no-cors'],
    ];
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
  const ask = (method: string, path: string) => rawHttp(door.port, rawRequest(method, path, [['Host', door.host]]));
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
  const answer = await rawHttp(door.port, rawRequest('GET', '/', [['Host', host], bearerHeader(await door.key())]));
  expect(answer?.status).toBe(200);
  expect(answer?.headers.get('content-security-policy')?.[0]).toContain(`ws://${host};`);
});

test('a port in use and a missing interface are failures with a sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const taken = await startServer({ api: createStandInEngine(), port, rendererDir: PAGE_DIR });
  expect(worded(taken)).toMatchObject({ ok: false, failure: { code: 'port-in-use', message: expect.stringContaining(String(port)) } });
  const empty = await startServer({ api: createStandInEngine(), port: 0, rendererDir: EMPTY_FOLDER });
  expect(worded(empty)).toMatchObject({ ok: false, failure: { code: 'not-available', hint: expect.stringContaining('npm run build') } });
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
