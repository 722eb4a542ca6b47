import { expect, test } from 'vitest';
import { looksSecret, redactText } from '../../../../shared/privacy/redact-text.ts';

/** A text -> what must not be left of it. */
const SECRETS: readonly (readonly [text: string, ...leaks: string[]])[] = [
  ['postgres://shop:hunter2@db.internal/shop', 'hunter2'],
  ['postgres://shop:hun/ter@2@db/shop', 'hun', 'ter@2'],
  ['redis://:hunter2@cache:6379', 'hunter2'],
  ['connect https://ghost@example.org/x', 'ghost@'],
  ['Server=db;Database=shop;User Id=sa;Password=hunter2;Encrypt=true', 'hunter2'],
  ['--password=hunter2', 'hunter2'],
  ['node app.js --password hunter2 --port 3000', 'hunter2'],
  ["node app.js --api-key 'hunter two'", 'hunter', 'two'],
  ['GET /cart?token=hunter2&page=2', 'hunter2'],
  ['/reset?session=hunter2', 'hunter2'],
  ['Authorization: Bearer hunter2', 'hunter2'],
  ['sent Bearer hunter2, refused', 'hunter2'],
  ['Basic dXNlcjpodW50ZXIy', 'dXNlcjpodW50ZXIy'],
  ['Cookie: sid=hunter2; theme=dark', 'hunter2', 'dark'],
  ['{"apiKey":"hunter2","page":2}', 'hunter2'],
  ["{ password: 'hunter2', page: 2 }", 'hunter2'],
  ['"{\\"token\\":\\"hunter2\\"}"', 'hunter2'],
  ['password="a \\"quoted\\" hunter2"', 'hunter2', 'quoted'],
  ['-----BEGIN RSA PRIVATE KEY-----\nMIIEhunter2\n-----END RSA PRIVATE KEY-----', 'hunter2'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP', 'eyJ', 'dBjft'],
  ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', 'C7e42F'],
  ['sk-proj-abcdEFGH1234abcdEFGH1234', 'abcdEFGH'],
  ['AKIAIOSFODNN7EXAMPLE', 'IOSFODNN'],
  ['xoxb-17653672481-19874698323-pdFZKVeTuE8sk7oOHcBrzzqy', '17653672481'],
  ['AIzaSyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe', 'GmWKa4'],
  ['sk_live_4eC39HqLyjWDarjtT1zdp7dc', '4eC39'],
  ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', '9f86d081'],
  ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', '4f89-41d3'],
  ['wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY', 'wJalr'],
  ['q7x2k9v4m1b8n3z6t5', 'q7x2'],
  ['4111111111111111', '4111'],
];

test.each(SECRETS)('removes all secrets from %j', (text, ...leaks) => {
  const redacted = redactText(text);
  for (const leak of leaks) expect(redacted, redacted).not.toContain(leak);
  expect(looksSecret(text)).toBe(true);
  expect(redactText(redacted)).toBe(redacted);
});

const PLAIN = [
  'production',
  '3000',
  'true',
  'http://127.0.0.1:3000/cart?page=2&sort=price',
  'http://localhost:3000/users/ana@example.org',
  'http://localhost:3000?q=a@b',
  'postgres://db.internal:5432/shop',
  '/home/ana/projects/shop/server-with-a-long-name.js',
  '--max-old-space-size=4096 --require ./tracing/instrumentation.cjs',
  'file:///srv/node_modules/.pnpm/express@4.18.2/node_modules/express/lib/router/index.js:144:13',
  '    at authenticate (/srv/auth.js:12:5)',
  "Error: Cannot find module './passenger.js'",
  'Basic understanding of the basic authentication scheme',
  'The script exited with code 1 before it listened on a port.',
  'The last 4096 bytes of the recording were torn or damaged and are left out.',
  'text/html,application/xhtml+xml;q=0.9,image/webp',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
  'RequestProcessingMiddlewareFactory',
  'AbstractSingletonProxyFactoryBean',
  'v20.19.4',
  '2026-11-21T22:50:59.000Z',
];

test.each(PLAIN)('leaves text without secrets unchanged: %j', (text) => {
  expect(redactText(text)).toBe(text);
});

test('repeated beginnings of secrets do not take quadratic time', () => {
  const pieces = ['a-', 'a="', '\\"', 'x', '//a:', 'token=', 'token:"', '-----BEGIN A-----', 'Bearer ', '--key ', 'aB1', 'eyJabcdef.'];
  for (const piece of pieces) redactText(piece.repeat(200_000 / piece.length));
});
