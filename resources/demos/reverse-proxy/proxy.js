// A home-made reverse proxy: it asks the server behind it, and passes on what comes back. Loopscope says where that server is (BACKEND_URL).

import { Agent, createServer, request } from 'node:http';

const backend = new URL(process.env.BACKEND_URL);
// Connections to the server stay open; without this line each request would make one.
const agent = new Agent({ keepAlive: true });

function passOn(asked, answered) {
  const { method, url: path, headers } = asked;
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
