// A stand-in for a slow API: responds after 100 ms and after 1000 ms in turn, and uses next to no CPU.

import { createServer } from 'node:http';

const [socketPath] = process.argv.slice(2);
const DELAYS = (process.env.API_DELAYS_MS ?? '100,1000').split(',').map(Number);
let questions = 0;

const server = createServer((_request, response) => {
  const delay = DELAYS[questions++ % DELAYS.length];
  setTimeout(() => response.end(JSON.stringify({ waited: delay })), delay);
});
server.listen(socketPath, () => process.send('listening'));

// Closing removes the socket file.
function stop() {
  server.close(() => process.exit());
  server.closeAllConnections();
}
process.once('SIGTERM', stop);
process.once('disconnect', stop); // The server that renders is gone.
