import { expect, test } from 'vitest';
import { hostHider } from '../../../../shared/privacy/hide-hosts.ts';

test('other machines have a number in place of their name, the same one each time; this machine keeps its own', () => {
  const hide = hostHider();
  expect(hide('postgresql://db.example:5432')).toBe('postgresql://(host 1):5432');
  expect(hide('GET https://api.example')).toBe('GET https://(host 2)');
  expect(hide('tcp://[2001:db8::1]:9000')).toBe('tcp://(host 3):9000');
  expect(hide('TCP 10.1.2.3:5432')).toBe('TCP (host 4):5432');
  expect(hide('redis://db.example:6379')).toBe('redis://(host 1):6379');
  for (const own of [
    'http://127.0.0.1:4555',
    'http://localhost',
    'tcp://[::1]:9',
    'TCP 127.0.0.1:5432',
    'interval (server.js:3)',
    'select a',
  ])
    expect(hide(own)).toBe(own);
});
