// A server with nothing to find in it. Both variants of the comparison run this file.

import { createServer } from 'node:http';

/** Some work: about as much as a small JSON response of a real application. */
function makeAnswer() {
  const squares = Array.from({ length: 500 }, (_, i) => ({ number: i, square: i * i }));
  return JSON.stringify(squares);
}

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(makeAnswer());
});

// Port 0: any free port. Loopscope finds it.
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`nothing changed: http://127.0.0.1:${server.address().port}/`);
});
