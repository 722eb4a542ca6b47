/** Whether k6 and Artillery do with an exported plan what the plan says, counted by the server. Each is on PATH or named by K6, ARTILLERY. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { loopscope } from '../../helpers/command.ts';

const K6 = process.env.K6 ?? 'k6';
const hasK6 = spawnSync(K6, ['version']).status === 0;
const ARTILLERY = process.env.ARTILLERY ?? 'artillery';
const hasArtillery = spawnSync(ARTILLERY, ['--version']).status === 0;

const PLAN = `plan: 1
sequence:
  - name: login
    url: /login
    body: { form: { user: '{{user}}', password: '{{password}}' } }
    capture: { token: { json: $.token } }
  - { name: cart, url: '/cart/{{n}}', method: PUT, headers: { authorization: 'Bearer {{token}}' }, body: { json: { item: '{{n}}' } }, expect: { contains: saved } }
values:
  user: { file: users.csv, column: name }
  password: { file: users.csv, column: password }
  n: { random: [7, 7] }
load: { model: users, users: 5, requests: 20 }
`;

const ARRIVALS = 'load: { model: arrivals, phases: [5/s for 4s, 2/s..8/s over 2s] }';

/** A shop that counts what it was asked for as the plan says, and keeps what it was not. */
async function shop() {
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const counts = { login: 0, cart: 0, other: [] as string[] };
  const users = new Set<string>();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const form = new URLSearchParams(body);
      const session = /sid=(\d+)/.exec(request.headers.cookie ?? '')?.[1];
      if (request.url === '/login' && form.get('password') === `pw of ${form.get('user')}`) {
        users.add(form.get('user')!);
        const id = ++counts.login;
        response.setHeader('set-cookie', `sid=${id}`).end(JSON.stringify({ token: `t${id}` }));
      } else if (request.url === '/cart/7' && request.headers.authorization === `Bearer t${session}` && body === '{"item":7}') {
        counts.cart++;
        response.end('saved');
      } else {
        counts.other.push(`${request.method} ${request.url} ${body}`);
        response.writeHead(400).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const rows = ['name,password', 'ana,pw of ana', '"bo, ""b"" ","pw of bo, ""b"" "', ''];
  writeFileSync(join(folder, 'users.csv'), rows.join('\n'));
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { counts, users, target, at: (name: string) => join(folder, name) };
}

const USERS = ['ana', 'bo, "b" '];

test.skipIf(!hasK6)('k6: a login, its cookie, a captured token and rows of a file: the server counts what the plan says', async () => {
  const { counts, users, target, at } = await shop();
  writeFileSync(at('shop.yaml'), PLAN);
  await loopscope('plan', 'export', at('shop.yaml'), '--to', 'k6', '--url', target, '-o', at('shop.js'));
  await promisify(execFile)(K6, ['run', '--quiet', '--no-usage-report', at('shop.js')]);
  expect(counts).toEqual({ login: 50, cart: 50, other: [] });
  expect([...users].sort()).toEqual(USERS);
});

test.skipIf(!hasArtillery)('Artillery: the same, with a constant rate and one that rises', async () => {
  const { counts, users, target, at } = await shop();
  writeFileSync(at('shop.yaml'), PLAN.replace(/load: .*/, ARRIVALS));
  await loopscope('plan', 'export', at('shop.yaml'), '--to', 'artillery', '--url', target, '-o', at('shop.yml'));
  const env = { ...process.env, ARTILLERY_DISABLE_TELEMETRY: 'true' };
  await promisify(execFile)(ARTILLERY, ['run', '--quiet', at('shop.yml')], { env });
  expect(counts).toEqual({ login: 30, cart: 30, other: [] });
  expect([...users].sort()).toEqual(USERS);
});
