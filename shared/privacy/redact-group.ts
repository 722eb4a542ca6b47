/** What of a group is stored with a session: of each member as of a script or a command that is given by itself. */
import type { Group, Member, Starts } from '../model/setup/group.ts';
import { LONGEST_STORED_GROUP } from '../model/setup/group.ts';
import { readGroup } from '../plan/read-group.ts';
import { writeGroup } from '../plan/write-group.ts';
import { redactArguments, redactCommand } from './redact-arguments.ts';
import { looksSecret } from './redact-text.ts';
import { type Hide, redactUrl } from './redact-url.ts';
import { isSecretName } from './secret-names.ts';

/** Without comments, which may say anything. A text that is no group is left out as a whole. */
export function redactGroupText(text: string, hide: Hide, all: boolean): string {
  const read = readGroup(text);
  if (!read.ok) return hide(text);
  const stored = writeGroup(redactGroup(read.group, hide, all));
  return stored.length <= LONGEST_STORED_GROUP ? stored : hide(text);
}

function redactGroup({ members }: Group, hide: Hide, all: boolean): Group {
  return { members: members.map((member) => redactMember(member, hide, all)) };
}

function redactMember(member: Member, hide: Hide, all: boolean): Member {
  const { starts, env, ready } = member;
  return {
    ...member,
    starts: redactStarts(starts, hide, all),
    env: env.map(({ name, value }) => ({ name, value: all || isSecretName(name) || looksSecret(value) ? hide(value) : value })),
    ready: ready.by === 'url' ? { by: 'url', url: redactUrl(ready.url, hide, all) } : ready,
  };
}

function redactStarts(starts: Starts, hide: Hide, all: boolean): Starts {
  if (starts.by === 'command') return { by: 'command', command: redactCommand(starts.command, hide, all) };
  const words = (args: readonly string[]): readonly string[] => (all ? args.map(hide) : redactArguments([...args], hide));
  return { ...starts, args: words(starts.args), nodeArgs: words(starts.nodeArgs) };
}
