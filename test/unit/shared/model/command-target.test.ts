import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addSetupFlags, givenSettings, toSetup } from '../../../../electron/cli/flags/setup-options.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { formatCommand } from '../../../../shared/model/setup/command-line.ts';
import { findCommandProblem } from '../../../../shared/model/setup/command-problem.ts';
import type { Setup } from '../../../../shared/model/setup/setup.ts';
import { splitWords } from '../../../../shared/model/setup/shell-words.ts';
import { shortSubject } from '../../../../shared/model/setup/subject.ts';
import { createRedaction } from '../../../../shared/privacy/redaction.ts';

function setupOf(...flags: string[]): Setup {
  const command = addSetupFlags(new Command().argument('[subject]')).parse(flags, { from: 'user' });
  const setup = toSetup(command.args[0], givenSettings(command));
  if (!setup.ok) throw new Error(JSON.stringify(setup.failure));
  return setup.value;
}

test.each([
  ['npm run start | cat', '| needs a shell, and the command is started without one.'],
  ['npm start && npm stop', '&& needs a shell, and the command is started without one.'],
  ['node app.js --port $PORT', '$PORT needs a shell, and the command is started without one.'],
  ['PORT=1 npm start', 'The command begins with a variable (PORT=1), which only a shell reads.'],
  ['node "app.js', 'A quote is not closed in the command.'],
])('%s is refused', (command, message) => {
  expect(wordSaid(findCommandProblem(command)!.says)).toBe(message);
});

test.each(['npm run start', `sh -c 'a=1 && exec node app.js "$PORT" | cat'`, 'gunicorn "app:create(1 > 0)"', ''])(
  '"%s" is taken',
  (command) => {
    expect(findCommandProblem(command)).toBeNull();
  },
);

test('what was measured is told by a command line that means the same', () => {
  for (const flags of [
    ['--command', `node -e 'x "y"'`, '--cwd', '/srv', '--env', 'A=1'],
    ['http://127.0.0.1:3000/x'],
    ['--url', 'http://127.0.0.1:3000/x'],
  ]) {
    const setup = setupOf(...flags);
    const [, , ...words] = splitWords(formatCommand(setup)).words;
    expect(setupOf(...words)).toEqual(setup);
  }
});

test('of a command the secrets are left out, and nothing else', () => {
  const { target } = createRedaction(false).setup(setupOf('--command', 'node app.js --password hunter22 --port  80'));
  expect(target.kind === 'command' && splitWords(target.command).words.slice(0, 3)).toEqual(['node', 'app.js', '--password']);
  expect(JSON.stringify(target)).not.toContain('hunter22');
  expect(createRedaction(false).setup(setupOf('--command', "node  'app.js'")).target).toMatchObject({ command: "node  'app.js'" });
});

test('a command is called as it stands, whatever else by its last part', () => {
  expect(shortSubject('gunicorn app:app --chdir /srv/app')).toBe('gunicorn app:app --chdir /srv/app');
  expect(shortSubject('/home/my projects/server.js')).toBe('server.js');
  expect(shortSubject('http://127.0.0.1:3000')).toBe('127.0.0.1:3000');
});
