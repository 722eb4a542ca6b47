// A server that does one thing at a time and always takes equally long for it: 5 ms of work for each request. In the theory of queues it is the
// one called D (deterministic) with 1 server.

import { createServer } from 'node:http';

const WORK_MS = 5;

const server = createServer(function serveOne(_request, response) {
  const end = performance.now() + WORK_MS;
  while (performance.now() < end);
  response.end('Here you are.\n');
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`answers: http://127.0.0.1:${server.address().port}/`);
});
