/** Commands as people and browsers write them. Each of the first group was sent by curl 7.88 as well, with the same request. */
import { describe, expect, test } from 'vitest';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { EMPTY_PLAN, type Plan, type PlanRequest } from '../../../../shared/model/load/plan.ts';
import { checkPlan } from '../../../../shared/plan/check-plan.ts';
import { filesOfCurl, planOfCurl, type ReadCurl, readCurl } from '../../../../shared/plan/curl.ts';
import { compilePlan, type Outgoing } from '../../../../shared/plan/program.ts';
import { readPlan } from '../../../../shared/plan/read-plan.ts';
import { PlanUser } from '../../../../shared/plan/user.ts';
import { writePlan } from '../../../../shared/plan/write-plan.ts';

const TARGET = 'http://127.0.0.1:3000';

/** What is sent for these requests, one line for each: method, path, headers, body. */
function sent(requests: readonly PlanRequest[]): string[][] {
  const program = compilePlan({ ...EMPTY_PLAN, order: 'sequence', requests }, { tables: new Map(), bodies: new Map() });
  const user = new PlanUser(program, 1, 0, TARGET);
  const lines: string[][] = [];
  for (let turn: { message: Outgoing } | null = user.begin(0); turn !== null; ) {
    const { method, path, headers, body } = turn.message;
    lines.push([`${method} ${path}`, ...headers.map(({ name, value }) => `${name.toLowerCase()}: ${value}`), `${body}`]);
    turn = user.received({ status: 200, latencyMs: 1, headers: () => [], body: () => ({ text: '', isCut: false }) }, 0).next;
  }
  return lines;
}

/** Without what curl sends with every request, where nothing else says it. */
function linesOf(read: ReadCurl): string[][] {
  return allLinesOf(read).map((lines) => lines.filter((line) => line !== ACCEPT));
}

function allLinesOf(read: ReadCurl): string[][] {
  if (!read.ok) throw new Error(wordSaid(read.says));
  return sent(read.requests);
}

/** Nothing but these. */
const paths = (...all: readonly string[]): string[][] => all.map((path) => [`GET ${path}`, '']);

const ACCEPT = 'accept: */*';
const FORM = 'content-type: application/x-www-form-urlencoded';

test.each<[string, string[][]]>([
  ['curl http://h/', [['GET /', '']]],
  ['curl h/a', [['GET /a', '']]],
  ['curl -s http://h/a?x=1\\&y=2', [['GET /a?x=1&y=2', '']]],
  ["curl 'http://h/search?q=a%20b' -H 'Accept: application/json'", [['GET /search?q=a%20b', 'accept: application/json', '']]],
  ['curl -X POST http://h/x -d a=1 -d b=2', [['POST /x', FORM, 'a=1&b=2']]],
  ["curl http://h/x -d 'a=1' --data-raw '@not-a-file'", [['POST /x', FORM, 'a=1&@not-a-file']]],
  ["curl --json '{\"a\":' --json '1}' http://h/j", [['POST /j', 'content-type: application/json', 'accept: application/json', '{"a":1}']]],
  ["curl -G http://h/g -d q=1 --data-urlencode 'w=a b&c'", [['GET /g?q=1&w=a+b%26c', '']]],
  ["curl -G 'http://h/g?z=1#frag' -d q=1", [['GET /g?z=1&q=1', '']]],
  ['curl -u user:p@ss:word http://h/', [['GET /', 'authorization: Basic dXNlcjpwQHNzOndvcmQ=', '']]],
  ["curl -u 'üser:pä' http://h/", [['GET /', 'authorization: Basic w7xzZXI6cMOk', '']]],
  [
    "curl http://h/c -b 'a=1; b=2' -A 'Mozilla/5.0' -e http://ref/",
    [['GET /c', 'user-agent: Mozilla/5.0', 'referer: http://ref/', 'cookie: a=1; b=2', '']],
  ],
  ['curl http://h/ -A one -A two -e http://a/ -e http://b/', [['GET /', 'user-agent: two', 'referer: http://b/', '']]],
  ["curl http://h/ -e http://a/ -e '' -r 1-2 -r 3-4", [['GET /', 'range: bytes=3-4', '']]],
  ['curl http://h/ -u a:b --oauth2-bearer t', [['GET /', 'authorization: Bearer t', '']]],
  ['curl http://h/ --oauth2-bearer t -u a:b', [['GET /', 'authorization: Bearer t', '']]],
  ['curl http://h/ -u a:b -u c:d', [['GET /', 'authorization: Basic Yzpk', '']]],
  ["curl http://h/ -b '' -b a=1 -b b=2", [['GET /', 'cookie: a=1;b=2', '']]],
  ["curl http://h/ -H 'Content-Type:' -d x", [['POST /', 'x']]],
  ["curl http://h/ -H 'content-type:' --json '{}'", [['POST /', 'accept: application/json', '{}']]],
  ["curl http://h/ -H 'Authorization:' -u a:b -H 'Cookie:' -b a=1 -H 'Accept-Encoding:' --compressed -H 'Referer:' -e x", [['GET /', '']]],
  ["curl http://h/ -d b --json '{}'", [['POST /', 'content-type: application/json', 'accept: application/json', 'b{}']]],
  ["curl http://h/ --json '{}' -d b", [['POST /', 'content-type: application/json', 'accept: application/json', '{}&b']]],
  ["curl -G -d '' http://h/g", [['GET /g', '']]],
  ['curl -G -X POST -d x=1 http://h/g', [['POST /g?x=1', '']]],
  ['curl -G -I -d x=1 http://h/g', [['HEAD /g?x=1', '']]],
  ["curl -g 'http://h/i[1-3]{x}?y={z}'", [['GET /i[1-3]{x}?y={z}', '']]],
  ["curl -H 'Cookie: x=1' -b y=2 http://h/ck", [['GET /ck', 'cookie: x=1', '']]],
  ['curl -I http://h/h', [['HEAD /h', '']]],
  ['curl -sSfLXDELETE http://h/p', [['DELETE /p', '']]],
  ['curl -XPUT -HX-A:1 -dx http://h/p', [['PUT /p', 'x-a: 1', FORM, 'x']]],
  ["curl -d '' http://h/empty", [['POST /empty', FORM, '']]],
  ['curl http://h/e --data-raw "a\\"b\\\\c\\d"', [['POST /e', FORM, 'a"b\\c\\d']]],
  [
    "curl http://h/f --data 'x' -H 'Content-Type: text/plain' -H 'Accept:' -H 'X-Empty;' -H 'X-Twice: 1' -H 'X-Twice: 2'",
    [['POST /f', 'content-type: text/plain', 'x-empty: ', 'x-twice: 1', 'x-twice: 2', 'x']],
  ],
  ['curl -H "X-Q: \\"hi\\" \'there\'" http://h/q', [['GET /q', `x-q: "hi" 'there'`, '']]],
  ['curl -r 0-99 http://h/range', [['GET /range', 'range: bytes=0-99', '']]],
  ['curl http://h/oa --oauth2-bearer tok', [['GET /oa', 'authorization: Bearer tok', '']]],
  ["curl --data-urlencode 'a b' --data-urlencode '=c d' http://h/enc", [['POST /enc', FORM, 'a+b&c+d']]],
  [`curl -d '{"x": "{{y}}"}' http://h/braces`, [['POST /braces', FORM, '{"x": "{{y}}"}']]],
  [
    'curl http://h/one http://h/two',
    [
      ['GET /one', ''],
      ['GET /two', ''],
    ],
  ],
  [
    'curl http://h/one --next -d x http://h/two',
    [
      ['GET /one', ''],
      ['POST /two', FORM, 'x'],
    ],
  ],
  ["curl 'http://h/a[1-3]'", paths('/a1', '/a2', '/a3')],
  [
    "curl 'http://h/{a,b}/[01-02]?x=[1-9:4]'",
    paths(
      '/a/01?x=1',
      '/a/01?x=5',
      '/a/01?x=9',
      '/a/02?x=1',
      '/a/02?x=5',
      '/a/02?x=9',
      '/b/01?x=1',
      '/b/01?x=5',
      '/b/01?x=9',
      '/b/02?x=1',
      '/b/02?x=5',
      '/b/02?x=9',
    ),
  ],
  ["curl 'http://h/[a-e:2]' 'http://h/{x,}'", paths('/a', '/c', '/e', '/x', '/')],
  ["curl 'http://h/[A-C]/[9-10]'", paths('/A/9', '/A/10', '/B/9', '/B/10', '/C/9', '/C/10')],
  [String.raw`curl 'http://h/a{c\,d,e}' 'http://h/\[1-2\]'`, paths('/ac,d', '/ae', '/[1-2]')],
  ["curl 'http://h/a?x[]=1'", paths('/a?x[]=1')],
  ["curl -g 'http://h/a[1-3]' --next 'http://h/[1-1]'", paths('/a[1-3]', '/1')],
  ["curl 'http://[::1]:3000/[1-2]'", paths('/1', '/2')],
  [
    "curl -d a=1 'http://h/[1-2]'",
    [
      ['POST /1', FORM, 'a=1'],
      ['POST /2', FORM, 'a=1'],
    ],
  ],
  ["curl -G -d a=/../b 'http://h/x/../[1-2]'", paths('/1?a=/../b', '/2?a=/../b')],
  ['curl http://h/a/../b/./c http://h/../b http://h/a/b/.. http://h/a/.', paths('/b/c', '/b', '/a/', '/a/')],
  ['curl http://h/a//b/../c http://h/a/../../../b?q=/../r#f http://h/a/..?x=1', paths('/a//c', '/b?q=/../r', '/?x=1')],
  ['curl http://h/a/.../b http://h/a/..b/c http://h/a/.%2e/b http://h?x=1', paths('/a/.../b', '/a/..b/c', '/a/.%2e/b', '/?x=1')],
  ['curl http://h/a/../b --path-as-is', paths('/a/../b')],
  ['curl -s http://h/x 2>/dev/null | jq . # the first', [['GET /x', '']]],
  [
    "curl -F name=value -F 'x=y z;type=text/plain' http://h/f",
    [
      [
        'POST /f',
        'content-type: multipart/form-data; boundary=loopscope-form-0',
        '--loopscope-form-0\r\nContent-Disposition: form-data; name="name"\r\n\r\nvalue\r\n' +
          '--loopscope-form-0\r\nContent-Disposition: form-data; name="x"\r\nContent-Type: text/plain\r\n\r\ny z\r\n--loopscope-form-0--\r\n',
      ],
    ],
  ],
  [
    `curl -F 'a= b ;type=text/plain; charset=utf-8;filename="z;1"' -F 'b="c;d\\"e"' http://h/f`,
    [
      [
        'POST /f',
        'content-type: multipart/form-data; boundary=loopscope-form-0',
        '--loopscope-form-0\r\nContent-Disposition: form-data; name="a"; filename="z;1"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nb\r\n' +
          '--loopscope-form-0\r\nContent-Disposition: form-data; name="b"\r\n\r\nc;d"e\r\n--loopscope-form-0--\r\n',
      ],
    ],
  ],
  [
    "curl -H 'Content-Type: multipart/form-data' --form-string 'a=@b;c' http://h/f",
    [
      [
        'POST /f',
        'content-type: multipart/form-data; boundary=loopscope-form-0',
        '--loopscope-form-0\r\nContent-Disposition: form-data; name="a"\r\n\r\n@b;c\r\n--loopscope-form-0--\r\n',
      ],
    ],
  ],
])('%s', (command, lines) => {
  expect(linesOf(readCurl(command))).toEqual(lines);
});

test.each<[string, string[]]>([
  ['curl http://h/', [ACCEPT]],
  ['curl http://h/ -d x', [FORM, ACCEPT]],
  ["curl http://h/ -H 'accept: text/html'", ['accept: text/html']],
  ["curl http://h/ -H 'Accept;'", ['accept: ']],
  ["curl http://h/ -H 'Accept:'", []],
  ["curl http://h/ --json '{}'", ['content-type: application/json', 'accept: application/json']],
  // An empty one takes away that of the sender.
  ["curl http://h/ -A ''", ['user-agent: ', ACCEPT]],
  ["curl http://h/ -A x -A ''", ['user-agent: ', ACCEPT]],
  ["curl http://h/ -H 'User-Agent:' -A x", [ACCEPT, 'user-agent: ']],
])('the headers of %s are those that curl sends', (command, headers) => {
  expect(allLinesOf(readCurl(command))[0]!.slice(1, -1)).toEqual(headers);
});

/* ---- files ---- */

const FILES = new Map([
  ['q.txt', 'q=1'],
  ['lines.txt', 'a=1\r\nb=2\n\nc'],
  ['j.json', '{"a":\n1}'],
]);

test.each<[string, string[][]]>([
  ['curl -d @lines.txt http://h/', [['POST /', FORM, 'a=1b=2c']]],
  ['curl --data-binary @./lines.txt http://h/', [['POST /', FORM, 'a=1\r\nb=2\n\nc']]],
  ['curl -d x -d @q.txt -d @lines.txt http://h/', [['POST /', FORM, 'x&q=1&a=1b=2c']]],
  ['curl -G -d @q.txt http://h/a', [['GET /a?q=1', '']]],
  [
    "curl -G -d @q.txt 'http://h/a?z=1' --next -d @q.txt http://h/b",
    [
      ['GET /a?z=1&q=1', ''],
      ['POST /b', FORM, 'q=1'],
    ],
  ],
  ['curl --json @j.json http://h/', [['POST /', 'content-type: application/json', 'accept: application/json', '{"a":\n1}']]],
])('%s, with its files', (command, lines) => {
  const names = filesOfCurl(command);
  const read = readCurl(command, new Map([...FILES].filter(([name]) => names.includes(name))));
  expect(linesOf(read)).toEqual(lines);
  expect(read.ok && read.notes).toEqual([]);
});

test('the files of commands are those that are read beside them, each once', () => {
  expect(filesOfCurl('curl -d @a -d @./b --data-binary @a http://h/ --next --json @sub/c http://h/; curl -d @d http://h/')).toEqual([
    'a',
    'b',
    'sub/c',
    'd',
  ]);
  expect(filesOfCurl('curl -d a@b -d @- -d @/etc/passwd -d @../x --data-raw @e -H @f http://h/')).toEqual([]);
});

/* ---- as browsers copy them ---- */

const CHROME_BASH = String.raw`curl 'http://localhost:3000/api/items?page=2' \
  -H 'Accept: application/json, text/plain, */*' \
  -H 'Accept-Language: en-US,en;q=0.9' \
  -H 'Connection: keep-alive' \
  -H 'Content-Type: application/json' \
  -b 'sid=s%3Aabc.def; theme=dark' \
  -H 'Origin: http://localhost:3000' \
  -H 'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36' \
  -H 'sec-ch-ua: "Chromium";v="137", "Not/A)Brand";v="24"' \
  -H 'sec-ch-ua-mobile: ?0' \
  --data-raw $'{"name":"it\'s \\"new\\"","note":"a\\nb","price":"5 \u20ac"}'`;

test.each(["-H 'Content-Length: 2' -d é", "-H 'Connection: keep-alive'", "-H 'Host: h'", '-X POST', '--http1.1'])(
  '%s is nothing to note',
  (options) => {
    expect(readCurl(`curl http://h/ ${options}`)).toMatchObject({ ok: true, notes: [] });
  },
);

test('a whole command of Chrome, for bash', () => {
  expect(linesOf(readCurl(CHROME_BASH))).toEqual([
    [
      'POST /api/items?page=2',
      'accept: application/json, text/plain, */*',
      'accept-language: en-US,en;q=0.9',
      'content-type: application/json',
      'origin: http://localhost:3000',
      'user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36',
      'sec-ch-ua: "Chromium";v="137", "Not/A)Brand";v="24"',
      'sec-ch-ua-mobile: ?0',
      'cookie: sid=s%3Aabc.def; theme=dark',
      '{"name":"it\'s \\"new\\"","note":"a\\nb","price":"5 €"}',
    ],
  ]);
});

/** What DevTools of Chromium do with a text for cmd; until 2024 with plain quotes around texts of one line, and `&` as it is. */
function forCmd(text: string, isOld: boolean): string {
  const escaped = text
    .replace(/\\/g, '\\\\')
    .replace(/"/g, '\\"')
    .replace(isOld ? /[^a-zA-Z0-9\s_\-:=+~'/.,?;()*`&]/g : /[^a-zA-Z0-9\s_\-:=+~'/.,?;()*`]/g, '^$&')
    .replace(/%(?=[a-zA-Z0-9_])/g, '%^')
    .replace(/\r?\n/g, '^\n\n');
  const quote = isOld && !/[\r\n]/.test(text) ? '"' : '^"';
  return `${quote}${escaped}${quote}`;
}

/** For bash: Chromium's and WebKit's, which writes letters up to 255 as one byte. */
function forBash(text: string, isWebKit: boolean): string {
  const unusual = isWebKit ? /[^\x20-\x7e]/g : /[\p{Cc}!]/gu;
  if (!text.includes("'") && text.search(unusual) < 0) return `'${text}'`;
  const escaped = text.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\n/g, '\\n').replace(/\r/g, '\\r');
  const hex = (one: string): string => one.charCodeAt(0).toString(16);
  const code = (one: string): string =>
    isWebKit && one < '\u0100' ? `\\x${hex(one).padStart(2, '0')}` : `\\u${hex(one).padStart(4, '0')}`;
  return `$'${(isWebKit ? escaped.replace(/!/g, '\\041') : escaped).replace(unusual, code)}'`;
}

const forCurl = (url: string): string => url.replace(/[[{}\]]/g, '\\$&');

describe.each([
  ['Chrome, for cmd', (text: string) => forCmd(text, false), ' ^\n  '],
  ['an earlier Chrome, for cmd', (text: string) => forCmd(text, true), ' ^\n  '],
  ['Chrome, for bash', (text: string) => forBash(text, false), ' \\\n  '],
  ['Safari', (text: string) => forBash(text, true), ' \\\n'],
])('%s', (_, quoted, joint) => {
  test.each([
    '{"name":"it\'s \\"new\\"","note":"a\\nb","path":"C:\\\\dir\\\\"}',
    'a%20b&c=d^e|f<g>h!i%PATH%$HOME`id`(x)',
    'line 1\nline 2\n\nline 4',
    'ends with a backslash\\',
    '"',
    '\\"\\\\"',
    ' ',
    "'",
    'é!',
    'кот',
    '[{}]^^',
    '------WebKitFormBoundary\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n------WebKitFormBoundary--\r\n',
  ])('%j', (body) => {
    const url = forCurl(quoted('http://localhost:3000/x?a[]=1&b=%20{}'));
    const header = 'accept: text/html; q="1"';
    const command = [`curl ${url}`, `-H ${quoted(header)}`, `-X ${quoted('PUT')}`, `--data-raw ${quoted(body)}`].join(joint);
    // cmd has line feeds only.
    const expected = joint.includes('^') ? body.replaceAll('\r\n', '\n') : body;
    expect(linesOf(readCurl(command))).toEqual([['PUT /x?a[]=1&b=%20{}', header, FORM, expected]]);
  });
});

test('Firefox, for bash', () => {
  const command = `curl 'http://localhost:3000/login' -X POST -H 'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0' -H 'Accept: text/html,application/xhtml+xml' -H 'Accept-Encoding: gzip, deflate, br, zstd' -H 'Content-Type: application/x-www-form-urlencoded' -H 'Origin: http://localhost:3000' -H 'Upgrade-Insecure-Requests: 1' -H 'Priority: u=0, i' --data-raw 'user=ana&password=a%26b'`;
  const [line] = linesOf(readCurl(command));
  expect([line!.length, line![0], line!.at(-1)]).toEqual([9, 'POST /login', 'user=ana&password=a%26b']);
});

test('Safari', () => {
  const command = String.raw`curl 'http://localhost:3000/api' \
-X 'POST' \
-H 'Content-Type: application/json' \
-H 'Sec-Fetch-Dest: empty' \
--data-binary '{"q":"x"}'`;
  expect(linesOf(readCurl(command))).toEqual([['POST /api', 'content-type: application/json', 'sec-fetch-dest: empty', '{"q":"x"}']]);
});

test.each([
  [
    'for bash',
    "curl 'http://localhost:3000/' -H 'a: 1' ;\ncurl 'http://localhost:3000/app.js' ;\ncurl 'http://localhost:3000/api' --data-raw 'x=1'",
  ],
  [
    'for cmd',
    'curl ^"http://localhost:3000/^" -H ^"a: 1^" &\r\ncurl ^"http://localhost:3000/app.js^" &\r\ncurl ^"http://localhost:3000/api^" --data-raw ^"x=1^"',
  ],
])('all of a page, %s', (_, commands) => {
  const read = readCurl(commands);
  expect(linesOf(read)).toEqual([
    ['GET /', 'a: 1', ''],
    ['GET /app.js', ''],
    ['POST /api', FORM, 'x=1'],
  ]);
  expect(read.ok && read.requests.map(({ name }) => name)).toEqual([
    'GET http://localhost:3000/',
    'GET http://localhost:3000/app.js',
    'POST http://localhost:3000/api',
  ]);
});

test('what is pasted is a plan that can be written and read', () => {
  const read = readCurl(`${CHROME_BASH}\ncurl -g -d @body.json 'http://localhost:3000/{{x}}'`);
  if (!read.ok) throw new Error(wordSaid(read.says));
  const plan = { ...EMPTY_PLAN, order: 'sequence' as const, requests: read.requests };
  expect(checkPlan(plan)).toEqual([]);
  expect(readPlan(writePlan(plan))).toEqual({ ok: true, plan });
});

test('one command is a mix of one, several are a sequence; those of chosen hosts go to the target', () => {
  const [one, several] = ['curl http://a/x', 'curl http://a/x; curl http://b/y; curl http://a'].map((command) => readCurl(command));
  if (!one!.ok || !several!.ok) throw new Error('They can be read');
  const seen = ({ order, requests }: Plan) => [order, ...requests.map(({ name, url }) => `${name}: ${url}`)];
  expect(seen(planOfCurl(one!.requests, new Set()))).toEqual(['mix', 'GET http://a/x: http://a/x']);
  expect(seen(planOfCurl(several!.requests, new Set(['http://a'])))).toEqual([
    'sequence',
    'GET /x: /x',
    'GET http://b/y: http://b/y',
    'GET /: /',
  ]);
});

/* ---- what is not as with curl ---- */

test.each([
  ['curl -L http://h/', 'Redirects are not followed: each response counts by itself.'],
  ['curl -H "Host: other" http://h/', 'The header Host: other is not sent: each request names the host of its URL.'],
  ['curl --http2 http://h/', 'The request is sent by HTTP/1.1.'],
  ['curl --http1.0 http://h/', 'The request is sent by HTTP/1.1.'],
  ['curl -0 http://h/', 'The request is sent by HTTP/1.1.'],
  ['curl -d @a.json http://h/', 'If a.json has line ends, curl would leave them out; here the file is sent as it is.'],
  ["curl -H 'Host:' http://h/", 'The header Host:  is not sent: each request names the host of its URL.'],
  [
    "curl -H 'Connection: close' http://h/",
    'The header Connection: close is not sent: whether connections are kept is a setting of the run (--no-keepalive).',
  ],
  ["curl -H 'Content-Length: 3' -d é http://h/", 'The header Content-Length: 3 is not sent: each request has the length of its body.'],
  ["curl -H 'Content-Length:' -d x http://h/", 'The header Content-Length: is not sent: each request has the length of its body.'],
  ["curl -H 'User-Agent;' http://h/", 'An empty User-Agent is not sent.'],
  ['curl -X get http://h/', 'curl would send the method as it is written, get; here it is GET.'],
  [`curl -g 'http://h/a b"?x={{y}}é'`, 'In the URL, " ", """, "{", "}" and "é" will be percent-encoded, which curl does not do.'],
])('%s is noted', (command, note) => {
  const read = readCurl(`${command}\n${command}`);
  expect(read.ok && read.notes.map(wordSaid)).toEqual([note]);
});

test.each<[string, string | RegExp]>([
  ['', 'There is no command: paste one that begins with "curl".'],
  ['wget http://h/', '"wget" is not curl. If it belongs to the URL before it, put the URL in quotes.'],
  ['curl http://h/?a=1&b=2', '"b=2" is not curl. If it belongs to the URL before it, put the URL in quotes.'],
  ['curl', 'The command has no URL.'],
  ["curl 'http://h/", "A quote is not closed: 'http://h/"],
  ['curl "http://h/', 'A quote is not closed: "http://h/'],
  ['curl ^"http://h/', 'A quote is not closed: curl ^"http://h/'],
  ['curl http://h/ -H', 'Something is missing after -H.'],
  ['curl http://h/ --frobnicate', 'The option --frobnicate of curl is not known here: leave it out if the request does not need it.'],
  ['curl ftp://h/', '"ftp://h/" is not a URL of http or https with a plain host and without a user name.'],
  ['curl http://u:p@h/', '"http://u:p@h/" is not a URL of http or https with a plain host and without a user name.'],
  ['curl -X BREW http://h/', 'BREW is not a method that Loopscope sends: GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS.'],
  [
    'curl http://h/$USER',
    'The shell would replace this before curl sees it: $USER Write out what it stands for, or put it in single quotes.',
  ],
  [
    'curl "http://h/$(id)"',
    'The shell would replace this before curl sees it: $(id)" Write out what it stands for, or put it in single quotes.',
  ],
  [
    'curl -d @/etc/passwd http://h/',
    '-d would read the file /etc/passwd. Put its content into the command, or write a plan whose body is a file.',
  ],
  ['curl -F f=@a.png http://h/', '-F would read the file a.png. Put its content into the command, or write a plan whose body is a file.'],
  ['curl -b jar.txt http://h/', '-b would read the file jar.txt. Put its content into the command, or write a plan whose body is a file.'],
  ['curl -K rc http://h/', '-K would read the file rc. Put its content into the command, or write a plan whose body is a file.'],
  ['curl -x http://proxy http://h/', '-x would not send the request straight to the server.'],
  ['curl --resolve h:80:10.0.0.1 http://h/', '--resolve would not send the request straight to the server.'],
  [
    "curl http://h/ -H $'x: a\\r\\nb: c'",
    'The header "x" cannot be sent: names are letters, digits and dashes; values are one line of Latin text.',
  ],
  ...[
    'a?x[0]=1',
    'a{}',
    '[1]',
    'x]y',
    'x}y',
    'a[3-1]',
    '[a-A]',
    '[1-3',
    '{a',
    '[10-08]',
    '{a,{b,c}}',
    '{[1-2],c}',
    '[1-3:0]',
    '[1-3:9]',
    '[-1-2]',
  ].map((path): [string, RegExp] => [
    `curl 'http://h/${path}'`,
    /^curl reads brackets and braces in a URL as a pattern, and refuses this one: .* write -g before the URL\.$/,
  ]),
  [
    "curl 'http://h/[1-100000]'",
    /^\[1-100000\] stands for so many URLs that there would be more than [\d,]+ requests\. Write a smaller pattern/,
  ],
  [
    "curl -d a=1 -H 'Transfer-Encoding: chunked' http://h/",
    'Transfer-Encoding: chunked: bodies are sent with their length here, not in chunks. Leave the header out.',
  ],
  ['curl --tr-encoding http://h/', 'The option --tr-encoding of curl is not known here: leave it out if the request does not need it.'],
  ['curl -G -d @q.txt http://h/', '-G would put the content of q.txt into the URL: write it into the command.'],
  ['curl -I -d x http://h/', 'curl refuses -d together with -I.'],
  ['curl -F a=b -d x http://h/', 'curl refuses -F together with -d.'],
  ['curl -F a=b -G -d x http://h/', 'curl refuses -F together with -d.'],
  ['curl -I -F a=b http://h/', 'curl refuses -F together with -I.'],
  [
    "curl -F 'a=b;encoder=base64' http://h/",
    'The part "encoder=base64" of the field "a" is not known here: leave it out, or put the text of the field in double quotes.',
  ],
  ["curl -F 'a=b;filename=z.bin' http://h/", 'The field "a" has a filename but no type: add ;type=text/plain, or another one.'],
  ["curl -H 'Content-Type:' -F a=b http://h/", 'With Content-Type: the fields of -F are not sent as a form: leave the header out.'],
  [
    "curl -H 'Content-Type: text/plain' -F a=b http://h/",
    'With Content-Type: text/plain the fields of -F are not sent as a form: leave the header out.',
  ],
  ['curl -d a -d @b http://h/', 'The body comes from a file and from the command as well: only one of them can be sent.'],
  ['curl -d @- http://h/', '-d would read the file -. Put its content into the command, or write a plan whose body is a file.'],
])('%j is refused', (command, sentence) => {
  const read = readCurl(command);
  expect(read.ok ? '' : wordSaid(read.says)).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
});
