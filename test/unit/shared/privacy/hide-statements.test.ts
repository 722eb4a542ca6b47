import { expect, test } from 'vitest';
import { isStatement, StatementHider } from '../../../../shared/privacy/hide-statements.ts';

test('a statement of a database is one, what only says what is done is none', () => {
  const [postgres, mysql, redis] = ['postgresql://127.0.0.1:5432', 'mysql', 'redis://127.0.0.1:6379'];
  expect(isStatement('query', postgres, 'select a from b')).toBe(true);
  expect(isStatement('query', mysql, 'DROP PLANS')).toBe(true);
  for (const name of ['', 'COMMIT', 'begin', 'PING', 'RESET CONNECTION', 'function call', '(others)'])
    expect(isStatement('query', postgres, name)).toBe(false);
  expect(isStatement('query', redis, 'JSON.GET')).toBe(false);
  expect(isStatement('http', 'http://127.0.0.1', 'GET')).toBe(false);
});

test('the same statement has the same number', () => {
  const hider = new StatementHider();
  expect(['select a', 'select b', 'select a'].map((one) => hider.hide(one))).toEqual(['(statement 1)', '(statement 2)', '(statement 1)']);
});
