import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { parseAgentAddress } from '../../electron/engine/agent/address.ts';
import type { FromAgent } from '../../electron/engine/agent/protocol.ts';
import { type AgentLink, AgentServer } from '../../electron/engine/target/agent-server.ts';

const told: string[] = [];
const links: AgentLink[] = [];
let server: AgentServer;
afterEach(() => {
  server.close();
  told.length = 0;
  links.length = 0;
});

async function open() {
  server = await AgentServer.open('run', {
    onHello: (link) => void links.push(link),
    onMessage(_, { type }) {
      told.push(type);
      return type !== 'capture-report';
    },
    onGone: () => {},
    onStranger: () => void told.push('stranger'),
    onInvalid: () => void told.push('invalid'),
  });
  const { path, token } = parseAgentAddress(server.address)!;
  const socket = connect(path);
  const send = (...lines: unknown[]) => socket.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return { socket, send, token };
}

function hello(token: string): FromAgent {
  return { type: 'hello', token, pid: process.pid, ppid: 1, startTicks: null, role: 'main', title: 'x', node: '20.0.0', clock: 1 };
}

test('the agent of a program stays connected when something invalid comes, as the program would end with it', async () => {
  const { socket, send, token } = await open();
  send(hello(token), { type: 'nothing' }, hello(token), { type: 'capture-report', capture: 'cpu', report: 0 });
  send({ type: 'capture-started', capture: 'cpu' });
  await expect.poll(() => told).toEqual(['invalid', 'invalid', 'capture-report', 'invalid', 'capture-started']);
  links[0]!.send({ type: 'sample' });
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(JSON.parse(answer.toString())).toEqual({ type: 'sample' });
  socket.destroy();
});

test('who does not know the token is disconnected', async () => {
  const { socket, send } = await open();
  socket.resume();
  send(hello('another'));
  await once(socket, 'close');
  expect(told).toEqual(['stranger']);
  expect(links).toEqual([]);
});
