// A service that does not say what it is made of. What it is, it is told by three variables:
//
//   KIND       limit: WORKERS requests at once, the others wait in line     no-limit: every request is begun at once
//              synchronous: nothing else is done during a request           processes: WORKERS of those, behind one port
//   WORKERS    how many at once
//   SERVICE_MS how long a request takes
//
// `/` is the work. `/light` takes next to nothing itself: who has to wait there waits for somebody else.

import cluster from 'node:cluster';
import { createServer } from 'node:http';

const { KIND = 'limit', PORT = '0' } = process.env;
const WORKERS = Number(process.env.WORKERS ?? 4);
const SERVICE_MS = Number(process.env.SERVICE_MS ?? 100);

const SYNCHRONOUS = KIND === 'synchronous' || KIND === 'processes';
const LIMIT = KIND === 'limit' ? WORKERS : Number.POSITIVE_INFINITY;

const waiting = [];
let working = 0;

function nextInLine() {
  while (working < LIMIT && waiting.length > 0) {
    working++;
    setTimeout(finish, SERVICE_MS, waiting.shift());
  }
}

function finish(response) {
  working--;
  response.end('done\n');
  nextInLine();
}

// The thread sleeps, as it would in a query that is waited for: it uses no CPU time, and serves nobody else meanwhile.
const never = new Int32Array(new SharedArrayBuffer(4));

function workAndDoNothingElse(response) {
  Atomics.wait(never, 0, 0, SERVICE_MS);
  response.end('done\n');
}

function serve(request, response) {
  if (request.url === '/light') response.end('light\n');
  else if (SYNCHRONOUS) workAndDoNothingElse(response);
  else {
    waiting.push(response);
    nextInLine();
  }
}

if (KIND === 'processes' && cluster.isPrimary) {
  for (let worker = 0; worker < WORKERS; worker++) cluster.fork();
} else {
  createServer(serve).listen(Number(PORT), '127.0.0.1');
}
