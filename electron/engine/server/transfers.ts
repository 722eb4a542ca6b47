import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { FailureError, fail, type Outcome } from '../../../shared/model/failure.ts';
import type { LeftOut } from '../../../shared/model/left-out.ts';
import { MAX_UPLOAD_BYTES } from '../../../shared/protocol/http.ts';
import { say } from '../../../shared/words/said.ts';
import { text } from '../../../shared/words/words.ts';
import type { EngineApi } from '../api/engine-api.ts';
import { attachment } from './headers.ts';

const tooLarge = () => fail('too-large', say('file.largeUploadByPage'), say('file.openByPath'));

/** Streams a dropped file into the engine. Never reads more than the limit, whatever length the request declares. */
export async function receiveUpload(api: EngineApi, request: IncomingMessage): Promise<Outcome<{ sessionId: string }>> {
  if (Number(request.headers['content-length']) > MAX_UPLOAD_BYTES) return tooLarge();
  return asOutcome(api.openUpload(nameFrom(request), capped(request)));
}

/** Converts an expected failure that had to be thrown back into a value. */
async function asOutcome<T>(work: Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof FailureError) return { ok: false, failure: error.failure };
    throw error;
  }
}

/** A name for display and for detecting the format. Only the last part: a name is never a path. */
function nameFrom(request: IncomingMessage): string {
  const query = new URLSearchParams(request.url!.split('?')[1]);
  const name = (query.get('name') ?? '').split(/[/\\]/).at(-1)!;
  return name.slice(0, 255) || text('server.unnamedFile');
}

async function* capped(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_UPLOAD_BYTES) throw new FailureError(tooLarge().failure);
    yield chunk;
  }
}

/** Sends a session file as an attachment. If the page disappears, only the stream ends. */
export async function sendDownload(
  api: EngineApi,
  sessionId: string,
  without: readonly LeftOut[],
  response: ServerResponse,
): Promise<void> {
  const download = await asOutcome(api.openDownload(sessionId, without));
  if (!download.ok) {
    sendBody(response, download.failure.code === 'not-found' ? 404 : 500, 'application/json', JSON.stringify(download));
    return;
  }
  const { fileName, size, stream } = download.value;
  response.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': size,
    'Content-Disposition': attachment(fileName),
    'Cache-Control': 'no-store',
  });
  await pipeline(stream, response).catch(() => response.destroy());
}

/** Dynamic responses are never cached by the browser. */
export function sendBody(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), 'Cache-Control': 'no-store' }).end(body);
}
