/** Commands with variables in the place of values that were not saved, read by a real shell. */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCommand } from '../../../../shared/model/setup/command-line.ts';
import { joinForShell, variablesIn } from '../../../../shared/model/setup/shell-variables.ts';
import { createRedaction } from '../../../../shared/privacy/redaction.ts';
import { makeSetup } from '../../../helpers/fake-data.ts';

const VALUE = `Bearer "a b" $HOME 'c' \\`;

/** The words that a shell makes of a line. */
function readByShell(line: string, shell = 'sh'): string[] {
  const env = Object.fromEntries(variablesIn(line).map((name) => [name, VALUE]));
  const printed = execFileSync(shell, ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8', env: { PATH: process.env.PATH!, ...env } });
  return printed.split('\0').slice(0, -1);
}

const filled = (words: readonly string[]): string[] => words.map((word) => word.replace(/\(not saved(?: \d+)?\)/g, () => VALUE));

test.each([
  [['--header', 'authorization=(not saved 1)'], '--header "authorization=$AUTHORIZATION"', ['AUTHORIZATION']],
  [
    ['--header', 'x-user=(not saved 1)', '--env', 'API_TOKEN=(not saved 2)'],
    '--header "x-user=$X_USER" --env "API_TOKEN=$API_TOKEN"',
    ['X_USER', 'API_TOKEN'],
  ],
  // One value in two places, and two values of one name.
  [['-H', 'a=(not saved 1)', '-H', 'b=(not saved 1)', '-H', 'a=(not saved 2)'], '-H "a=$A" -H "b=$A" -H "a=$A_2"', ['A', 'A_2']],
  [['-H', 'a=(not saved)', '-H', 'a=(not saved)'], '-H "a=$A" -H "a=$A_2"', ['A', 'A_2']],
  [['--', '--password', '(not saved 3)', '(not saved 4)'], '-- --password "$PASSWORD" "$VALUE"', ['PASSWORD', 'VALUE']],
  [['--url', '/?token=(not saved 1)&page=2'], '--url "/?token=$TOKEN&page=2"', ['TOKEN']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: that of a shell
  [['--url', '/a(not saved 1)b'], '--url "/a${VALUE}b"', ['VALUE']],
  // The shell has its own.
  [['--env', 'PATH=(not saved 1)'], '--env "PATH=$PATH_VALUE"', ['PATH_VALUE']],
  [
    ['--env', 'A=costs $X `x`', '--body', '(not saved 1) costs $X `x` "y"'],
    `--env 'A=costs $X \`x\`' --body "$BODY costs \\$X \\\`x\\\` \\"y\\""`,
    ['BODY'],
  ],
  [['--body', "hi! it's (not saved 1)"], `--body 'hi! it'\\''s '"$S"`, ['S']],
] as const)('%j', (words, line, variables) => {
  expect(joinForShell(words)).toBe(line);
  expect(variablesIn(line)).toEqual(variables);
  expect(readByShell(line)).toEqual(filled(words));
});

test('a shell reads any words as they are, with the values in their places', () => {
  const part = fc.constantFrom('a', ' ', '"', "'", '\\', '-', '!', '$', '`', '$A', '=', '(not saved 1)', '(not saved)', '{', 'é');
  fc.assert(
    fc.property(
      fc.array(
        fc.array(part).map((parts) => parts.join('')),
        { minLength: 1, maxLength: 4 },
      ),
      (words) => {
        expect(readByShell(joinForShell(words))).toEqual(filled(words));
      },
    ),
    { numRuns: 60 },
  );
});

test('a text of several lines, such as a plan, is read by bash', () => {
  const words = ['--plan', "plan: 1\nrequests:\n  - headers: { x-key: '(not saved 1)' }\n"];
  const line = joinForShell(words);
  expect(variablesIn(line)).toEqual(['X_KEY']);
  expect(readByShell(line, 'bash')).toEqual(filled(words));
});

test('the command of a run whose header is secret', () => {
  const setup = makeSetup('/srv/a.js', { headers: [{ name: 'authorization', value: 'Bearer hunter2' }] });
  const command = formatCommand(createRedaction(false).setup(setup));
  expect(command).toContain(' -H "authorization=$AUTHORIZATION"');
  expect(command).not.toMatch(/hunter2|not saved/);
});
