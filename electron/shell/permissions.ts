import type { Session } from 'electron';
import { isOwnPage } from './own-page.ts';

/**
 * Since Chromium 147 a page needs a permission to connect to its own machine, and a page with a custom scheme counts as remote.
 * The content security policy narrows it to the engine's port. Everything not listed here is denied.
 */
const GRANTED_TO_OWN_PAGE: readonly string[] = ['loopback-network', 'local-network-access'];
/** The Copy buttons write to the clipboard on request. Reading it is a separate permission, which is denied. */
const GRANTED_TO_MAIN_FRAME: readonly string[] = ['clipboard-sanitized-write'];

/** Whether a page gets a permission. Without a handler Electron grants all of them. */
export function mayHave(permission: string, requestingAddress: string, isMainFrame: boolean): boolean {
  const isKnown = GRANTED_TO_OWN_PAGE.includes(permission) || (isMainFrame && GRANTED_TO_MAIN_FRAME.includes(permission));
  return isKnown && isOwnPage(requestingAddress);
}

export function setupPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, decide, { requestingUrl, isMainFrame }) =>
    decide(mayHave(permission, requestingUrl, isMainFrame)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin, { isMainFrame }) => mayHave(permission, origin, isMainFrame));
  // Absent in old versions, where no device can be chosen without a dialog of the application.
  session.setDevicePermissionHandler?.(() => false);
}
