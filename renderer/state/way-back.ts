/** Where Esc and the link back lead from the help and the settings: to what was shown before them. After a reload it is Home. */
import { type Address, goTo, HOME, useAddress } from './address.ts';
import { NO_VIEW } from './view-codec.ts';

const ASIDE = /^#\/(help|settings)(\/|$)/;

let origin: Address = { path: HOME, view: NO_VIEW };

/** Called once, before the first render. */
export function setupWayBack(): void {
  useAddress.subscribe((now, before) => {
    if (ASIDE.test(now.path) && !ASIDE.test(before.path)) origin = before;
  });
}

export function goBack(): void {
  const { path, view } = ASIDE.test(useAddress.getState().path) ? origin : { path: HOME, view: NO_VIEW };
  goTo(path, view, false);
}
