import { expect, test } from 'vitest';
import { isSecretName } from '../../../../shared/privacy/secret-names.ts';

const SECRET = [
  ...['API_KEY', 'apiKey', 'x-api-key', 'APIKey', 'APIKEY', 'accessToken', 'ACCESS_TOKEN', 'accesstoken', 'DB_PASSWORD', 'db_PassWord'],
  ...['PGPASSWORD', 'authorization', 'Proxy-Authorization', 'cookie', 'set-cookie', 'SESSION_SECRET', 'session.secret', 'client_secret'],
  ...['key', 'pass', 'pwd', 'user.pwd', 'AUTH', 'OAUTH2_TOKEN', 'jwt', 'sid', 'session', 'JSESSIONID', 'sig', 'X-Amz-Signature'],
  ...['passphrase', 'privateKey', 'credentials', 'AWS_SECRET_ACCESS_KEY', '--password', 'SENTRY_DSN', 'csrf-token', 'api_keys'],
];
const PLAIN = [
  ...['BYPASS_CACHE', 'monkey', 'passenger', 'keyboard', 'MONKEY_COUNT', 'passengerName', 'compass', 'author', 'AUTHOR_NAME', 'tokenizer'],
  ...['NODE_ENV', 'PORT', 'LOG_LEVEL', 'SESSION_TIMEOUT', 'secretary', 'keynote', 'donkeys', 'design', 'pinned', 'DATABASE_URL', ''],
];

test.each(SECRET)('%s names a secret', (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each(PLAIN)('%j names no secret', (name) => {
  expect(isSecretName(name)).toBe(false);
});

test('a long name does not take quadratic time', () => {
  for (const piece of ['A', 'aB', 'a_', 'token_']) isSecretName(piece.repeat(500_000));
});
