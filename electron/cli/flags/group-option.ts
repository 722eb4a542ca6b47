/** `--group FILE`: the text of the group, its name and its folder. */
import { dirname } from 'node:path';
import { type Outcome, succeed } from '../../../shared/model/failure.ts';
import { findSetting } from '../../../shared/model/setup/settings-list.ts';
import { defaultOf } from '../../../shared/model/setup/setup.ts';
import { readGroup } from '../../../shared/plan/read-group.ts';
import { tellProblem } from '../../../shared/plan/tell-problem.ts';
import { readGivenDocument, refuseDocument } from './given-document.ts';
import type { GivenSettings } from './given-settings.ts';

const GROUP = 'target.group';
const GROUP_FILE = 'target.groupFile';

/** With the text in place of the file that is given. */
export async function withGroup(given: GivenSettings, flag = '--group'): Promise<Outcome<GivenSettings>> {
  const value = given[GROUP];
  if (value === undefined) return succeed(given);
  const read = await readGivenDocument(String(value), 'group', flag);
  if (!read.ok) return read;
  const { text, file, name } = read.value;
  const group = readGroup(text);
  if (!group.ok) return refuseDocument(name, group.problems.map(tellProblem));
  const settings = { ...given, [GROUP]: text };
  // By its file a group is what is measured: a text has the name that its file would have.
  if (file === null) return succeed({ ...settings, [GROUP_FILE]: defaultOf(findSetting(GROUP_FILE)!.setting) });
  return succeed({ 'target.cwd': dirname(file), ...settings, [GROUP_FILE]: file });
}
