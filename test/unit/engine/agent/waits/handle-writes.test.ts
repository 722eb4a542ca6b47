/** What a program writes on its sockets is seen at the methods of their handles, on a real socket. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { HandleWrites } from '../../../../../electron/engine/agent/waits/handle-writes.ts';

type WithHandle = Socket & { readonly _handle: object };

async function pair(): Promise<{ client: WithHandle; served: Socket }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1') as WithHandle;
  const [served] = (await once(server, 'connection')) as [Socket];
  onTestFinished(() => {
    client.destroy();
    served.destroy();
    server.close();
  });
  return { client, served };
}

/** The prototype that has the methods of writing; as it was again when the test has finished. */
function restoring(handle: object): object {
  let prototype: object = Object.getPrototypeOf(handle);
  while (!Object.hasOwn(prototype, 'writeUtf8String')) prototype = Object.getPrototypeOf(prototype);
  for (const changed of new Set([prototype, Object.getPrototypeOf(handle)])) {
    const names = [...Object.getOwnPropertyNames(changed).filter((name) => name.startsWith('write')), 'close', 'reset'];
    const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(changed, name)] as const);
    onTestFinished(() => {
      for (const [name, property] of before) {
        if (property === undefined) Reflect.deleteProperty(changed, name);
        else Object.defineProperty(changed, name, property);
      }
    });
  }
  return prototype;
}

test('texts, buffers and what is written at once are seen as bytes, before they are sent', async () => {
  const { client, served } = await pair();
  restoring(client._handle);
  const seen: string[] = [];
  const writes = new HandleWrites((handle, chunks) => {
    if (handle === client._handle) seen.push(Buffer.concat(chunks()).toString('latin1'));
  });
  writes.watch(client._handle);
  client.write('a text: \u00e9');
  client.write(Buffer.from('bytes'));
  client.write('latin1 \u00e9', 'latin1');
  client.cork();
  client.write('both ');
  client.write(Buffer.from('at once'));
  client.uncork();
  let received = '';
  served.setEncoding('latin1').on('data', (text: string) => {
    received += text;
  });
  client.end();
  await once(served, 'end');
  expect(seen.join('')).toBe(received);
  expect(seen.at(-1)).toContain('both at once');
});

test.each(['destroy', 'resetAndDestroy'] as const)('%s of a socket is seen before it is closed', async (way) => {
  const { client } = await pair();
  restoring(client._handle);
  const { _handle: handle } = client;
  const seen: object[] = [];
  new HandleWrites(
    () => {},
    (closed) => seen.push(closed),
  ).watch(handle);
  client[way]();
  await once(client, 'close');
  expect(seen.filter((one) => one === handle)).toHaveLength(1);
});

test('a watcher that throws changes nothing', async () => {
  const { client, served } = await pair();
  restoring(client._handle);
  const fail = () => {
    throw new Error('of the watcher');
  };
  const writes = new HandleWrites(fail, fail);
  writes.watch(client._handle);
  client.end('arrives');
  const [received] = (await once(served, 'data')) as [Buffer];
  expect(received.toString()).toBe('arrives');
});

test('the methods have their names and lengths, and a socket has no other properties', async () => {
  const { client } = await pair();
  const prototype = restoring(client._handle);
  const describe = () =>
    Object.entries(Object.getOwnPropertyDescriptors(prototype))
      .filter(([name]) => name.startsWith('write'))
      .map(([name, { value, ...flags }]) => [name, flags, value?.name, value?.length, value && Object.hasOwn(value, 'prototype')]);
  const [before, keys] = [describe(), Reflect.ownKeys(client)];
  new HandleWrites(() => {}).watch(client._handle);
  expect(Reflect.ownKeys(client)).toEqual(keys);
  expect(describe().map((one) => one.slice(0, 4))).toEqual(before.map((one) => one.slice(0, 4)));
});
