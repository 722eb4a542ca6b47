/** The English catalogue: one file per area. ICU messages; whole sentences, never pieces to be joined. */
import { commandLine } from './en/command-line.ts';
import { common } from './en/common.ts';
import { compare } from './en/compare.ts';
import { glossary } from './en/glossary.ts';
import { help } from './en/help.ts';
import { home } from './en/home.ts';
import { privacy } from './en/privacy.ts';
import { report } from './en/report.ts';
import { run } from './en/run.ts';
import { said } from './en/said.ts';
import { server } from './en/server.ts';
import { settings } from './en/settings.ts';
import { setup } from './en/setup.ts';
import { study } from './en/study.ts';
import { take } from './en/take.ts';
import { terminal } from './en/terminal.ts';

export const en = {
  commandLine,
  common,
  glossary,
  help,
  home,
  setup,
  settings,
  privacy,
  run,
  compare,
  study,
  take,
  said,
  report,
  server,
  terminal,
};
export type Messages = typeof en;
