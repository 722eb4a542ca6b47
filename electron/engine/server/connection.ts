import type { WebSocket } from 'ws';
import type * as z from '../../../shared/base/schema.ts';
import { wordSaid } from '../../../shared/format/word-said.ts';
import { FailureError, fail, type Outcome } from '../../../shared/model/failure.ts';
import { encodeColumns, isColumns } from '../../../shared/protocol/columns.ts';
import { type EngineEvent, type RequestName, type RequestParams, requestFrame, requests } from '../../../shared/protocol/contract.ts';
import { BINARY_HEAD_BYTES, type TextFrame } from '../../../shared/protocol/messages.ts';
import { may, type Right } from '../../../shared/protocol/request.ts';
import { say } from '../../../shared/words/said.ts';
import type { EngineApi } from '../api/engine-api.ts';
import { Outbox } from './outbox.ts';

/** Above this a page is slow: events are merged, and its next request is read only when it has caught up. */
export const SLOW_BYTES = 8 * 1024 * 1024;
/** WebSocket close code "policy violation": the frame is invalid, so there is no request to reply to. */
const NOT_A_REQUEST = 1008;

/** What serves a page: the engine, what this page may do, and where bugs are reported. */
export interface Served {
  readonly api: EngineApi;
  readonly right: Right;
  readonly log: (message: string) => void;
}

/** Serves one page: replies to its requests in the order they finish, and sends it events numbered from 1. */
export function serveConnection(socket: WebSocket, served: Served): void {
  const { api, log } = served;
  const outbox = new Outbox();
  let seq = 0;

  const send = (data: string | Uint8Array): void => {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(data, catchUp);
    if (socket.bufferedAmount > SLOW_BYTES) socket.pause();
  };
  const sendEvent = (event: EngineEvent): void => {
    seq += 1;
    send(JSON.stringify({ seq, event } satisfies TextFrame));
  };
  const isSlow = (): boolean => socket.bufferedAmount > SLOW_BYTES;

  function catchUp(): void {
    if (isSlow()) return;
    if (socket.isPaused) socket.resume();
    for (const event of outbox.takeAll()) onEvent(event);
  }
  function onEvent(event: EngineEvent): void {
    // Nothing may overtake events that are already held, or progress would go backwards.
    if (isSlow() || !outbox.isEmpty) outbox.add(event);
    else sendEvent(event);
  }

  const unsubscribe = api.onEvent(onEvent);
  socket.on('close', unsubscribe);
  // A page that disappears in the middle of a frame is not an error; `close` follows.
  socket.on('error', () => {});
  socket.on('message', (data, isBinary) => {
    const frame = isBinary ? null : parseFrame(String(data));
    if (frame === null) socket.close(NOT_A_REQUEST, 'not a request');
    else void replyTo(served, frame.name, frame.params).then((outcome) => send(encodeReply(frame, outcome, log)));
  });
}

type RequestFrame = z.infer<typeof requestFrame>;

function parseFrame(text: string): RequestFrame | null {
  try {
    return requestFrame.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Checks name, right and parameters, calls the engine, and converts exceptions into failures. */
export async function replyTo({ api, right, log }: Served, name: string, params: unknown): Promise<Outcome<unknown>> {
  if (!Object.hasOwn(requests, name)) return fail('bad-request', say('engine.noRequest', { request: JSON.stringify(name) }));
  const known = name as RequestName;
  if (!may(right, requests[known].needs)) return fail('not-allowed', say('engine.mayNot', { request: name }), say('engine.askForLink'));
  const checked = requests[known].params.safeParse(params);
  if (!checked.success) return refuseParams(known, checked.error);
  try {
    return await api.handle(known, checked.data as RequestParams<RequestName>, right);
  } catch (error) {
    if (error instanceof FailureError) return { ok: false, failure: error.failure };
    return internal(known, error, log);
  }
}

function refuseParams(name: RequestName, error: z.ZodError): Outcome<never> {
  const issues = error.issues.map((issue) => `${issue.path.join('.') || 'parameters'}: ${issue.message}`);
  return fail('bad-request', say('engine.badParams', { request: name, issue: String(issues[0]) }), null, issues.join('\n'));
}

function internal(name: string, error: unknown, log: (message: string) => void): Outcome<never> {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const says = say('engine.bugIn', { request: name });
  log(`${wordSaid(says)}\n${stack}`);
  return fail('internal', says, say('engine.report'), stack);
}

function encodeReply({ id, name }: RequestFrame, outcome: Outcome<unknown>, log: (message: string) => void): string | Uint8Array {
  try {
    if (outcome.ok && isColumns(outcome.value)) return withId(id, encodeColumns(outcome.value));
    return JSON.stringify({ id, reply: outcome } satisfies TextFrame);
  } catch (error) {
    return JSON.stringify({ id, reply: internal(name, error, log) } satisfies TextFrame);
  }
}

function withId(id: number, table: Uint8Array): Uint8Array {
  const message = new Uint8Array(BINARY_HEAD_BYTES + table.length);
  new DataView(message.buffer).setUint32(0, id, true);
  message.set(table, BINARY_HEAD_BYTES);
  return message;
}
