/** Whether k6 does with an exported plan what the plan says, counted by the server. Needs a k6 on PATH or named by K6. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { loopscope } from '../helpers/command.ts';

const K6 = process.env.K6 ?? 'k6';
const hasK6 = spawnSync(K6, ['version']).status === 0;

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

test.skipIf(!hasK6)('a login, its cookie, a captured token and rows of a file: the server counts what the plan says', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-k6-'));
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
  writeFileSync(join(folder, 'shop.yaml'), PLAN);
  writeFileSync(join(folder, 'users.csv'), 'name,password\nana,pw of ana\n"bo, ""b""","pw of bo, ""b"""\n');
  const script = join(folder, 'shop.k6.js');
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await loopscope('plan', 'export', join(folder, 'shop.yaml'), '--to', 'k6', '--url', target, '-o', script);
  await promisify(execFile)(K6, ['run', '--quiet', '--no-usage-report', script]);
  expect(counts).toEqual({ login: 50, cart: 50, other: [] });
  expect([...users].sort()).toEqual(['ana', 'bo, "b"']);
});
