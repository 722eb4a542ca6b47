/**
 * The frames on the socket.
 *
 *   text, page -> engine    {id, name, params}
 *   text, engine -> page    {id, reply} | {seq, event}
 *   binary, engine -> page  u32 id, u32 0, then columns.ts: the reply of request `id`, always a success
 */
import type { EngineEvent } from './contract.ts';

export type TextFrame = { readonly id: number; readonly reply: unknown } | { readonly seq: number; readonly event: EngineEvent };

export const BINARY_HEAD_BYTES = 8;
/** Requests are small; files travel over HTTP. */
export const MAX_REQUEST_BYTES = 16 * 1024 * 1024;
