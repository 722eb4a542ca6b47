// A home-made reverse proxy: it asks a server behind it, and passes on what comes back. Loopscope says where the servers are (BACKEND_URLS);
// if there are several, they are asked in turn.

import { Agent, createServer, request } from 'node:http';

const backends = process.env.BACKEND_URLS.split(',').map((url) => new URL(url));
let turn = 0;
// Connections to the servers stay open; without `keepAlive` this agent would make one for each request.
const agent = new Agent({ keepAlive: true });

function passOn(asked, answered) {
  const { method, url: path, headers } = asked;
  const backend = backends[turn++ % backends.length];
  const forwarded = request({ agent, host: backend.hostname, port: backend.port, method, path, headers }, (response) => {
    answered.writeHead(response.statusCode, response.headers);
    response.pipe(answered);
  });
  forwarded.on('error', () => {
    if (!answered.headersSent) answered.writeHead(502);
    answered.end('The server behind this proxy does not answer.\n');
  });
  asked.pipe(forwarded);
}

createServer(passOn).listen(Number(process.env.PORT ?? 0), '127.0.0.1');
