import { expect, test } from 'vitest';
import { WordedCommand } from '../../../electron/cli/commands/worded-command.ts';

function complaintAbout(...args: readonly string[]): string {
  let told = '';
  const program = new WordedCommand('loopscope').configureOutput({ writeErr: (written) => (told += written) }).exitOverride();
  program.command('run').argument('<script>').argument('[args...]').option('--url <url>').option('-a, --amount <n>');
  program.command('show').argument('<file>');
  expect(() => program.parse(args, { from: 'user' })).toThrow();
  return told.trim();
}

test.each([
  [['run', 'app.js', '--gzip'], 'error: there is no option --gzip. If it is an argument of the script, put it after --.'],
  [['run', 'app.js', '-n', '100'], 'error: there is no option -n. Did you mean -a?'],
  [['show', 'a.loopscope', '-n'], 'error: there is no option -n.'],
  [['run', 'app.js', '--urll', '/'], 'error: there is no option --urll. Did you mean --url?'],
  [['show', 'a.loopscope', '--gzip'], 'error: there is no option --gzip.'],
])('%j', (args, sentence) => {
  expect(complaintAbout(...args)).toBe(sentence);
});
