/** English: one file per area. ICU messages; whole sentences, never pieces to be joined. */
import { capture } from './capture.ts';
import { commandLine } from './command-line.ts';
import { common } from './common.ts';
import { compare } from './compare.ts';
import { glossary } from './glossary.ts';
import { grid } from './grid.ts';
import { help } from './help.ts';
import { home } from './home.ts';
import { load } from './load.ts';
import { privacy } from './privacy.ts';
import { probe } from './probe.ts';
import { report } from './report.ts';
import { requestPlan } from './request-plan.ts';
import { run } from './run.ts';
import { said } from './said.ts';
import { server } from './server.ts';
import { services } from './services.ts';
import { settings } from './settings.ts';
import { setup } from './setup.ts';
import { study } from './study.ts';
import { take } from './take.ts';
import { terminal } from './terminal.ts';

export { desktop } from './desktop.ts';

/** As dates and numbers are written. */
export const LOCALE = 'en';

export const messages = {
  commandLine,
  common,
  glossary,
  grid,
  help,
  home,
  setup,
  load,
  capture,
  settings,
  privacy,
  requestPlan,
  run,
  compare,
  study,
  probe,
  services,
  take,
  said,
  report,
  server,
  terminal,
};
export type Messages = typeof messages;
