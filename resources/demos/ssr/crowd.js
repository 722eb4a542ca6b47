// Other people (mixed variants): so many clients ask for the page again and again, each as soon as it has its answer.
//
// They are a process of their own and know only the address. Loopscope asks for /health meanwhile, so every figure it
// shows is about that cheap route.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(import.meta.url);

/** The crowd, there but not asking yet; null: nobody. It comes before the server listens, so that it is never late. */
const crowd = process.env.CROWD && process.argv[1] !== file ? fork(file) : null;
if (crowd) await once(crowd, 'message');

/** Lets the crowd go. */
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

// Started by fork, and not imported: this is the crowd.
if (process.argv[1] === file) {
  process.send('here');
  const [url] = await once(process, 'message');
  for (let i = 0; i < Number(process.env.CROWD); i++) {
    askForever(url).catch(() => process.exit()); // The server is gone.
  }
}
