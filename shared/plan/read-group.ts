/** Reads the text of a group (docs/user/GROUPS.md), and says of each thing that is wrong with it where that stands. */
import { findCommandProblem } from '../model/setup/command-problem.ts';
import {
  type Group,
  instancesOf,
  LONGEST_GROUP,
  LONGEST_LINE,
  LONGEST_MEMBER_NAME,
  LONGEST_TEXT,
  type Member,
  MOST_ARGUMENTS,
  MOST_COPIES,
  MOST_MEMBERS,
  MOST_VARIABLES,
  type Ready,
  type Starts,
} from '../model/setup/group.ts';
import { findNodeArgsProblem } from '../model/setup/node-args.ts';
import type { NameValue } from '../model/setup/setting.ts';
import { splitWords } from '../model/setup/shell-words.ts';
import { say } from '../words/said.ts';
import type { Part, PlanReader } from './plan-reader.ts';
import type { PlanProblem } from './problem.ts';
import { quote } from './quote.ts';
import { readDocument } from './read-document.ts';

export type ReadGroup = { readonly ok: true; readonly group: Group } | { readonly ok: false; readonly problems: readonly PlanProblem[] };

/** The number behind `group:`, raised when a group of today would be read as something else. */
export const GROUP_VERSION = 1;

export function readGroup(text: string): ReadGroup {
  if (text.length > LONGEST_GROUP)
    return { ok: false, problems: [{ says: say('group.tooLong', { limit: LONGEST_GROUP }), path: [], at: { line: 1, column: 1 } }] };
  const read = readDocument(text, readTree);
  return read.ok ? { ok: true, group: read.value } : read;
}

function readTree(reader: PlanReader, whole: Part): Group {
  if (whole.tree.kind !== 'map') {
    reader.refuse(whole, say('group.empty'));
    return { members: [] };
  }
  const { group, members } = reader.members(whole, ['group', 'members']);
  if (group === undefined || reader.scalar(group) !== GROUP_VERSION) reader.refuse(group ?? whole, say('group.noVersion'));
  if (members === undefined) {
    reader.refuse(whole, say('group.noMembers'));
    return { members: [] };
  }
  const parts = reader.items(members, MOST_MEMBERS, false);
  if (members.tree.kind === 'list' && parts.length === 0) reader.refuse(members, say('group.noMembers'));
  const read = parts.map((part) => ({ part, member: readMember(reader, part) }));
  return { members: checked(reader, members, read) };
}

interface Placed {
  readonly part: Part;
  readonly member: Member;
}

/** What members may not be to each other. Where none is marked, the last is loaded: it is the one in front of the others. */
function checked(reader: PlanReader, whole: Part, read: readonly Placed[]): Member[] {
  const names = new Set<string>();
  for (const { part, member } of read) {
    if (names.has(member.name)) reader.refuse(part, say('group.sameName', { name: quote(member.name) }));
    names.add(member.name);
  }
  const [, second] = read.filter(({ member }) => member.loaded);
  if (second !== undefined) reader.refuse(second.part, say('group.oneLoaded'));
  const hasLoaded = read.some(({ member }) => member.loaded);
  const members = read.map(({ member }, at) => ({ ...member, loaded: member.loaded || (!hasLoaded && at === read.length - 1) }));
  const front = read[members.findIndex(({ loaded }) => loaded)];
  if (front?.member.ready.by === 'done') reader.refuse(front.part, say('group.loadedEnds'));
  if (instancesOf({ members }).length > MOST_COPIES) reader.refuse(whole, say('group.tooManyCopies', { limit: MOST_COPIES }));
  return members;
}

const KEYS = ['name', 'script', 'command', 'args', 'nodeArgs', 'env', 'cwd', 'ready', 'loaded', 'copies'] as const;

function readMember(reader: PlanReader, part: Part): Member {
  const { name, script, command, args, nodeArgs, env, cwd, ready, loaded, copies } = reader.members(part, KEYS);
  if (name === undefined && part.tree.kind === 'map') reader.refuse(part, say('group.noName'));
  const called = (name && reader.text(name, LONGEST_MEMBER_NAME)) ?? '';
  if (name !== undefined && called !== '' && !/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u.test(called)) reader.refuse(name, say('group.badName'));
  return {
    name: called,
    starts: readStarts(reader, part, { script, command, args, nodeArgs }),
    env: readEnv(reader, env),
    cwd: (cwd && reader.text(cwd, LONGEST_TEXT)) ?? null,
    ready: ready === undefined ? { by: 'listening' } : readReady(reader, ready),
    loaded: (loaded && reader.flag(loaded)) ?? false,
    copies: (copies && reader.number(copies, { least: 1, most: MOST_COPIES, whole: true })) ?? 1,
  };
}

interface StartParts {
  readonly script?: Part | undefined;
  readonly command?: Part | undefined;
  readonly args?: Part | undefined;
  readonly nodeArgs?: Part | undefined;
}

function readStarts(reader: PlanReader, whole: Part, { script, command, args, nodeArgs }: StartParts): Starts {
  if ((script === undefined) === (command === undefined) && whole.tree.kind === 'map')
    reader.refuse(command ?? whole, say('group.scriptOrCommand'));
  if (command !== undefined) {
    for (const part of [args, nodeArgs]) if (part !== undefined) reader.refuse(part, say('group.argsOfCommand'));
    const text = reader.text(command, LONGEST_TEXT) ?? '';
    const problem = text.trim() === '' ? say('group.scriptOrCommand') : findCommandProblem(text)?.says;
    if (problem) reader.refuse(command, problem);
    return { by: 'command', command: text };
  }
  const flags = readWords(reader, nodeArgs);
  const refused = findNodeArgsProblem(flags);
  if (refused !== null && nodeArgs !== undefined) reader.refuse(nodeArgs, refused.says);
  return { by: 'script', script: (script && reader.text(script, LONGEST_TEXT)) ?? '', args: readWords(reader, args), nodeArgs: flags };
}

/** A list, or one text as it would be typed. */
function readWords(reader: PlanReader, part: Part | undefined): string[] {
  if (part === undefined) return [];
  if (part.tree.kind !== 'list') return [...splitWords(reader.text(part, LONGEST_TEXT) ?? '').words];
  return reader.items(part, MOST_ARGUMENTS, false).map((one) => reader.text(one, LONGEST_TEXT) ?? '');
}

function readEnv(reader: PlanReader, part: Part | undefined): NameValue[] {
  return reader.entries(part, MOST_VARIABLES).map(({ entry, part: value }) => {
    if (entry.key === '' || /[=\0]/.test(entry.key)) reader.note(say('group.badVariable'), value.path, entry.keyAt);
    return { name: entry.key, value: reader.text(value, LONGEST_TEXT) ?? '' };
  });
}

const WORDS = ['listening', 'started', 'done'] as const;
const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::(?:\d|\{n\}){1,8})?(?:[/?]\S*)?$/i;

function readReady(reader: PlanReader, part: Part): Ready {
  if (part.tree.kind === 'scalar') return { by: reader.choice(part, WORDS) ?? 'listening' };
  const { port, url, line } = reader.members(part, ['port', 'url', 'line']);
  const [given, other] = [port, url, line].filter((one) => one !== undefined);
  if (given === undefined || other !== undefined) reader.refuse(part, say('group.oneSign'));
  if (port !== undefined) {
    const text = reader.text(port, LONGEST_LINE) ?? '';
    if (!/^(?:\d|\{n\})+$/.test(text) || Number(text.replaceAll('{n}', '1')) > 65_535) reader.refuse(port, say('group.badPort'));
    return { by: 'port', port: text };
  }
  if (url !== undefined) {
    const text = reader.text(url, LONGEST_LINE) ?? '';
    if (!LOOPBACK.test(text)) reader.refuse(url, say('group.badUrl'));
    return { by: 'url', url: text };
  }
  const text = (line && reader.text(line, LONGEST_LINE)) ?? '';
  if (line !== undefined && (text.trim() === '' || text.includes('\n'))) reader.refuse(line, say('group.badLine'));
  return { by: 'line', line: text };
}

let known: { readonly text: string; readonly read: ReadGroup } | null = null;

/** As `readGroup`; the last text is not read again. */
export function readGroupOnce(text: string): ReadGroup {
  if (known?.text !== text) known = { text, read: readGroup(text) };
  return known.read;
}
