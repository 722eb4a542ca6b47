import { randomBytes, timingSafeEqual } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { formatAgentAddress } from '../agent/address.ts';
import { LineSplitter } from '../agent/lines.ts';
import type { FromAgent, ToAgent } from '../agent/protocol.ts';
import { makePrivateFolder, privateFolderPrefix } from '../machine/private-folder.ts';
import { parseAgentMessage } from './agent-messages.ts';
import { processOfAgent } from './agent-process.ts';

export type Hello = Extract<FromAgent, { type: 'hello' }>;

/** One process with the agent. */
export interface AgentLink {
  readonly hello: Hello;
  send(message: ToAgent): void;
}

export interface AgentServerEvents {
  onHello(link: AgentLink): void;
  /** False: it is not a valid message. */
  onMessage(link: AgentLink, message: Exclude<FromAgent, Hello>): boolean;
  onGone(link: AgentLink): void;
  /** A peer that is not an agent was disconnected. */
  onStranger(): void;
  /** An invalid message of a process with the agent was dropped: to disconnect the agent would end the program. */
  onInvalid(link: AgentLink): void;
}

/** Until a connection has presented the token. */
const MAX_HELLO_LENGTH = 10_000;
/** A slice of a very large program is some 10 MB, a list of inline source maps at most 50. */
const MAX_LINE_LENGTH = 128 * 1024 * 1024;
/** The kernel's limit is 108 bytes with the terminating zero, 104 on macOS. */
const MAX_SOCKET_PATH_BYTES = 100;

/** The private socket to which the agents of one run report. Closing it makes every agent kill its process. */
export class AgentServer {
  readonly address: string;
  private readonly path: string;
  private readonly token = randomBytes(24).toString('hex');
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  private constructor(
    runId: string,
    private readonly events: AgentServerEvents,
  ) {
    this.path = makeSocketPath();
    this.address = formatAgentAddress({ path: this.path, token: this.token, runId });
    this.server = createServer((socket) => this.accept(socket));
  }

  static async open(runId: string, events: AgentServerEvents): Promise<AgentServer> {
    const opened = new AgentServer(runId, events);
    await new Promise<void>((resolve, reject) => {
      opened.server.once('error', reject);
      opened.server.listen(opened.path, resolve);
    });
    return opened;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    if (process.platform !== 'win32') rmSync(dirname(this.path), { recursive: true, force: true });
  }

  private accept(socket: Socket): void {
    const lines = new LineSplitter(MAX_HELLO_LENGTH);
    let link: AgentLink | null = null;
    const refuse = () => {
      this.events.onStranger();
      socket.destroy();
    };
    this.sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      this.sockets.delete(socket);
      if (link) this.events.onGone(link);
    });
    socket.on('data', (chunk: Buffer) => {
      const received = lines.push(chunk);
      if (received === null) return refuse();
      for (const line of received) {
        const message = parseAgentMessage(line);
        if (link !== null) {
          if (message === null || message.type === 'hello' || !this.events.onMessage(link, message)) this.events.onInvalid(link);
          continue;
        }
        if (message?.type !== 'hello' || !this.isToken(message.token)) return refuse();
        lines.allow(MAX_LINE_LENGTH);
        link = { hello: { ...message, ...processOfAgent(message) }, send: (order) => void socket.write(`${JSON.stringify(order)}\n`) };
        this.events.onHello(link);
      }
    });
  }

  private isToken(text: string): boolean {
    const [given, expected] = [Buffer.from(text), Buffer.from(this.token)];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

/** A name that contains the engine's pid (see `enginePidOf`), in a folder only this user can enter. */
function makeSocketPath(): string {
  const prefix = privateFolderPrefix();
  if (process.platform === 'win32') return `\\\\.\\pipe\\${prefix}${randomBytes(12).toString('hex')}`;
  const name = (dir: string) => join(dir, `${prefix}XXXXXX`, 'agent');
  const base = Buffer.byteLength(name(tmpdir())) <= MAX_SOCKET_PATH_BYTES ? tmpdir() : '/tmp';
  return join(makePrivateFolder(base), 'agent');
}
