// The least a Node server can do, so that the generator is what is measured.
import { createServer } from 'node:http';

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/plain');
  response.end('hello world');
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
