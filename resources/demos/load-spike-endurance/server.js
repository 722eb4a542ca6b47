// Three routes: one that answers at once, one that waits for WAIT_MS, and one that computes for WAIT_MS.
//
// The loop ends by the clock, so that several processes do it at the same time even where there are fewer processors.

import { createServer } from 'node:http';

const WAIT_MS = Number(process.env.WAIT_MS ?? 300);

function sleep(response) {
  setTimeout(() => response.end('slept\n'), WAIT_MS);
}

function computeFor(ms) {
  const end = Date.now() + ms;
  while (Date.now() < end);
}

const server = createServer((request, response) => {
  if (request.url === '/sleep') return sleep(response);
  if (request.url === '/heavy') computeFor(WAIT_MS);
  response.end('done\n');
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`answers: http://127.0.0.1:${server.address().port}/`);
});
