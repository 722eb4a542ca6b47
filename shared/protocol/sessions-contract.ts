/** The part of the contract that is about which sessions there are: opening, saving, closing, the recent list, recordings that a killed engine has left. */

import * as z from '../base/schema.ts';
import type { Bytes } from '../base/units.ts';
import type { Failure } from '../model/failure.ts';
import { LEFT_OUT } from '../model/left-out.ts';
import type { RecentSession } from '../model/recent-session.ts';
import type { Said } from '../words/said.ts';
import { filePath, gives, id, MOST_NOTES, type Requests } from './request.ts';

/** Names of values are shortened before they are listed. */
const MOST_VALUE = 2_000;

const recordingAndResult = z.tuple([id, id]);

export const sessionsRequests = {
  /** What this engine measures now; null: nothing. */
  'sessions.running': { needs: 'read', params: z.strictObject({}), reply: gives<RunningSession | null> },
  'sessions.recent': { needs: 'act', params: z.strictObject({}), reply: gives<RecentSession[]> },
  /** `value`: which of several kinds of values of a file of another tool; not given: what was chosen last, or else what the file prefers. */
  'sessions.open': {
    needs: 'act',
    params: z.strictObject({ path: filePath, value: z.string().max(MOST_VALUE).optional() }),
    reply: gives<{ sessionId: string }>,
  },
  'sessions.forget': { needs: 'act', params: z.strictObject({ path: filePath }), reply: gives<null> },
  /** Moves a file of the list to the trash of the system, where the engine can: in the desktop window the window does it. */
  'sessions.trash': { needs: 'act', params: z.strictObject({ path: filePath }), reply: gives<null> },
  /** Changes the title in the file of a recent session; the file keeps its name. */
  'sessions.rename-recent': {
    needs: 'act',
    params: z.strictObject({ path: filePath, name: z.string().min(1).max(300) }),
    reply: gives<null>,
  },
  /** Empties the list; the files stay. */
  'sessions.forget-all': { needs: 'act', params: z.strictObject({}), reply: gives<null> },
  /** A place for it that has no file yet. */
  'sessions.suggest-path': { needs: 'act', params: z.strictObject({ sessionId: id }), reply: gives<{ path: string }> },
  'sessions.save-as': {
    needs: 'act',
    params: z.strictObject({ sessionId: id, path: filePath, overwrite: z.boolean() }),
    reply: gives<{ path: string }>,
  },
  /** Without some of it; the session itself stays as it is. */
  'sessions.save-copy': {
    needs: 'act',
    params: z.strictObject({
      sessionId: id,
      path: filePath,
      overwrite: z.boolean(),
      without: z.array(z.enum(LEFT_OUT)).min(1).max(LEFT_OUT.length),
    }),
    reply: gives<{ path: string }>,
  },
  'sessions.rename': { needs: 'act', params: z.strictObject({ sessionId: id, name: z.string().min(1).max(300) }), reply: gives<null> },
  /** Where the result of a load tool lies in a recording of the server, in sentences: that session, and the one with the result. Nothing is changed. */
  'sessions.place-load': {
    needs: 'read',
    params: z.strictObject({ sessionIds: recordingAndResult }),
    reply: gives<{ readonly says: readonly Said[] }>,
  },
  /** Makes a session of both, and saves it; they stay as they are. */
  'sessions.join': { needs: 'act', params: z.strictObject({ sessionIds: recordingAndResult }), reply: gives<{ sessionId: string }> },
  'sessions.close': { needs: 'act', params: z.strictObject({ sessionId: id }), reply: gives<null> },
  'recordings.list': { needs: 'act', params: z.strictObject({}), reply: gives<Recording[]> },
  'recordings.recover': { needs: 'act', params: z.strictObject({ id }), reply: gives<{ sessionId: string }> },
  'recordings.discard': { needs: 'act', params: z.strictObject({ id }), reply: gives<null> },
  'notes.set': { needs: 'act', params: z.strictObject({ sessionId: id, text: z.string().max(MOST_NOTES) }), reply: gives<null> },
} as const satisfies Requests;

/** `session.saved`: the session file is on disk (`path`), or could not be written (`failure`). */
export type SessionsEvent =
  | { type: 'sessions.changed' }
  | { type: 'session.saved'; sessionId: string; path: string | null; failure: Failure | null };

export interface RunningSession {
  readonly sessionId: string;
  readonly kind: 'run' | 'comparison';
  readonly name: string;
  /** 0..1; null: not known yet. */
  readonly done: number | null;
  readonly isStopping: boolean;
}

export interface Recording {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly script: string;
  readonly bytes: Bytes;
}
