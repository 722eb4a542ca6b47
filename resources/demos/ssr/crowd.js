// Other clients (mixed variants): CROWD of them keep requesting the page, each as soon as it has its response.
//
// They are in a separate process, which knows only the address. Loopscope requests /health meanwhile, so all its
// figures are of that cheap route.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(import.meta.url);

/** The crowd, started but not requesting yet; null: none. It is started before the server listens, so that it is never late. */
const crowd = process.env.CROWD && process.argv[1] !== file ? fork(file) : null;
if (crowd) await once(crowd, 'message');

/** Makes the crowd start. */
export function sendCrowd(url) {
  crowd?.send(url);
}

const agent = new Agent({ keepAlive: true });

async function askForever(url) {
  for (;;) {
    const [answer] = await once(get(url, { agent }), 'response');
    await once(answer.resume(), 'end');
  }
}

// Started by fork and not imported: this process is the crowd.
if (process.argv[1] === file) {
  process.send('here');
  const [url] = await once(process, 'message');
  for (let i = 0; i < Number(process.env.CROWD); i++) {
    askForever(url).catch(() => process.exit()); // The server is gone.
  }
}
