/** Snapshots of servers that keep something of each request, and who keeps it. */
import { type ChildProcess, fork } from 'node:child_process';
import { Agent, get } from 'node:http';
import { basename, join } from 'node:path';
import type { Found } from '../../electron/engine/captures/what-grew.ts';
import { wordHolder } from '../../shared/phrases/heap-names.ts';
import { doAfterEach } from './after-each.ts';
import { scratch } from './command.ts';
import { PLANTED, type PlantedServer, writeServer } from './planted-servers.ts';

/** Of which it is known who keeps what grew, or that nobody does. */
export interface HeldServer extends PlantedServer {
  readonly heldBy: string;
}

export const HELD: readonly (readonly [kind: string, server: HeldServer])[] = Object.entries(PLANTED).flatMap(([kind, server]) =>
  server.heldBy === undefined ? [] : [[kind, server as HeldServer] as const],
);

/** What a test compares with `heldBy` and `line`. */
export function tellHolders({ grown }: Found): { readonly heldBy: readonly string[]; readonly places: readonly (string | null)[] } {
  const holders = grown.flatMap(({ heldBy }) => heldBy);
  return {
    heldBy: unique(holders.map(wordHolder)),
    places: unique(holders.map(({ place }) => place && `${basename(place.url)}:${place.line}`)),
  };
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

const children: ChildProcess[] = [];
doAfterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

export interface Snapshots {
  /** Of the settled program, after one load and after another one. */
  readonly paths: readonly [string, string, string];
  /** Of each of the two loads. */
  readonly requests: number;
}

/** `program`: all of the module that responds. */
export async function writeSnapshots(node: string, program: string, requests = 1_000): Promise<Snapshots> {
  const folder = scratch();
  const child = fork(writeServer(folder, program), [], {
    execPath: node,
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  const { port } = await messageOf<{ port: number }>(child);
  const paths: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    await send(port, requests);
    const path = join(folder, `${name}.heapsnapshot`);
    child.send(path);
    await messageOf(child);
    paths.push(path);
  }
  child.kill('SIGKILL');
  return { paths: paths as unknown as Snapshots['paths'], requests };
}

function messageOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T));
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
  });
}

async function send(port: number, requests: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 5 });
  const one = () =>
    new Promise<void>((resolve, reject) => {
      get({ host: '127.0.0.1', port, agent }, (response) => response.resume().once('end', resolve)).once('error', reject);
    });
  for (let sent = 0; sent < requests; sent += 5) await Promise.all(Array.from({ length: 5 }, one));
  agent.destroy();
}
