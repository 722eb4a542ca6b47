/** Request plans on the command line: what the server was asked for, what is printed, and what the file says again. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { splitWords } from '../../shared/model/setup/shell-words.ts';
import { loopscope, loopscopeHere, type OwnDocument, scratch } from '../helpers/command.ts';

const SHOP = join(import.meta.dirname, '../fixtures/plans/shop.cjs');

const SEQUENCE = `plan: 1
# Who shops
sequence:
  - { name: login, url: /login, body: { form: { user: '{{user}}', password: '{{password}}' } }, capture: { token: { json: $.token } } }
  - { name: cart, url: '/cart/{{n}}', headers: { authorization: 'Bearer {{token}}' }, body: { json: { item: '{{n}}' } }, think: 0.01 }
  - { name: pay, url: /pay, method: PUT, headers: { authorization: 'Bearer {{token}}' }, expect: { contains: saved } }
values:
  user: { file: users.csv, column: name }
  password: { file: users.csv, column: password }
  n: { random: [7, 7] }
load: { model: users, users: 4, requests: 6 }
timeout: 5
`;

const USERS = 'name,password\nana,pw-of-ana\nbo,pw-of-bo\n';

/** A folder with these files. */
function folderOf(files: Readonly<Record<string, string>>): (name: string) => string {
  const folder = scratch();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return (name) => join(folder, name);
}

interface Served {
  readonly sessions: readonly (readonly string[])[];
  readonly counts: Readonly<Record<string, number>>;
}

async function record(at: (name: string) => string, ...flags: string[]) {
  const [counts, file] = [at('counts.json'), at('run.loopscope')];
  const asked = ['run', SHOP, ...flags, '--env', `COUNTS=${counts}`, '--capture', 'none', '--json', '-o', file];
  const { stdout, stderr, code } = await loopscope(...asked);
  expect(code, stderr).toBe(0);
  const document = JSON.parse(stdout) as OwnDocument;
  expect(JSON.parse((await loopscope('show', file, '--json')).stdout)).toEqual(document);
  return { run: document.runs[0]!, stderr, file, served: JSON.parse(readFileSync(counts, 'utf8')) as Served };
}

test('--plan: each user logs in and goes through the sequence in order; the load of the plan applies', async () => {
  const at = folderOf({ 'shop.yaml': SEQUENCE, 'users.csv': USERS });
  const { run, served, file } = await record(at, '--plan', at('shop.yaml'));
  expect(run.load).toMatchObject({ model: 'users', users: 4, requestsEach: 6, timeoutS: 5, plan: { order: 'sequence' } });
  expect(run.load!.plan!.requests.map(({ name }) => name)).toEqual(['login', 'cart', 'pay']);
  expect(run.requests).toMatchObject({ sent: 24, completed: 24, unexpected: 0 });
  expect(run.sessionMs!.count).toBe(4);
  expect(served.counts).toEqual({ '/login': 8, '/cart/7': 8, '/pay': 8 });
  expect(served.sessions.map(([login]) => login!).sort()).toEqual([...Array(4).fill('login ana'), ...Array(4).fill('login bo')]);
  for (const [, ...rest] of served.sessions) expect(rest).toEqual(['POST /cart/7', 'PUT /pay']);

  const markdown = await loopscope('export', file, '--format', 'markdown', '-o', at('run.md'));
  expect(markdown.code).toBe(0);
  const told = readFileSync(at('run.md'), 'utf8');
  expect(told).toContain('A sequence of 3 requests (login, cart, pay)');
  expect(told).toContain(`--plan ${at('shop.yaml')} --warmup 0 --users 4 --requests 6`);
});

test('what a response is expected to be: a status that is expected is no failure, and what is not met is a kind of failure of its own', async () => {
  const at = folderOf({});
  const plan = `plan: 1
sequence:
  - { name: away, url: /nowhere, expect: 302 }
  - { name: page, url: /page, expect: { json: { $.ok: true } } }
  - { name: search, url: /search, expect: { contains: nothing like it } }
  - { name: never, url: /page }
`;
  const { run, served } = await record(at, '--plan', plan, '--arrivals', '20/s for 500ms');
  expect(served.counts).toEqual({ '/nowhere': 10, '/page': 10, '/search': 10 });
  expect(run.requests).toMatchObject({ sent: 30, completed: 20, failed: 10, unexpected: 0 });
  expect(run.errors).toEqual({ UNMET_TEXT: 10 });
  const missing = await record(folderOf({}), '--plan', 'plan: 1\nrequests: [{ url: /missing, expect: [200, 404] }]\n', '-a', '8');
  expect(missing.run).toMatchObject({ requests: { completed: 8, unexpected: 0 }, status: { '404': 8 }, metStatus: { '404': 8 } });
  expect(missing.run.latencyMs!.count).toBe(8);
  expect(missing.stderr).not.toContain('404');
});

test('flags have the last word over the load of a plan', { tags: ['long'] }, async () => {
  const at = folderOf({ 'shop.yaml': SEQUENCE, 'users.csv': USERS });
  const same = await record(at, '--plan', at('shop.yaml'), '--users', '2', '--timeout', '4');
  expect(same.run.load).toMatchObject({ model: 'users', users: 2, requestsEach: 6, timeoutS: 4 });
  const other = await record(folderOf({}), '--plan', at('shop.yaml'), '-c', '3', '-a', '9');
  expect(other.run.load).toMatchObject({ model: 'closed', connections: 3, end: { by: 'amount', requests: 9 }, timeoutS: 5 });
  expect(Object.values(other.served.counts).reduce((sum, count) => sum + count)).toBe(9);
});

test('a mix; the plan is stored without its secrets, and the shown command makes the same run', { tags: ['long'] }, async () => {
  const at = folderOf({});
  const plan =
    'plan: 1\nrequests:\n  - { name: page, url: /page, weight: 3 }\n  - { name: search, url: /search, headers: { x-api-key: k-123456 } } # k-123456\n';
  const { run, served, file } = await record(at, '--plan', plan, '-c', '4', '-a', '400');
  expect(run.load!.plan!.order).toBe('mix');
  const { '/page': pages = 0, '/search': searches = 0 } = served.counts;
  expect(pages + searches).toBe(400);
  expect(Math.abs(pages - 300)).toBeLessThan(4 * Math.sqrt(400 * 0.75 * 0.25));
  expect(run.byRequest!.map(({ name, requests }) => [name, requests!.completed])).toEqual([
    ['page', pages],
    ['search', searches],
  ]);
  const show = async (table: string) => (await loopscope('show', file, '--table', table)).stdout;
  expect(await show('plan')).toMatch(new RegExp(`│ search +│ +${searches} │ +${(searches / 4).toFixed(1)} │`));
  expect((await show('requests')).match(/ 200 +│ (?:page|search) +│/g)).toHaveLength(20);
  expect(readFileSync(file).includes('k-123456')).toBe(false);
  await loopscope('export', file, '--format', 'json', '-o', at('run.json'));
  expect(readFileSync(at('run.json'), 'utf8')).not.toContain('k-123456');

  const kept = at('kept.loopscope');
  await loopscope('run', SHOP, '--plan', plan, '-a', '20', '--capture', 'none', '--keep-values', '-o', kept);
  await loopscope('export', kept, '--format', 'markdown', '-o', at('kept.md'));
  const shown = /loopscope run [^`]*/.exec(readFileSync(at('kept.md'), 'utf8'))![0];
  const again = await loopscope(...splitWords(shown).words.slice(1), '--json', '-o', at('again.loopscope'));
  expect(JSON.parse(again.stdout).runs[0].requests).toMatchObject({ completed: 20 });
});

test('--curl: the command goes to the script, with its body', async () => {
  const at = folderOf({});
  const curl = `curl 'https://shop.example/search?q=1' -H 'accept: */*' --data-raw '{"q":1}'`;
  const { run, served, stderr } = await record(at, '--curl', curl, '-a', '12');
  expect(run.load!.plan!.requests).toMatchObject([{ method: 'POST', url: '/search?q=1' }]);
  expect(served.counts).toEqual({ '/search': 12 });
  expect(stderr).toContain('What is measured takes the place of https://shop.example');
});

test('--har: the requests of the chosen hosts, in order', { tags: ['long'] }, async () => {
  const entry = (method: string, url: string, postData?: object) => ({
    request: { method, url, headers: [{ name: 'cookie', value: 'sid=4711' }], ...(postData && { postData }) },
    response: { status: 200 },
  });
  const form = { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'user', value: 'ana' }] };
  const entries = [
    entry('GET', 'https://shop.example/page'),
    entry('POST', 'https://shop.example/login', form),
    entry('GET', 'https://cdn.example/x.js'),
  ];
  const at = folderOf({ 'one.har': JSON.stringify({ log: { entries } }), 'cut.har': '{"log":' });
  const { served, stderr } = await record(at, '--har', at('one.har'), '--har-hosts', 'shop.example', '--users', '3', '--requests', '2');
  expect(served.counts).toEqual({ '/page': 3, '/login': 3 });
  expect(served.sessions).toEqual(Array(3).fill(['login ana']));
  expect(stderr).toContain('2 headers with cookies or credentials');

  const asked = await loopscope('run', SHOP, '--har', at('one.har'));
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('https://shop.example (2), https://cdn.example (1)') });
  expect(await loopscope('run', SHOP, '--har', at('cut.har'))).toMatchObject({ code: 2, stderr: expect.stringContaining('cut.har') });
});

test('compare takes a plan for both sides', { tags: ['long'] }, async () => {
  const at = folderOf({ 'shop.yaml': SEQUENCE, 'users.csv': USERS });
  const { stdout } = await loopscope('compare', SHOP, '--plan', at('shop.yaml'), '--pairs', '2', '--capture', 'none', '--json');
  const { runs } = JSON.parse(stdout) as OwnDocument;
  expect(runs.map(({ requests }) => requests!.completed)).toEqual([24, 24, 24, 24]);
});

test.each([
  [['--plan', 'bad.yaml'], /bad\.yaml: Line 5, column \d+: There is no value \{\{tokn\}\}/],
  [['--plan', 'alone.yaml'], /alone\.yaml: There is no file nobody\.csv beside the plan/],
  [['--plan', 'late.yaml'], /late\.yaml: Line 3, column 35: Schedule, character 3: expected .*, found "\/x"/],
  [['--plan', 'none.yaml'], /none\.yaml cannot be read \(ENOENT\)/],
  [['--plan', 'shop.yaml', '--curl', 'curl /'], /--plan and --curl cannot be combined/],
  [['--plan', 'shop.yaml', '--method', 'PUT'], /--method and --plan cannot be combined\. Each request of a plan has its own method/],
  [['--plan', 'shop.yaml', '--url', '/x'], /Each request of a plan has a path of its own/],
  [['--plan', 'shop.yaml', '-c', '4', '--pipelining', '2'], /Users of a plan wait for each response/],
  [['--plan', 'shop.yaml', '-c', '4', '--client', 'autocannon'], /autocannon makes one request again and again/],
  [['--curl', "curl 'http://localhost"], /--curl: A quote is not closed/],
  [['--curl', 'curl --data-binary @missing.txt http://127.0.0.1/'], /--curl: There is no file missing\.txt in the current folder, .*[/\\]/],
  [['--har-hosts', 'a.example'], /--har-hosts chooses among the hosts of a recording/],
])('%j is refused as wrong usage', async (flags, says) => {
  const at = folderOf({
    'shop.yaml': SEQUENCE,
    'users.csv': USERS,
    'bad.yaml': SEQUENCE.replace('{{token}}', '{{tokn}}'),
    'alone.yaml': SEQUENCE.replace('users.csv', 'nobody.csv'),
    'late.yaml': 'plan: 1\nrequests: [/page]\nload: { model: arrivals, phases: [10/x] }\n',
  });
  const { code, stderr } = await loopscopeHere('run', SHOP, ...flags.map((one) => (one.endsWith('.yaml') ? at(one) : one)));
  expect(stderr).toMatch(says);
  expect(code).toBe(2);
});

test('a plan reaches another host only where the command says so', async () => {
  const at = folderOf({ 'away.yaml': 'plan: 1\nrequests: [/page, "http://192.0.2.1/x"]\n' });
  const { code, stderr } = await loopscope('run', SHOP, '--plan', at('away.yaml'), '--capture', 'none');
  expect(stderr).toContain('Load to "192.0.2.1" is refused');
  expect(code).toBe(1);
});

test('a plan for another load generator: for the user alone, with what differs, and never over a file that is there', {
  tags: ['long'],
}, async () => {
  const at = folderOf({ 'shop.yaml': SEQUENCE, 'users.csv': USERS });
  const asked = ['plan', 'export', at('shop.yaml'), '--to', 'k6', '-o', at('shop.k6.js')];
  const { code, stderr } = await loopscope(...asked, '--url', 'http://127.0.0.1:4000/');
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('may be secret') });
  const script = readFileSync(at('shop.k6.js'), 'utf8');
  expect(script).toContain('"http://127.0.0.1:4000"');
  expect(script).toContain('pw-of-ana');
  expect(statSync(at('shop.k6.js')).mode & 0o077).toBe(0);
  expect(await loopscope(...asked)).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') });
  expect(await loopscope(...asked, '--url', 'shop.example', '--force')).toMatchObject({ code: 2 });
  expect(readFileSync(at('shop.k6.js'), 'utf8')).toBe(script);
});
