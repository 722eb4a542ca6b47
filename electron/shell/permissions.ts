import type { Session } from 'electron';
import { isOwnPage } from './own-page.ts';

/**
 * Since Chromium 147 a page needs a permission to open a socket to its own machine, and a page of a scheme of our own counts as
 * one from elsewhere. The content security policy narrows it to the engine's port. Everything else is denied.
 */
const GRANTED_TO_OWN_PAGE: readonly string[] = ['loopback-network', 'local-network-access'];

/** Whether a page may have a permission. Electron grants all of them when nobody answers. */
export function mayHave(permission: string, requestingAddress: string): boolean {
  return GRANTED_TO_OWN_PAGE.includes(permission) && isOwnPage(requestingAddress);
}

export function setupPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => answer(mayHave(permission, details.requestingUrl)));
  session.setPermissionCheckHandler((_contents, permission, origin) => mayHave(permission, origin));
  // Absent in old versions, where no device could be chosen without a dialog of ours.
  session.setDevicePermissionHandler?.(() => false);
}
