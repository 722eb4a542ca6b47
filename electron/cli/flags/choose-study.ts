/** The study that an argument of `loopscope demo` names: a bundled one, or a folder, of which nothing runs before it was agreed to. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Study } from '../../../shared/model/comparison/study.ts';
import { filesOfStudy, planForms } from '../../../shared/phrases/study-plan.ts';
import { text } from '../../../shared/words/words.ts';
import { openStudy } from '../../engine/studies/open-study.ts';
import { formatFailure } from '../print/print-failure.ts';
import { readYes } from '../read-yes.ts';
import { openDialogue, print, tell } from '../terminal.ts';
import { isAskable } from '../terminal-input.ts';
import { usageError } from './usage-error.ts';

export async function chooseStudy(command: Command, bundled: readonly Study[], name: string): Promise<Study> {
  const found = bundled.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = bundled.map((one) => one.name).join(', ');
  if (!/^\.|[\\/]/.test(name) && !existsSync(name)) return usageError(command, text('commandLine.refused.study', { name, names }));
  const opened = await openStudy(resolve(name));
  return opened.ok ? opened.value : command.error(formatFailure(opened.failure));
}

/** What a study of others would do, and whether it may. A bundled one may. */
export async function agreeTo(command: Command, study: Study, { yes, json }: { yes: boolean; json: boolean }): Promise<boolean> {
  if (study.folder === null) return true;
  if (!json) (yes ? tell : print)(formatPlan(study, study.folder));
  if (yes) return true;
  if (json || !isAskable(process.stdin)) return usageError(command, text('commandLine.refused.studyUnasked'));
  const terminal = openDialogue();
  try {
    return readYes(await terminal.question(text('terminal.studies.ask'))) === true;
  } finally {
    terminal.close();
  }
}

function formatPlan(study: Study, folder: string): string {
  const forms = planForms(study).map(({ name, title, what, commands }) =>
    [
      `  ${text('terminal.studies.form', { name, title })}`,
      `    ${what}`,
      ...commands.map((one) => `    ${text('terminal.studies.command', one)}`),
    ].join('\n'),
  );
  const files = filesOfStudy(study).join(', ');
  return [
    text('terminal.studies.study', { title: study.title, summary: study.summary }),
    `${text('study.folder.where', { folder })}\n${text('study.folder.files', { files })}\n${text('study.folder.trust')}`,
    ...forms,
  ].join('\n\n');
}
