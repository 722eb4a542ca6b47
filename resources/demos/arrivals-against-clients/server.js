// A server that answers within a few milliseconds, except that once a second it has something else to do: it adds up a report, and
// serves nobody until that is done. A cron job, a large JSON file or a full garbage collection look like that from outside.

import { createServer } from 'node:http';

const STALL_MS = Number(process.env.STALL_MS ?? 200);
const EVERY_MS = 1_000;

setInterval(function addUpReport() {
  const end = performance.now() + STALL_MS;
  while (performance.now() < end);
}, EVERY_MS);

const server = createServer((_request, response) => {
  // What a query of a database would take.
  setTimeout(() => response.end('Here you are.\n'), 2);
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`answers: http://127.0.0.1:${server.address().port}/`);
});
