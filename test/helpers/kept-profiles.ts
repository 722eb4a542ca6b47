import { openFile, writeSession } from '../../electron/engine/sessions/session-file.ts';
import { messageOf } from './worded.ts';

/** Makes a session of a file of another tool, and returns its path. */
export async function keepProfile(file: string, to: string): Promise<string> {
  const opened = await openFile(file);
  if (!opened.ok) throw new Error(messageOf(opened.failure));
  const written = await writeSession(opened.value, to, { overwrite: true });
  if (!written.ok) throw new Error(messageOf(written.failure));
  return to;
}
