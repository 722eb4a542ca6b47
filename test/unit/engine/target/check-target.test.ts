/** What the form says before a run, beside the fields. */
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { checkTarget } from '../../../../electron/engine/target/targets.ts';
import type { ScriptTarget } from '../../../../shared/model/setup/setup.ts';
import { scriptTarget } from '../../../helpers/script-target.ts';
import { messageOf } from '../../../helpers/worded.ts';

const SCRIPT = import.meta.filename;
const MISSING = `${dirname(SCRIPT)}/no-such-folder`;

const TARGET = scriptTarget({ script: SCRIPT, node: process.execPath, portTimeoutS: 1 });

const problemsOf = async (change: Partial<ScriptTarget>) => {
  const problems = await checkTarget({ ...TARGET, ...change });
  return problems.map(({ field, failure }) => [field, messageOf(failure)]);
};

test('a script that is not there is one problem, not also that of its folder', async () => {
  expect(await problemsOf({})).toEqual([]);
  expect(await problemsOf({ script: `${MISSING}/app.js` })).toEqual([['target.script', `There is no file ${MISSING}/app.js.`]]);
  expect(await problemsOf({ cwd: MISSING })).toEqual([['target.cwd', expect.stringContaining(MISSING)]]);
});

test('a topology that cannot be read is a problem of its field', async () => {
  expect(await problemsOf({ topology: 'nginx:99' })).toEqual([['target.topology', '"nginx:99" is not a topology.']]);
});
