import { expect, test } from 'vitest';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { countNodeArgs, findNodeArgsProblem } from '../../../../shared/model/setup/node-args.ts';
import { splitWords } from '../../../../shared/model/setup/shell-words.ts';

const wordsOf = (line: string) => splitWords(line).words;

test.each([
  '',
  '--max-old-space-size=200 --enable-source-maps',
  '--import tsx -r ./trace.cjs --env-file .env',
  '--stack-trace-limit=50 -C production --permission',
  '--title="my server"',
])('a run can have %j', (line) => {
  expect(findNodeArgsProblem(wordsOf(line))).toBeNull();
});

test.each([
  ['--prof', 'would record a second time'],
  ['--cpu-prof-dir=/tmp', '--cpu-prof-dir would record a second time'],
  ['--expose-gc --inspect-brk=0', '--inspect-brk is for a debugger'],
  ['--inspect_port=0', '--inspect-port is for a debugger'],
  ['--watch', 'restart the script in the middle'],
  ['-e 1', 'With -e Node does not run the script'],
  ['--test', 'With --test Node does not run the script'],
  ['--expose-gc other.js', '"other.js" would be taken for the script'],
  ['--', '"--" would be taken for the script'],
])('%s is refused with a sentence', (line, sentence) => {
  expect(wordSaid(findNodeArgsProblem(wordsOf(line))!.says)).toContain(sentence);
});

test('the script is the first word that no flag takes', () => {
  const lines = ['app.js --port 1', '--import tsx app.ts', '--expose-gc app.js', '--expose-gc'];
  expect(lines.map((line) => countNodeArgs(wordsOf(line)))).toEqual([0, 2, 1, 1]);
});
