// The other server that a page needs something from, seen from the server that renders (variants with the API).
//
// It is a process of its own (api-server.js), so its clock goes on while this one is busy rendering. The two talk HTTP over
// a socket file instead of a port: nobody else has to find it.

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
  await once(api, 'message'); // It listens.
}

/** Asks the API and gives its answer, some time later. Each question has a connection of its own. */
export async function askApi() {
  const [answer] = await once(get({ socketPath, agent: false }), 'response');
  let text = '';
  for await (const part of answer) text += part;
  return JSON.parse(text);
}
