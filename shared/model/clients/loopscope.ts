/** The client of Loopscope. */
import type { Fields } from '../setup/setting.ts';
import { type ClientOf, KEEP_ALIVE, limitsOfAll, OUR_PROCESSES } from './client.ts';

const SETTINGS = { ...KEEP_ALIVE, ...OUR_PROCESSES } as const satisfies Fields;

export const LOOPSCOPE: ClientOf<typeof SETTINGS> = { settings: SETTINGS, limits: limitsOfAll, tellsPorts: true };
