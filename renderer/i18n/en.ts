/** The English catalogue: one file per area. ICU messages; whole sentences, never pieces to be joined. */
import { common } from './en/common.ts';
import { home } from './en/home.ts';
import { run } from './en/run.ts';
import { settings } from './en/settings.ts';
import { setup } from './en/setup.ts';

export const en = { common, home, setup, settings, run };
export type Messages = typeof en;
