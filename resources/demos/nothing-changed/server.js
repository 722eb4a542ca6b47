// A server with nothing to find in it. Both sides of the comparison run this very file.

import { createServer } from 'node:http';

/** Something to do: about as much as a small JSON answer of a real application. */
function makeAnswer() {
  const squares = Array.from({ length: 500 }, (_, i) => ({ number: i, square: i * i }));
  return JSON.stringify(squares);
}

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(makeAnswer());
});

// Port 0: any free port. Loopscope notices which one it is.
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`nothing changed: http://127.0.0.1:${server.address().port}/`);
});
