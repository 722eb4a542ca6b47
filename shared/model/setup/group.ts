/** Servers of several members: what each is, and when it is ready. Groups come from other people: everything in them is bounded. */
import type { NameValue } from './setting.ts';

export const LONGEST_GROUP = 200_000;
/** Written anew and with what stands for secrets it is longer. */
export const LONGEST_STORED_GROUP = 2 * LONGEST_GROUP;
export const MOST_MEMBERS = 32;
/** Each is a process of its own, with what it starts. */
export const MOST_COPIES = 32;
export const LONGEST_MEMBER_NAME = 60;
export const MOST_ARGUMENTS = 1_000;
export const MOST_VARIABLES = 1_000;
export const LONGEST_TEXT = 100_000;
export const LONGEST_LINE = 1_000;

export interface Group {
  readonly members: readonly Member[];
}

export interface Member {
  readonly name: string;
  readonly starts: Starts;
  readonly env: readonly NameValue[];
  /** As written: relative to the folder of the group. Null: that folder itself. */
  readonly cwd: string | null;
  readonly ready: Ready;
  /** It is the one that gets the load. */
  readonly loaded: boolean;
  /** So many of it, told apart by `{n}` in arguments, variables and what says that it is ready. */
  readonly copies: number;
}

export type Starts =
  | { readonly by: 'script'; readonly script: string; readonly args: readonly string[]; readonly nodeArgs: readonly string[] }
  | { readonly by: 'command'; readonly command: string };

/** What the next member waits for. */
export type Ready =
  /** It listens, anywhere. */
  | { readonly by: 'listening' }
  | { readonly by: 'port'; readonly port: string }
  /** A GET gets a response with 2xx or 3xx. */
  | { readonly by: 'url'; readonly url: string }
  /** It prints a line with this text. */
  | { readonly by: 'line'; readonly line: string }
  | { readonly by: 'started' }
  /** It has ended with code 0, as what fills a database does. */
  | { readonly by: 'done' };

/** One of the copies of a member. */
export interface Instance extends Omit<Member, 'copies'> {
  /** Of the member, which its copies share. */
  readonly member: string;
  /** `api`, or `api 2` where there are several. */
  readonly name: string;
}

/** In the order in which they are started. */
export function instancesOf({ members }: Group): Instance[] {
  return members.flatMap((member) => Array.from({ length: member.copies }, (_, at) => instanceOf(member, at + 1)));
}

function instanceOf({ copies, ...member }: Member, nth: number): Instance {
  const fill = (text: string): string => text.replaceAll('{n}', String(nth));
  return {
    member: member.name,
    name: copies === 1 ? member.name : `${member.name} ${nth}`,
    starts: fillStarts(member.starts, fill),
    env: member.env.map(({ name, value }) => ({ name, value: fill(value) })),
    cwd: member.cwd,
    ready: fillReady(member.ready, fill),
    loaded: member.loaded && nth === 1,
  };
}

function fillStarts(starts: Starts, fill: (text: string) => string): Starts {
  if (starts.by === 'command') return { by: 'command', command: fill(starts.command) };
  return { ...starts, args: starts.args.map(fill), nodeArgs: starts.nodeArgs.map(fill) };
}

function fillReady(ready: Ready, fill: (text: string) => string): Ready {
  switch (ready.by) {
    case 'port':
      return { by: 'port', port: fill(ready.port) };
    case 'url':
      return { by: 'url', url: fill(ready.url) };
    case 'line':
      return { by: 'line', line: fill(ready.line) };
    default:
      return ready;
  }
}
