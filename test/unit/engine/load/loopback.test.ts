import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { checkHost } from '../../../../electron/engine/load/loopback.ts';
import { listen } from '../../../helpers/load.ts';
import { worded } from '../../../helpers/worded.ts';

const local = async () => ['127.0.0.1'];

describe('allows this machine in every notation', () => {
  test.each([
    ['http://127.0.0.1:3000/', '127.0.0.1'],
    ['http://localhost:3000/', '127.0.0.1'],
    ['http://LOCALHOST:3000/', '127.0.0.1'],
    ['http://%6cocalhost:3000/', '127.0.0.1'],
    ['http://127.1/', '127.0.0.1'],
    ['http://127.9.8.7/', '127.9.8.7'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://017700000001/', '127.0.0.1'],
    ['http://[::1]:3000/', '::1'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['http://１２７.0.0.1/', '127.0.0.1'],
    ['https://127.0.0.1/', '127.0.0.1'],
  ])('%s goes to %s', async (url, address) => {
    expect(await checkHost(url, null, local)).toMatchObject({ ok: true, value: { address } });
  });
});

describe('refuses everything else', () => {
  test.each([
    'http://[::ffff:a00:1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[::127.0.0.1]/',
    'http://0.0.0.0/',
    'http://0/',
    'http://[::]/',
    'http://127.0.0.1@example.com/',
    'http://127.0.0.1:80@example.com/',
    'http://127.0.0.1.nip.io/',
    'http://localhost.example.com/',
    'http://localhost./',
    'http://localhost6/',
    'http://ip6-localhost/',
    'http://10.0.0.5/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http:\\\\example.com',
    'http://example.com#@127.0.0.1',
    'http://example.com?@127.0.0.1',
    'http://128.0.0.1/',
    'http://126.255.255.255/',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'ws://127.0.0.1/',
    'javascript:alert(1)',
    'http://user:secret@127.0.0.1/',
    'http://',
    '/path',
    '',
  ])('%s', async (url) => {
    // The resolver would say that any name is this machine: it must not be asked.
    expect((await checkHost(url, null, local)).ok).toBe(false);
  });

  test.each([
    ['http://0.0.0.0:3000/a?token=s3cr3t-value-of-mine', 'http://127.0.0.1:3000/a?token='],
    ['http://[::]:3000/a', 'http://[::1]:3000/a'],
  ])('%s is where a server listens, and where it is reached is said', async (url, there) => {
    const said = worded(await checkHost(url, null, local));
    expect(said).toMatchObject({ ok: false, failure: { code: 'host-refused', hint: expect.stringContaining(`write ${there}`) } });
    expect(JSON.stringify(said)).not.toContain('s3cr3t');
  });

  test('with a message that names the host and the flag', async () => {
    expect(worded(await checkHost('http://staging.example.com/x', null, local))).toEqual({
      ok: false,
      failure: {
        code: 'host-refused',
        message: expect.stringContaining('"staging.example.com"'),
        hint: expect.stringContaining('--allow-host staging.example.com'),
      },
    });
  });
});

test('refuses localhost when it also resolves to another machine', async () => {
  const outcome = await checkHost('http://localhost:3000/', null, async () => ['127.0.0.1', '10.0.0.5']);
  expect(worded(outcome)).toMatchObject({ ok: false, failure: { code: 'host-refused', message: expect.stringContaining('10.0.0.5') } });
});

describe('a host the user named', () => {
  const resolve = async () => ['10.0.0.5'];
  test.each([
    ['http://example.com/', 'example.com', '10.0.0.5'],
    ['http://Example.COM/', 'EXAMPLE.com', '10.0.0.5'],
    ['http://10.0.0.7/', '10.0.0.7', '10.0.0.7'],
    ['http://[fd00::1]/', '[fd00::1]', 'fd00::1'],
    ['http://[fd00::1]/', 'fd00::1', 'fd00::1'],
  ])('%s with --allow-host %s goes to %s', async (url, allowed, address) => {
    expect(await checkHost(url, allowed, resolve)).toMatchObject({ ok: true, value: { address } });
  });

  test.each(['com', 'www.example.com', 'example.com.', '*', '', 'example.com:80'])(
    'is not allowed by --allow-host "%s"',
    async (allowed) => {
      expect(await checkHost('http://example.com/', allowed, resolve)).toMatchObject({ ok: false, failure: { code: 'host-refused' } });
    },
  );

  test('that has no address is unreachable', async () => {
    const nowhere = async () => Promise.reject(new Error('ENOTFOUND'));
    expect(await checkHost('http://example.com/', 'example.com', nowhere)).toMatchObject({ ok: false, failure: { code: 'unreachable' } });
  });
});

test('of several addresses, uses one that accepts connections', async () => {
  const server = await listen(createServer());
  const { port } = new URL(server.url);
  const outcome = await checkHost(`http://localhost:${port}/`, null, async () => ['127.0.0.9', '127.0.0.1']);
  server.close();
  expect(outcome).toMatchObject({ ok: true, value: { address: '127.0.0.1' } });
});

test('drops the fragment and keeps path and query', async () => {
  expect(await checkHost('http://127.0.0.1:8080/a b?c=d#e', null)).toEqual({
    ok: true,
    value: { url: 'http://127.0.0.1:8080/a%20b?c=d', address: '127.0.0.1', addresses: ['127.0.0.1'] },
  });
});
