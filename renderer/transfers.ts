/** Whole files between page and engine, over HTTP: uploads of dropped files, downloads of sessions. */
import { fail, type Outcome, succeed } from '../shared/model/failure.ts';
import type { LeftOut } from '../shared/model/left-out.ts';
import { bearer, type DownloadTicket, downloadPath, UPLOAD_PATH } from '../shared/protocol/http.ts';
import { say } from '../shared/words/said.ts';
import { currentKey } from './key.ts';
import { offerAddress } from './ui/download.ts';

const withKey = () => bearer(currentKey());

/** Sends a session or profile from this computer to the engine, which opens it. */
export async function uploadFile(file: File): Promise<Outcome<{ sessionId: string }>> {
  try {
    const response = await fetch(`${UPLOAD_PATH}?name=${encodeURIComponent(file.name)}`, {
      method: 'POST',
      headers: withKey(),
      body: file,
    });
    return (await response.json()) as Outcome<{ sessionId: string }>;
  } catch (error) {
    return fail('not-available', say('page.uploadFailed', { name: file.name }), say('page.uploadAgain'), (error as Error).message);
  }
}

/**
 * Lets the browser save the session file, or a copy without some of it. The browser downloads it without the key, so a ticket for this one
 * file is requested first.
 */
export async function downloadSession(sessionId: string, without: readonly LeftOut[] = []): Promise<Outcome<null>> {
  try {
    const response = await fetch(downloadPath(sessionId), { method: 'POST', headers: withKey() });
    if (!response.ok) throw new Error(await response.text());
    const { ticket } = (await response.json()) as DownloadTicket;
    offerAddress(downloadPath(sessionId, ticket, without));
    return succeed(null);
  } catch (error) {
    return fail('not-available', say('page.downloadFailed'), say('page.downloadAgain'), (error as Error).message);
  }
}
