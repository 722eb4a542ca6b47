import type { Session } from 'electron';
import { isOwnPage } from './own-page.ts';

/**
 * Since Chromium 147 a page needs a permission to open a socket to its own machine, and a page of a scheme of our own counts as
 * one from elsewhere. The content security policy narrows it to the engine's port. Everything not named here is denied.
 */
const GRANTED_TO_OWN_PAGE: readonly string[] = ['loopback-network', 'local-network-access'];
/** The Copy buttons: text that a person asked to be copied. Reading the clipboard is another permission, and nobody's. */
const GRANTED_TO_MAIN_FRAME: readonly string[] = ['clipboard-sanitized-write'];

/** Whether a page may have a permission. Electron grants all of them when nobody answers. */
export function mayHave(permission: string, requestingAddress: string, isMainFrame: boolean): boolean {
  const isKnown = GRANTED_TO_OWN_PAGE.includes(permission) || (isMainFrame && GRANTED_TO_MAIN_FRAME.includes(permission));
  return isKnown && isOwnPage(requestingAddress);
}

export function setupPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) =>
    answer(mayHave(permission, requestingUrl, isMainFrame)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin, { isMainFrame }) => mayHave(permission, origin, isMainFrame));
  // Absent in old versions, where no device could be chosen without a dialog of ours.
  session.setDevicePermissionHandler?.(() => false);
}
