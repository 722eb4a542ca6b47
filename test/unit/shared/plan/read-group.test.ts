import { expect, test } from 'vitest';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { instancesOf, MOST_COPIES } from '../../../../shared/model/setup/group.ts';
import { readGroup } from '../../../../shared/plan/read-group.ts';
import { tellProblem } from '../../../../shared/plan/tell-problem.ts';
import { writeGroup } from '../../../../shared/plan/write-group.ts';
import { redactGroupText } from '../../../../shared/privacy/redact-group.ts';

const SHOP = `group: 1
members:
  - name: fill            # before all others
    script: fill.js
    args: --rows 10
    ready: done
  - name: api
    script: api.js
    args: [--name, "a b"]
    nodeArgs: [--max-old-space-size=200]
    env: { PORT: "400{n}", TOKEN: abc123 }
    copies: 2
    ready: { url: "http://127.0.0.1:400{n}/health" }
  - name: nginx
    command: nginx -p . -c nginx.conf
    cwd: front
`;

function groupOf(text: string) {
  const read = readGroup(text);
  if (!read.ok) throw new Error(read.problems.map((problem) => wordSaid(tellProblem(problem))).join('\n'));
  return read.group;
}

test('members in their order, the last one loaded, copies with their numbers', () => {
  const instances = instancesOf(groupOf(SHOP));
  expect(instances.map(({ name, member, loaded }) => [name, member, loaded])).toEqual([
    ['fill', 'fill', false],
    ['api 1', 'api', false],
    ['api 2', 'api', false],
    ['nginx', 'nginx', true],
  ]);
  expect(instances[0]!.starts).toEqual({ by: 'script', script: 'fill.js', args: ['--rows', '10'], nodeArgs: [] });
  expect(instances[2]).toMatchObject({
    starts: { args: ['--name', 'a b'], nodeArgs: ['--max-old-space-size=200'] },
    env: [
      { name: 'PORT', value: '4002' },
      { name: 'TOKEN', value: 'abc123' },
    ],
    ready: { by: 'url', url: 'http://127.0.0.1:4002/health' },
  });
});

test('what is written reads back as the same group', () => {
  const group = groupOf(SHOP);
  expect(groupOf(writeGroup(group))).toEqual(group);
});

test('what is stored has no secrets and no comments, and is a group still', () => {
  const stored = redactGroupText(SHOP, () => '(not saved)', false);
  expect(stored).not.toContain('abc123');
  expect(stored).not.toContain('before all others');
  expect(groupOf(stored).members[1]!.env).toEqual([
    { name: 'PORT', value: '400{n}' },
    { name: 'TOKEN', value: '(not saved)' },
  ]);
  expect(redactGroupText('no group', () => '(not saved)', false)).toBe('(not saved)');
});

const one = (member: string): string => `group: 1\nmembers:\n  - ${member}\n`;

test.each([
  ['', 'Line 1, column 1: A group begins with "group: 1"'],
  ['members: []', 'Line 1, column 1: A group starts with the version of its format'],
  ['group: 2\nmembers: [{ name: a, script: a.js }]', 'Line 1, column 8: A group starts with the version of its format'],
  ['group: 1\nmembers: []', 'Line 2, column 10: The group has no "members".'],
  [one('{ script: a.js }'), 'Line 3, column 5: The member has no "name".'],
  [one('{ name: "a|b", script: a.js }'), 'Line 3, column 13: A name begins with'],
  [one('{ name: a }'), 'Line 3, column 5: A member is started by either'],
  [one('{ name: a, script: a.js, command: b }'), 'Line 3, column 39: A member is started by either'],
  [one('{ name: a, command: "b | c" }'), 'Line 3, column 25: | needs a shell'],
  [one('{ name: a, command: b, args: [c] }'), 'Line 3, column 34: Arguments of a command are part of it.'],
  [one('{ name: a, script: a.js, nodeArgs: [--inspect] }'), 'Line 3, column 40: --inspect is for a debugger'],
  [one('{ name: a, script: a.js, ready: soon }'), 'Line 3, column 37: "ready" has to be'],
  [one('{ name: a, script: a.js, ready: { port: 1, line: x } }'), 'Line 3, column 37: A member is ready by one of'],
  [one('{ name: a, script: a.js, ready: { port: 70000 } }'), 'Line 3, column 45: A port is a number'],
  [
    one('{ name: a, script: a.js, ready: { url: "http://example.org/" } }'),
    'Line 3, column 44: This has to be a whole URL on this machine',
  ],
  [one('{ name: a, script: a.js, ready: { url: "http://127.0.0.1.example.org/" } }'), 'Line 3, column 44: This has to be a whole URL'],
  [one('{ name: a, script: a.js, ready: done }'), 'Line 3, column 5: The member that gets the load cannot be one that ends.'],
  [one('{ name: a, script: a.js, env: { "b=c": d } }'), 'Line 3, column 37: The name of a variable'],
  [one('{ name: a, script: a.js, copies: 1000 }'), `Line 3, column 38: "copies" has to be a whole number from 1 to ${MOST_COPIES}.`],
  [
    `${one('{ name: a, script: a.js, copies: 20 }')}  - { name: b, script: a.js, copies: 20 }`,
    'Line 3, column 3: A group starts 32 processes at most',
  ],
  [`${one('{ name: a, script: a.js }')}  - { name: a, script: b.js }`, 'Line 4, column 5: Another member is called "a" as well.'],
  [
    `${one('{ name: a, script: a.js, loaded: true }')}  - { name: b, script: b.js, loaded: true }`,
    'Line 4, column 5: Only one member gets the load.',
  ],
  [`${one('{ name: a, script: &x a.js }')}`, 'Line 3, column 24: Anchors (&)'],
  [`group: 1 #${'x'.repeat(200_000)}`, 'Line 1, column 1: The group is longer than 200,000 characters.'],
])('%#: what is wrong is said with its place', (text, said) => {
  const read = readGroup(text);
  expect(read.ok ? '' : read.problems.map((problem) => wordSaid(tellProblem(problem))).join('\n')).toContain(said);
});
