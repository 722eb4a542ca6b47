// A minimal Node server, so that the load generator is what is measured.
import { createServer } from 'node:http';

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/plain');
  response.end('hello world');
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
