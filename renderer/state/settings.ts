/** The settings that the page itself follows. The engine keeps them. */
import type { Settings } from '../../shared/protocol/app-contract.ts';
import type { RequestParams } from '../../shared/protocol/contract.ts';
import { request } from '../bridge.ts';
import { showIfFailed } from './shell.ts';

let stored: Promise<Settings | null> | undefined;
/** What was chosen since the page started, perhaps before the engine's reply came. */
let chosen: RequestParams<'settings.set'> = {};

/** As they are when the page starts: asked for once, for all that follow them. */
export function readSettings(apply: (settings: Settings) => void): void {
  stored ??= request('settings.get', {}).then((reply) => (reply.ok ? reply.value : null));
  void stored.then((settings) => settings !== null && apply({ ...settings, ...chosen }));
}

/** For what is stored later than it is applied. */
export function chooseSettings(change: RequestParams<'settings.set'>): void {
  chosen = { ...chosen, ...change };
}

export async function storeSettings(change: RequestParams<'settings.set'>): Promise<void> {
  chooseSettings(change);
  showIfFailed(await request('settings.set', change));
}
