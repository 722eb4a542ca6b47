/** A study of a folder that anybody may have written (docs/user/WRITE-A-STUDY.md), and a study by its name or its folder. Nothing of it is run. */
import { realpathSync, statSync } from 'node:fs';
import type { Study } from '../../../shared/model/comparison/study.ts';
import { fail, type Outcome, outcomeOf, succeed } from '../../../shared/model/failure.ts';
import { isWholePath } from '../../../shared/model/setup/whole-path.ts';
import { say } from '../../../shared/words/said.ts';
import { bundledStudies, loadStudy } from './load-studies.ts';
import { OthersFiles } from './study-files.ts';

/** `path`: absolute. */
export async function openStudy(path: string): Promise<Outcome<Study>> {
  try {
    if (!statSync(path).isDirectory()) return fail('bad-request', say('study.noFolder', { path }), say('study.chooseFolder'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return fail('file-missing', say('study.folderMissing', { path }), say('study.chooseFolder'));
    return fail('file-unreadable', say('file.unreadable', { path, code: String(code) }), say('file.checkPermissions'));
  }
  const folder = realpathSync(path);
  const read = async () => ({ ...loadStudy(folder, new OthersFiles(folder)).study, folder });
  return outcomeOf(read());
}

/** `id`: the name of one that is bundled, or the folder of another. */
export async function findStudy(id: string): Promise<Outcome<Study>> {
  if (isWholePath(id)) return openStudy(id);
  const found = (await bundledStudies()).find(({ name }) => name === id);
  return found === undefined ? fail('not-found', say('study.none', { name: id })) : succeed(found);
}
