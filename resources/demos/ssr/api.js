// The client of the API that a page needs data from (variants with the API).
//
// The API is a separate process (api-server.js), so its timers run while this one is busy rendering. The two talk HTTP over
// a Unix socket instead of a port, so that the script still listens on one port only.

import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = process.platform === 'win32' ? '\\\\.\\pipe' : tmpdir();
const socketPath = join(folder, `api-${randomUUID()}.sock`);

if (process.env.WITH_API) {
  const api = fork(new URL('api-server.js', import.meta.url), [socketPath]);
  await once(api, 'message'); // It is listening.
}

/** Calls the API and returns its response. Each call opens its own connection. */
export async function askApi() {
  const [answer] = await once(get({ socketPath, agent: false }), 'response');
  let text = '';
  for await (const part of answer) text += part;
  return JSON.parse(text);
}
